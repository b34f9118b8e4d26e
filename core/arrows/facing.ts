/**
 * facing: the sides on which two boxes face each other.
 * F1  They face each other along the axis on which the wider gap lies between them, the horizontal one when equal.
 * F2  Boxes that overlap face along the axis on which their centres are further apart; the same centre counts as b to the right.
 */
import type { Side } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, centreX, centreY, right } from '../tab/rect.ts';

/** The side of `a` that looks at `b`, and the side of `b` that looks at `a`. */
export function facingSides(a: Rect, b: Rect): [Side, Side] {
  const gapX = Math.max(b.x - right(a), a.x - right(b));
  const gapY = Math.max(b.y - bottom(a), a.y - bottom(b));
  const dx = centreX(b) - centreX(a);
  const dy = centreY(b) - centreY(a);
  const across = gapX >= 0 || gapY >= 0 ? gapX >= gapY : Math.abs(dx) >= Math.abs(dy);
  if (across) return dx >= 0 ? ['right', 'left'] : ['left', 'right'];
  return dy >= 0 ? ['bottom', 'top'] : ['top', 'bottom'];
}
