/**
 * Where a label is whose arrow says where along its line: as near to that place as it can be without covering an end of the line, or
 * hiding the box there [LB8].
 */
import type { Point } from '#schema/element.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { drawnRect } from '../arrows/drawn-rect.ts';
import type { End } from '../arrows/ends.ts';
import { isMessage, messageLabel } from '../arrows/message-line.ts';
import { lengthOf, pointAt } from '../arrows/polyline.ts';
import type { ArrowRoute } from '../arrows/route.ts';
import { bottom, right } from '../tab/rect.ts';
import { endShown, isHidden } from './label-cost.ts';
import type { LabelSubject } from './label.ts';

/** Shares of the length of a line. */
export type LabelRange = { readonly from: number; readonly to: number };
type Line = Pick<ArrowRoute, 'points' | 'ends'>;

/** The rectangle of a label whose arrow says where it is; null for any other. */
export function fixedRect({ arrow, route, size }: LabelSubject): Rect | null {
  if (arrow.labelAt === undefined) return null;
  const { from, to } = labelRange(route, size);
  const middle = pointAt(route.points, Math.min(to, Math.max(from, arrow.labelAt)));
  return middle === null ? null : { x: middle[0] - size.width / 2, y: middle[1] - size.height / 2, ...size };
}

/** The rectangle of the label of a message of a sequence; null for any other arrow. */
export const messageRect = ({ arrow, route, size }: LabelSubject): Rect | null =>
  isMessage(arrow) ? messageLabel(route.points, size) : null;

/** Where the middle of a label can be; on a line too short for it, one place between both ends. */
export function labelRange({ points, ends }: Line, size: Size): LabelRange {
  const length = lengthOf(points);
  if (length === 0) return { from: 0.5, to: 0.5 };
  const from = coveredLength(points, zonesAt(points[0], ends.from, ends, size)) / length;
  const to = 1 - coveredLength(points.toReversed(), zonesAt(points.at(-1), ends.to, ends, size)) / length;
  return from <= to ? { from, to } : { from: (from + to) / 2, to: (from + to) / 2 };
}

/** The rectangles in which the middle of a label must not be, so that it keeps clear of an end of the line. */
function zonesAt(point: Point | undefined, end: End, ends: Line['ends'], { width, height }: Size): Rect[] {
  const around = (rect: Rect, by: number): Rect => ({
    x: rect.x - width / 2 - by,
    y: rect.y - height / 2 - by,
    width: rect.width + width + 2 * by,
    height: rect.height + height + 2 * by,
  });
  const zones = point === undefined ? [] : [around({ x: point[0], y: point[1], width: 0, height: 0 }, endShown)];
  // By a pixel, so that rounding hides nothing.
  if (end.kind === 'box' && isHidden(end.box, ends)) zones.push(around(drawnRect(end.box), 1));
  return zones;
}

/** The length of a line from its first point to where it has left all rectangles; the whole length if it does not leave them. */
function coveredLength(points: readonly Point[], zones: readonly Rect[]): number {
  let before = 0;
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    if (from === undefined || to === undefined) continue;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length === 0) continue;
    let share = 0;
    // Twice, as the way out of one may lead into another. A part of a line does not return to one that it left.
    for (const zone of [...zones, ...zones]) if (isInside(zone, from, to, share)) share = Math.max(share, exitOf(zone, from, to));
    if (share < 1) return before + share * length;
    before += length;
  }
  return before;
}

function isInside(zone: Rect, from: Point, to: Point, share: number): boolean {
  const [x, y] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  return x > zone.x && x < right(zone) && y > zone.y && y < bottom(zone);
}

/** The share of a straight part at which it leaves the rectangle that its beginning is in. */
function exitOf(zone: Rect, from: Point, to: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const byX = dx === 0 ? Infinity : ((dx > 0 ? right(zone) : zone.x) - from[0]) / dx;
  const byY = dy === 0 ? Infinity : ((dy > 0 ? bottom(zone) : zone.y) - from[1]) / dy;
  return Math.min(byX, byY);
}
