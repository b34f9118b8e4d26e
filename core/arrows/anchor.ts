/** The point on a box's outline at which an arrow ends. */
import type { Box, Point, Side } from '#schema/element.ts';

import { centreX, centreY } from '../tab/rect.ts';
import { outlineDepth } from './outline-depth.ts';
import { isAcross, outward } from './sides.ts';

/**
 * The anchor on a side of the box, in canvas coordinates: `offset` pixels from the middle of the side (right or down is positive),
 * at most `share` of half its length.
 */
export function anchorOf(box: Box, side: Side, offset: number, share = 0.8): Point {
  const rotation = (box.rotation ?? 0) % 360;
  const half = isAcross(side) ? box.height / 2 : box.width / 2;
  if (rotation !== 0) return rotatedAnchor(box, side, clamp(offset, 0.8 * Math.min(box.width, box.height) * 0.5), rotation);
  const along = clamp(offset, share * half);
  const depth = outlineDepth(box, side, along / half);
  const [outX, outY] = outward[side];
  return isAcross(side)
    ? [centreX(box) + outX * (box.width / 2 - depth), centreY(box) + along]
    : [centreX(box) + along, centreY(box) + outY * (box.height / 2 - depth)];
}

/** True if the outline `offset` pixels from the middle of the side is as far out as in the middle. */
export function isFlatAt(box: Box, side: Side, offset: number): boolean {
  if ((box.rotation ?? 0) % 360 !== 0) return false;
  const half = isAcross(side) ? box.height / 2 : box.width / 2;
  return Math.abs(outlineDepth(box, side, clamp(offset, 0.8 * half) / half) - outlineDepth(box, side, 0)) < 1;
}

/** Where the ray from the center, shifted by `offset` pixels, leaves the rectangle rotated by `rotation` degrees. */
function rotatedAnchor(box: Box, side: Side, offset: number, rotation: number): Point {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [outX, outY] = outward[side];
  const [shiftX, shiftY] = isAcross(side) ? [0, offset] : [offset, 0];
  // In the box's own axes the rectangle is upright.
  const [fromX, fromY] = [shiftX * cos + shiftY * sin, shiftY * cos - shiftX * sin];
  const [directionX, directionY] = [outX * cos + outY * sin, outY * cos - outX * sin];
  const distance = Math.min(exit(box.width / 2, fromX, directionX), exit(box.height / 2, fromY, directionY));
  return [centreX(box) + shiftX + outX * distance, centreY(box) + shiftY + outY * distance];
}

/** The distance at which a point at `from` that moves by `step` leaves the interval from -half to half. */
const exit = (half: number, from: number, step: number): number =>
  Math.abs(step) < 1e-9 ? Number.MAX_VALUE : Math.max(0, ((step > 0 ? half : -half) - from) / step);

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));
