/** The color behind a text that is drawn over what is there. */
import { isContainer } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { area, centreX, centreY, holdsPoint } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { titleHeight } from '../text/label-box.ts';
import { frameFill } from './boxes/frame.ts';
import { laneFill, laneTitleFill } from './boxes/lane.ts';
import type { Scene } from './scene.ts';

/** The color of the smallest frame or lane under the center of the rectangle, or of the background. */
export function backingColour(rect: Rect, tab: Pick<TabView, 'boxesIn'>, scene: Scene): string {
  let smallest = Infinity;
  let fill = scene.theme.background;
  const [x, y] = [centreX(rect), centreY(rect)];
  for (const box of tab.boxesIn({ x, y, width: 0, height: 0 })) {
    if (!isContainer(box) || !holdsPoint(box, x, y) || area(box) >= smallest) continue;
    const isOnBand = box.type === 'lane' && y < box.y + titleHeight;
    const colour = box.type === 'frame' ? frameFill(box, scene) : isOnBand ? laneTitleFill(box, scene) : laneFill(box, scene);
    if (colour === 'none') continue;
    smallest = area(box);
    fill = colour;
  }
  return fill;
}
