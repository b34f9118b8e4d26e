/**
 * The sides on which two boxes face each other.
 *
 * F1  They face each other along the axis with the wider gap between them, or horizontally if the gaps are equal.
 * F2  Boxes that overlap face along the axis on which their centers are further apart; if the centers are equal, b counts as to the right.
 * F3  For a line that bends between boxes with a gap on both axes, the narrower gap counts if it is as wide as the
 *     gap between two ranks of a drawing: the line then bends between the ranks, like its neighbors.
 */
import type { Side } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, centreX, centreY, right } from '../tab/rect.ts';

/** The side of `a` that faces `b`, and the side of `b` that faces `a`. */
export function facingSides(a: Rect, b: Rect): [Side, Side] {
  const gapX = Math.max(b.x - right(a), a.x - right(b));
  const gapY = Math.max(b.y - bottom(a), a.y - bottom(b));
  const dx = centreX(b) - centreX(a);
  const dy = centreY(b) - centreY(a);
  return sidesAlong(gapX >= 0 || gapY >= 0 ? gapX >= gapY : Math.abs(dx) >= Math.abs(dy), dx, dy);
}

/** The same for a line that bends between them [F3]. */
export function facingSidesToBend(a: Rect, b: Rect): [Side, Side] {
  const gapX = Math.max(b.x - right(a), a.x - right(b));
  const gapY = Math.max(b.y - bottom(a), a.y - bottom(b));
  const narrower = Math.min(gapX, gapY);
  if (narrower < rankGap.least || narrower > rankGap.most) return facingSides(a, b);
  return sidesAlong(gapX <= gapY, centreX(b) - centreX(a), centreY(b) - centreY(a));
}

/** Typical gap between ranks, in pixels: wider than the gap within a rank, at most a label plus frame padding. */
export const rankGap = { least: 48, most: 180 } as const;

function sidesAlong(isAcross: boolean, dx: number, dy: number): [Side, Side] {
  if (isAcross) return dx >= 0 ? ['right', 'left'] : ['left', 'right'];
  return dy >= 0 ? ['bottom', 'top'] : ['top', 'bottom'];
}
