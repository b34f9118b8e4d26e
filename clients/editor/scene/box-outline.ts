/**
 * box-outline: whether a point is inside the outline of a box, rotated as it is drawn.
 *
 * The outlines are those at which arrows end (core/arrows/outline-depth.ts): what looks empty beside a shape is not part of it.
 */
import { outlineDepth } from '#core/arrows/outline-depth.ts';
import { bottom, centreX, centreY, overlaps, right } from '#core/tab/rect.ts';
import { drawnRect } from '#core/arrows/drawn-rect.ts';
import { type Box, type Point, sides } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

/** The point in the axes of the box itself. */
export function turnedInto(box: Box, [x, y]: Point): Point {
  const turn = (box.rotation ?? 0) % 360;
  if (turn === 0) return [x, y];
  const angle = (-turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [x - centreX(box), y - centreY(box)];
  return [centreX(box) + dx * cos - dy * sin, centreY(box) + dx * sin + dy * cos];
}

/** Whether the point, in the box's axes, is inside the outline or within `slack` of it. */
export function isWithin(box: Box, point: Point, slack: number): boolean {
  const distances = depthsAt(box, point);
  return distances.every((distance) => distance >= -slack);
}

/** Whether the point, in the box's axes, is within `slack` of the outline, or 3 pixels of the canvas. */
export function isOnBorder(box: Box, point: Point, slack: number): boolean {
  const nearest = Math.min(...depthsAt(box, point));
  return nearest >= -slack && nearest <= Math.max(slack, 3);
}

/** How far inside the outline the point is, from each side. */
function depthsAt(box: Box, [x, y]: Point): number[] {
  const across = clamped((2 * (x - centreX(box))) / box.width);
  const down = clamped((2 * (y - centreY(box))) / box.height);
  const within = { top: y - box.y, right: right(box) - x, bottom: bottom(box) - y, left: x - box.x };
  return sides.map((side) => within[side] - outlineDepth(box, side, side === 'top' || side === 'bottom' ? across : down));
}

const clamped = (value: number): number => Math.max(-1, Math.min(1, value));

/** Whether the rotated rectangle of the box and the upright one share more than an edge (separating axes). */
export function boxTouches(box: Box, rect: Rect): boolean {
  if (!overlaps(drawnRect(box), rect)) return false;
  if ((box.rotation ?? 0) % 90 === 0) return true;
  const corners: Point[] = [[rect.x, rect.y], [right(rect), rect.y], [right(rect), bottom(rect)], [rect.x, bottom(rect)]]; // prettier-ignore
  const turned = corners.map((corner) => turnedInto(box, corner));
  const [xs, ys] = [turned.map(([x]) => x), turned.map(([, y]) => y)];
  const isBeside = Math.max(...xs) <= box.x || Math.min(...xs) >= right(box);
  return !isBeside && Math.max(...ys) > box.y && Math.min(...ys) < bottom(box);
}
