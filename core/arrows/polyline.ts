/** Measures of a line through points. An empty line has no extent and is at the origin. */
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

/** The point at a share (0 to 1) of the line's length; null for an empty line. */
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

/** The share (0 to 1) of the line's length at which it is nearest to a point; 0 for an empty line. */
export function shareNear(points: readonly Point[], [x, y]: Point): number {
  let [before, nearest, least] = [0, 0, Infinity];
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    const length = distance(from, to);
    if (from === undefined || to === undefined || length === 0) continue;
    const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const along = Math.min(length, Math.max(0, (x - from[0]) * dx + (y - from[1]) * dy));
    const away = Math.hypot(from[0] + dx * along - x, from[1] + dy * along - y);
    if (away < least) [nearest, least] = [before + along, away];
    before += length;
  }
  return before === 0 ? 0 : nearest / before;
}

/** Removes points that repeat the previous one or are on a straight line between their neighbors. */
export function simplifyPolyline(points: readonly Point[]): Point[] {
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

/** The number of changes of direction: the inner points of the simplified line. */
export function bendsOf(points: readonly Point[]): number {
  let [before, last]: [Point | null, Point | null] = [null, null];
  let kept = 0;
  for (const point of points) {
    if (last !== null && last[0] === point[0] && last[1] === point[1]) continue;
    if (before === null || last === null || !isBetween(before, last, point)) {
      before = last;
      kept += 1;
    }
    last = point;
  }
  return Math.max(0, kept - 2);
}

/** True if the middle point is on a vertical or horizontal line between the others. */
function isBetween(a: Point, middle: Point, b: Point): boolean {
  if (a[1] === middle[1] && middle[1] === b[1]) return (middle[0] - a[0]) * (b[0] - middle[0]) >= 0;
  return a[0] === middle[0] && middle[0] === b[0] && (middle[1] - a[1]) * (b[1] - middle[1]) >= 0;
}

function distance(a: Point | undefined, b: Point | undefined): number {
  return a === undefined || b === undefined ? 0 : Math.hypot(b[0] - a[0], b[1] - a[1]);
}
