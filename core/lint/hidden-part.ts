/** Whether a label hides a part of another arrow's line [LT28]. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { LinePart } from '../drawing/line-parts.ts';
import { bottom, right } from '../tab/rect.ts';

/** Lines no further apart are one to a reader, as in merges.ts. */
const togetherMax = 2;

/** True if the part passes through the rectangle elsewhere than along the line. */
export function isHiddenPart({ x1, y1, x2, y2 }: LinePart, rect: Rect, line: readonly Point[]): boolean {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const [enterX, leaveX] = sharesWithin(x1, dx, rect.x, right(rect));
  const [enterY, leaveY] = sharesWithin(y1, dy, rect.y, bottom(rect));
  const [enter, leave] = [Math.max(0, enterX, enterY), Math.min(1, leaveX, leaveY)];
  if (enter >= leave) return false;
  for (const share of [enter, (enter + leave) / 2, leave]) if (!isOn(line, x1 + dx * share, y1 + dy * share)) return true;
  return false;
}

/** From which share of its extent on a segment is strictly between two bounds, and up to which; the clipping of Liang and Barsky. */
function sharesWithin(start: number, extent: number, low: number, high: number): readonly [number, number] {
  if (extent === 0) return start > low && start < high ? [-Infinity, Infinity] : [Infinity, -Infinity];
  const [a, b] = [(low - start) / extent, (high - start) / extent];
  return a < b ? [a, b] : [b, a];
}

function isOn(line: readonly Point[], x: number, y: number): boolean {
  for (let index = 1; index < line.length; index += 1) {
    const [from, to] = [line[index - 1], line[index]];
    if (from === undefined || to === undefined) continue;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const squared = dx * dx + dy * dy;
    const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / squared));
    if (Math.hypot(from[0] + dx * share - x, from[1] + dy * share - y) <= togetherMax) return true;
  }
  return false;
}
