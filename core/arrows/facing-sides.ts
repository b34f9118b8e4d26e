/** The sides on which two boxes face each other [AR6] [AR7]. */
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

/** The same for a line that bends between them [AR8]. */
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
