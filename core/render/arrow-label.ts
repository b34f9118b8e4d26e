/** arrow-label: the words on an arrow, on a ground in the colour of what they lie on, so that the line does not cross them. */
import { type Arrow, isContainer } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { area, centreX, centreY, holdsPoint } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { titleHeight } from '../text/label-box.ts';
import { defaultTextSize, fontSizes } from '../text/sizes.ts';
import { wrapLabel } from '../text/wrap-lines.ts';
import { groundOf } from './boxes/frame.ts';
import { laneBand, laneGround } from './boxes/lane.ts';
import { roundRect } from './boxes/round-rect.ts';
import { linkMarkup, type Markup, node, sequence } from './markup.ts';
import { inkOf } from './paint.ts';
import type { Scene } from './scene.ts';
import { linesIn } from './text-block.ts';

/** Where core/arrows/label-place.ts breaks an arrow's label. */
const widthMax = 160;

/** The label in the rectangle that was found for it. */
export function arrowLabel(arrow: Arrow, rect: Rect, tab: Pick<TabView, 'boxesIn'>, scene: Scene): Markup {
  const label = arrow.label ?? '';
  const size = arrow.text ?? defaultTextSize('arrow');
  const sizePx = size === 'scale' ? fontSizes.sm : fontSizes[size];
  const font = arrow.font ?? 'sans';
  const lines = wrapLabel(label, widthMax, sizePx, font);
  const ink = inkOf(arrow.textColor, scene.theme) ?? scene.theme.ink;
  const words = linesIn(rect, lines, lines.length, label, { sizePx, font, ink }, scene);
  const ground = roundRect(within(rect), 3, { fill: groundAt(rect, tab, scene) });
  return node(
    'g',
    { opacity: arrow.opacity === 1 ? undefined : arrow.opacity },
    linkMarkup(arrow.link, sequence([ground, words])),
  );
}

/** Where a label touches a box, its ground leaves the border of the box alone. */
const within = ({ x, y, width, height }: Rect): Rect => ({ x: x + 1, y: y + 1, width: width - 2, height: height - 2 });

/** The colour of the smallest frame or lane under a rectangle's middle, else of the background. */
function groundAt(rect: Rect, tab: Pick<TabView, 'boxesIn'>, scene: Scene): string {
  let least = Infinity;
  let ground = scene.theme.background;
  const [x, y] = [centreX(rect), centreY(rect)];
  for (const box of tab.boxesIn({ x, y, width: 0, height: 0 })) {
    if (!isContainer(box) || !holdsPoint(box, x, y) || area(box) >= least) continue;
    const isOnBand = box.type === 'lane' && y < box.y + titleHeight;
    const colour = box.type === 'frame' ? groundOf(box, scene) : isOnBand ? laneBand(box, scene) : laneGround(box, scene);
    if (colour === 'none') continue;
    least = area(box);
    ground = colour;
  }
  return ground;
}
