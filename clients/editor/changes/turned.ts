/** turned: points and rectangles of boxes that are rotated around their center. Angles in degrees, clockwise. */
import type { Box, Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { centreX, centreY } from '#core/tab/rect.ts';

export const turnOf = (box: Pick<Box, 'rotation'>): number => (box.rotation ?? 0) % 360;

/** The point rotated around another one. */
export function turnedAbout([x, y]: Point, [aboutX, aboutY]: Point, angleDeg: number): Point {
  if (angleDeg === 0) return [x, y];
  const angle = (angleDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [x - aboutX, y - aboutY];
  return [aboutX + dx * cos - dy * sin, aboutY + dx * sin + dy * cos];
}

export const centreOf = (rect: Rect): Point => [centreX(rect), centreY(rect)];

/** The corners as drawn: top left, top right, bottom right, bottom left of the box itself. */
export function cornersOf(rect: Rect, angleDeg: number): readonly [Point, Point, Point, Point] {
  const { x, y, width, height } = rect;
  const corner = (at: Point): Point => turnedAbout(at, centreOf(rect), angleDeg);
  return [corner([x, y]), corner([x + width, y]), corner([x + width, y + height]), corner([x, y + height])];
}

/** The bounding rectangle of a box as drawn. */
export function outerRect(box: Box): Rect {
  const angle = turnOf(box);
  if (angle === 0) return { x: box.x, y: box.y, width: box.width, height: box.height };
  const corners = cornersOf(box, angle);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Whether the point is in the box as drawn, or within `slack` pixels of it. */
export function holdsTurned(box: Box, point: Point, slack = 0): boolean {
  const [x, y] = turnedAbout(point, centreOf(box), -turnOf(box));
  return x >= box.x - slack && x <= box.x + box.width + slack && y >= box.y - slack && y <= box.y + box.height + slack;
}
