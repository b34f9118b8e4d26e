/**
 * anchor: the point of a box's outline at which an arrow ends.
 * P1  It lies at the middle of the side, moved along it by `offset` pixels (right or down is positive), at most to `share`
 *     of the half side.
 * P2  On round and slanted kinds it lies on the outline, not on the rectangle around it.
 * P3  On a turned box it lies where a line from the centre towards that side of the canvas leaves the turned rectangle.
 */
import type { Box, Point, Side } from '#schema/element.ts';

import { centreX, centreY } from '../tab/rect.ts';
import { outlineDepth } from './outline-depth.ts';
import { isAcross, outward } from './sides.ts';

/** The anchor on a side of the box, canvas coordinates. */
export function anchorOf(box: Box, side: Side, offset: number, share = 0.8): Point {
  const turn = (box.rotation ?? 0) % 360;
  const reach = isAcross(side) ? box.height / 2 : box.width / 2;
  if (turn !== 0) return turnedAnchor(box, side, clamp(offset, 0.8 * Math.min(box.width, box.height) * 0.5), turn);
  const along = clamp(offset, share * reach);
  const depth = outlineDepth(box, side, along / reach);
  const [outX, outY] = outward[side];
  return isAcross(side)
    ? [centreX(box) + outX * (box.width / 2 - depth), centreY(box) + along]
    : [centreX(box) + along, centreY(box) + outY * (box.height / 2 - depth)];
}

/** True when the outline is as far out at `offset` pixels from the middle of the side as in the middle. */
export function isFlatAt(box: Box, side: Side, offset: number): boolean {
  if ((box.rotation ?? 0) % 360 !== 0) return false;
  const reach = isAcross(side) ? box.height / 2 : box.width / 2;
  return Math.abs(outlineDepth(box, side, clamp(offset, 0.8 * reach) / reach) - outlineDepth(box, side, 0)) < 1;
}

/** Where the ray from the centre, moved aside by `offset`, leaves the rectangle turned by `turn` degrees. */
function turnedAnchor(box: Box, side: Side, offset: number, turn: number): Point {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [outX, outY] = outward[side];
  const [asideX, asideY] = isAcross(side) ? [0, offset] : [offset, 0];
  // In the box's own axes the rectangle is upright.
  const [fromX, fromY] = [asideX * cos + asideY * sin, asideY * cos - asideX * sin];
  const [goX, goY] = [outX * cos + outY * sin, outY * cos - outX * sin];
  const reach = Math.min(exit(box.width / 2, fromX, goX), exit(box.height / 2, fromY, goY));
  return [centreX(box) + asideX + outX * reach, centreY(box) + asideY + outY * reach];
}

/** Distance at which a point at `from` moving by `go` leaves the interval from -half to half. */
const exit = (half: number, from: number, go: number): number =>
  Math.abs(go) < 1e-9 ? Number.MAX_VALUE : Math.max(0, ((go > 0 ? half : -half) - from) / go);

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));
