/** line-distance: the distance of a point from a polyline, and whether a polyline passes through a rectangle. */
import { segmentPasses } from '#core/arrows/obstacles.ts';
import { holdsPoint } from '#core/tab/rect.ts';
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

/** Infinity for an empty line. */
export function distanceToLine([x, y]: Point, line: readonly Point[]): number {
  let least = Infinity;
  let from = line[0];
  for (const to of line) {
    const [x1, y1] = from ?? to;
    const [dx, dy] = [to[0] - x1, to[1] - y1];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
    least = Math.min(least, Math.hypot(x - x1 - share * dx, y - y1 - share * dy));
    from = to;
  }
  return least;
}

/** Whether any part of the line is in the rectangle. */
export function lineTouches(line: readonly Point[], rect: Rect): boolean {
  let from: Point | undefined;
  for (const to of line) {
    if (holdsPoint(rect, to[0], to[1])) return true;
    if (from !== undefined && segmentPasses(from[0], from[1], to[0], to[1], rect)) return true;
    from = to;
  }
  return false;
}
