/** The boxes that an arrow should not pass through [AR3]. */
import { type Box, isContainer, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { PlaceIndex } from '../tab/place-index.ts';
import { bottom, holds, holdsPoint, right } from '../tab/rect.ts';
import type { End, RouteEnds } from './ends.ts';

/** An arrow with an end on more boxes than this has no obstacles: in such a pile there is no way around anything. */
export const standingMost = 100;

/** True if an arrow with these ends should avoid the box. */
export function isObstacle(box: Box, { from, to }: RouteEnds): boolean {
  return canHide(box) && !standsOn(from, box) && !standsOn(to, box);
}

/** True for boxes that fill their rectangle: arrows cross the borders of frames, and the rectangle of a stroke is mostly empty. */
export const canHide = (box: Box): boolean => !isContainer(box) && box.type !== 'stroke';

/** True if the end is the box, or is contained in it or on it. */
export function standsOn(end: End, box: Box): boolean {
  if (end.kind === 'box') return end.box.id === box.id || holds(box, end.box);
  return end.kind === 'point' && holdsPoint(box, end.point[0], end.point[1]);
}

/** True if an end is on more than `standingMost` boxes. */
export const standsOnMany = ({ from, to }: RouteEnds, obstacles: PlaceIndex<Box>): boolean =>
  [from, to].some((end) => {
    if (end.kind === 'dangling') return false;
    const rect = end.kind === 'box' ? end.box : { x: end.point[0], y: end.point[1], width: 0, height: 0 };
    return obstacles.countHolding(rect, standingMost) > standingMost;
  });

/** True if the line passes through the inside of the rectangle. */
export function passesThrough(points: readonly Point[], rect: Rect): boolean {
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    if (from !== undefined && to !== undefined && segmentPasses(from[0], from[1], to[0], to[1], rect)) return true;
  }
  return false;
}

/** Clipping after Liang and Barsky (1984): true if a part of the segment is strictly within all four edges. */
export function segmentPasses(x1: number, y1: number, x2: number, y2: number, rect: Rect): boolean {
  const [left, top, far, low] = [rect.x, rect.y, right(rect), bottom(rect)];
  if (Math.max(x1, x2) <= left || Math.min(x1, x2) >= far || Math.max(y1, y2) <= top || Math.min(y1, y2) >= low) return false;
  const dx = x2 - x1;
  const dy = y2 - y1;
  if (dx === 0 || dy === 0) return true;
  const [enterX, leaveX] = dx > 0 ? [(left - x1) / dx, (far - x1) / dx] : [(far - x1) / dx, (left - x1) / dx];
  const [enterY, leaveY] = dy > 0 ? [(top - y1) / dy, (low - y1) / dy] : [(low - y1) / dy, (top - y1) / dy];
  return Math.max(0, enterX, enterY) < Math.min(1, leaveX, leaveY);
}
