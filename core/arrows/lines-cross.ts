/** Whether two polylines cross. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, right } from '../tab/rect.ts';

export type CrossingLine = { readonly points: readonly Point[]; readonly bounds: Rect };

/** True if the lines cross. */
export function linesCross(a: CrossingLine, b: CrossingLine): boolean {
  if (apart(a.bounds, b.bounds)) return false;
  for (let i = 1; i < a.points.length; i += 1) {
    const [from, to] = [a.points[i - 1], a.points[i]];
    if (from === undefined || to === undefined || partApart(from, to, b.bounds)) continue;
    for (let j = 1; j < b.points.length; j += 1) {
      const [otherFrom, otherTo] = [b.points[j - 1], b.points[j]];
      if (otherFrom !== undefined && otherTo !== undefined && partsCross(from, to, otherFrom, otherTo)) return true;
    }
  }
  return false;
}

const apart = (a: Rect, b: Rect): boolean => a.x > right(b) || b.x > right(a) || a.y > bottom(b) || b.y > bottom(a);

const partApart = (from: Point, to: Point, rect: Rect): boolean =>
  Math.max(from[0], to[0]) < rect.x ||
  Math.min(from[0], to[0]) > right(rect) ||
  Math.max(from[1], to[1]) < rect.y ||
  Math.min(from[1], to[1]) > bottom(rect);

/** True if each part has its ends on different sides of the other. */
function partsCross(a: Point, b: Point, c: Point, d: Point): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

/** 1 or -1 for the side of the line through a and b on which p is, 0 on it. */
function turn(a: Point, b: Point, p: Point): number {
  return Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));
}
