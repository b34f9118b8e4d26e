/** polyline: measures of a line through points. An empty line has no extent and lies at the origin. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

/** The smallest rectangle around the points. */
export function boundsOf(points: readonly Point[]): Rect {
  if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    if (x < minX) minX = x;
    if (y < minY) minY = y;
    if (x > maxX) maxX = x;
    if (y > maxY) maxY = y;
  }
  return { x: minX, y: minY, width: maxX - minX, height: maxY - minY };
}

export function lengthOf(points: readonly Point[]): number {
  let length = 0;
  for (let index = 1; index < points.length; index += 1) length += distance(points[index - 1], points[index]);
  return length;
}

/** The point at a share (0 to 1) of the line's length; null on an empty line. */
export function pointAt(points: readonly Point[], share: number): Point | null {
  let left = lengthOf(points) * share;
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    const length = distance(from, to);
    if (from !== undefined && to !== undefined && length > 0 && left <= length) {
      const part = left / length;
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    }
    left -= length;
  }
  return points.at(-1) ?? null;
}

/** Without points that repeat the one before or lie on a straight way between their neighbours. */
export function simplified(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const last = kept.at(-1);
    if (last !== undefined && last[0] === point[0] && last[1] === point[1]) continue;
    const before = kept.at(-2);
    if (before !== undefined && last !== undefined && isBetween(before, last, point)) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** True when the middle point lies on an upright or level line between the others. */
function isBetween(a: Point, middle: Point, b: Point): boolean {
  for (const [along, fixed] of [[0, 1] as const, [1, 0] as const]) {
    if (a[fixed] === middle[fixed] && middle[fixed] === b[fixed])
      return (middle[along] - a[along]) * (b[along] - middle[along]) >= 0;
  }
  return false;
}

function distance(a: Point | undefined, b: Point | undefined): number {
  return a === undefined || b === undefined ? 0 : Math.hypot(b[0] - a[0], b[1] - a[1]);
}
