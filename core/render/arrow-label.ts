/** The label of an arrow, on a backing in the color of what is behind it, so the line does not cross the text. */
import { type Arrow, isContainer } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { labelWidthMax } from '../arrows/label-size.ts';
import { area, centreX, centreY, holdsPoint } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { titleHeight } from '../text/label-box.ts';
import { defaultTextSize, fontSizes } from '../text/sizes.ts';
import { wrapLabel } from '../text/wrap-lines.ts';
import { frameFill } from './boxes/frame.ts';
import { laneTitleFill, laneFill } from './boxes/lane.ts';
import { roundRect } from './boxes/round-rect.ts';
import { linkMarkup, type Markup, node, sequence } from './markup.ts';
import { inkOf } from './paint.ts';
import type { Scene } from './scene.ts';
import { linesIn } from './text-block.ts';

/** The label in the rectangle that it was placed in. */
export function arrowLabel(arrow: Arrow, rect: Rect, tab: Pick<TabView, 'boxesIn'>, scene: Scene): Markup {
  const label = arrow.label ?? '';
  const size = arrow.text ?? defaultTextSize('arrow');
  const sizePx = size === 'scale' ? fontSizes.sm : fontSizes[size];
  const font = arrow.font ?? 'sans';
  const lines = wrapLabel(label, labelWidthMax, sizePx, font);
  const ink = inkOf(arrow.textColor, scene.theme) ?? scene.theme.ink;
  const text = linesIn(rect, lines, lines.length, label, { sizePx, font, ink }, scene);
  const backing = roundRect(inset(rect), 3, { fill: backingColour(rect, tab, scene) });
  return node(
    'g',
    { opacity: arrow.opacity === 1 ? undefined : arrow.opacity },
    linkMarkup(arrow.link, sequence([backing, text])),
  );
}

/** The backing of a label that touches a box does not cover the border of the box. */
const inset = ({ x, y, width, height }: Rect): Rect => ({ x: x + 1, y: y + 1, width: width - 2, height: height - 2 });

/** The color of the smallest frame or lane under the center of the rectangle, or of the background. */
function backingColour(rect: Rect, tab: Pick<TabView, 'boxesIn'>, scene: Scene): string {
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
