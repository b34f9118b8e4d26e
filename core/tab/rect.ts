/**
 * rect: arithmetic of rectangles on the canvas, in pixels, x to the right and y down. Rotation is ignored: for placement,
 * membership and overlap an element is its unrotated rectangle.
 */
import type { Rect } from '#schema/tab.ts';

export const right = (rect: Rect): number => rect.x + rect.width;
export const bottom = (rect: Rect): number => rect.y + rect.height;
export const centreX = (rect: Rect): number => rect.x + rect.width / 2;
export const centreY = (rect: Rect): number => rect.y + rect.height / 2;
export const area = (rect: Rect): number => rect.width * rect.height;

/** True if they share more than an edge. */
export const overlaps = (a: Rect, b: Rect): boolean => a.x < right(b) && b.x < right(a) && a.y < bottom(b) && b.y < bottom(a);

/** True if `inner` is within `outer`, edges allowed. */
export const holds = (outer: Rect, inner: Rect): boolean =>
  inner.x >= outer.x && inner.y >= outer.y && right(inner) <= right(outer) && bottom(inner) <= bottom(outer);

/** True if the point is within the rectangle, edges allowed. */
export const holdsPoint = (rect: Rect, x: number, y: number): boolean =>
  x >= rect.x && x <= right(rect) && y >= rect.y && y <= bottom(rect);

export const sameRect = (a: Rect, b: Rect): boolean => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** The smallest rectangle around both. */
export function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, width: Math.max(right(a), right(b)) - x, height: Math.max(bottom(a), bottom(b)) - y };
}

/** The smallest rectangle around all; null if there are none. */
export function hullOf(rects: Iterable<Rect>): Rect | null {
  let hull: Rect | null = null;
  for (const { x, y, width, height } of rects)
    hull = hull === null ? { x, y, width, height } : union(hull, { x, y, width, height });
  return hull;
}

/** The rectangle enlarged by the same distance on every side. */
export const grown = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
