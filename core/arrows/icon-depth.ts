/** icon-depth: where arrows end at an icon: at the square of the icon and, below that, at the side or lower edge of its box. */
import type { Side } from '#schema/element.ts';

import { iconPlaces, type IconShape } from '../text/icon-figure.ts';

/** As core/arrows/outline-depth.ts. */
export function iconDepth(box: IconShape, side: Side, t: number): number {
  const { figure, words } = iconPlaces(box);
  const [above, beside] = [figure.y - box.y, figure.x - box.x];
  if (side === 'left' || side === 'right') {
    const down = ((t + 1) / 2) * box.height;
    return down < above || down > above + figure.height ? 0 : beside;
  }
  const isBesideFigure = Math.abs(t) * (box.width / 2) > figure.width / 2;
  if (side === 'top') return isBesideFigure && words.height > 0 ? words.y - box.y : above;
  const end = words.height > 0 ? words.y + words.height + (words.y - figure.y - figure.height) : figure.y + figure.height;
  return Math.max(0, box.y + box.height - end);
}
