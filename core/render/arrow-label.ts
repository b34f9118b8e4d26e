/** The label of an arrow, on a backing in the color of what is behind it, so the line does not cross the text. */
import type { Arrow } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { labelWidthMax } from '../arrows/label-size.ts';
import type { TabView } from '../tab/view.ts';
import { defaultTextSize, fixedSize, fontSizes, labelWeight } from '../text/sizes.ts';
import { wrapLabel } from '../text/wrap-lines.ts';
import { backingColour } from './backing-colour.ts';
import { roundRect } from './boxes/round-rect.ts';
import { linkMarkup, type Markup, node, sequence } from './markup.ts';
import { inkOf } from './paint.ts';
import type { Scene } from './scene.ts';
import { emphasisOf, linesIn } from './text-block.ts';

/** The label in the rectangle that it was placed in. */
export function arrowLabel(arrow: Arrow, rect: Rect, tab: Pick<TabView, 'boxesIn'>, scene: Scene): Markup {
  const label = arrow.label ?? '';
  const size = arrow.text ?? defaultTextSize('arrow');
  const sizePx = size === 'scale' ? fontSizes.sm : fixedSize(size);
  const font = arrow.font ?? 'sans';
  const weight = labelWeight('arrow', size, arrow.bold);
  const lines = wrapLabel(label, labelWidthMax, sizePx, font, weight);
  const ink = inkOf(arrow.textColor, scene.theme) ?? scene.theme.ink;
  const text = linesIn(rect, lines, lines.length, label, { sizePx, font, weight, ink, ...emphasisOf(arrow) }, scene);
  const backing = roundRect(inset(rect), 3, { fill: backingColour(rect, tab, scene) });
  return node(
    'g',
    { opacity: arrow.opacity === 1 ? undefined : arrow.opacity },
    linkMarkup(arrow.link, sequence([backing, text])),
  );
}

/** The backing of a label that touches a box does not cover the border of the box. */
const inset = ({ x, y, width, height }: Rect): Rect => ({ x: x + 1, y: y + 1, width: width - 2, height: height - 2 });
