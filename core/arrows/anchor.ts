/**
 * anchor: the point of a box's outline at which an arrow ends.
 * P1  It lies at the middle of the side, moved along it by `offset` pixels (right or down is positive), at most to 0.8 of
 *     the half side.
 * P2  On round and slanted kinds it lies on the outline, not on the rectangle around it.
 * P3  On a turned box it lies where a line from the centre towards that side of the canvas leaves the turned rectangle.
 */
import type { Box, Point, ShapeKind, Side } from '#schema/element.ts';

import { centreX, centreY } from '../tab/rect.ts';

/** Unit vector out of a side. */
export const outward: Readonly<Record<Side, readonly [number, number]>> = {
  top: [0, -1],
  right: [1, 0],
  bottom: [0, 1],
  left: [-1, 0],
};

export const isAcross = (side: Side): boolean => side === 'left' || side === 'right';

/** The anchor on a side of the box, canvas coordinates. */
export function anchorOf(box: Box, side: Side, offset: number): Point {
  const turn = (box.rotation ?? 0) % 360;
  const reach = isAcross(side) ? box.height / 2 : box.width / 2;
  if (turn !== 0) return turnedAnchor(box, side, clamp(offset, 0.8 * Math.min(box.width, box.height) * 0.5), turn);
  const along = clamp(offset, 0.8 * reach);
  const depth = outlineDepth(box, side, along / reach);
  const [outX, outY] = outward[side];
  return isAcross(side)
    ? [centreX(box) + outX * (box.width / 2 - depth), centreY(box) + along]
    : [centreX(box) + along, centreY(box) + outY * (box.height / 2 - depth)];
}

/** How far the outline lies within the rectangle at `t` along the side, -1 its left or upper end, 1 the other. */
function outlineDepth(box: Box, side: Side, t: number): number {
  return box.type === 'shape' ? (depths[box.shape]?.(box, side, t) ?? 0) : 0;
}

type Depth = (box: Box, side: Side, t: number) => number;

const bulge = (t: number): number => 1 - Math.sqrt(1 - t * t);
const half = ({ width, height }: Box, side: Side): number => (isAcross(side) ? width : height) / 2;
/** How far down the side, 0 to 1. */
const down = (t: number): number => (t + 1) / 2;

const round: Depth = (box, side, t) => half(box, side) * bulge(t);

const depths: Readonly<Partial<Record<ShapeKind, Depth>>> = {
  circle: round,
  ellipse: round,
  diamond: (box, side, t) => half(box, side) * Math.abs(t),
  stadium: ({ width, height }, side, t) => (isAcross(side) && width >= height ? (height / 2) * bulge(t) : 0),
  hexagon: ({ width }, side, t) => (isAcross(side) ? 0.2 * width * Math.abs(t) : 0),
  triangle({ width, height }, side, t) {
    if (side === 'bottom') return 0;
    return side === 'top' ? height * Math.abs(t) : (width / 2) * (1 - down(t));
  },
  parallelogram({ width }, side, t) {
    if (!isAcross(side)) return 0;
    return 0.15 * width * (side === 'left' ? 1 - down(t) : down(t));
  },
  trapezoid: ({ width }, side, t) => (isAcross(side) ? 0.15 * width * (1 - down(t)) : 0),
  pentagon({ width, height }, side, t) {
    if (!isAcross(side)) return side === 'top' ? 0.38 * height * Math.abs(t) : 0;
    const from = down(t) - 0.38;
    return from < 0 ? (width / 2) * (-from / 0.38) : 0.19 * width * (from / 0.62);
  },
  star({ width, height }, side, t) {
    if (side === 'top') return height * Math.min(0.32, Math.abs(t));
    if (side === 'bottom') return height * 0.16 * Math.max(0, 1 - Math.abs(t) / 0.618);
    // The points at the sides lie 0.382 of the height down, the inner corners 0.32 and 0.642.
    const from = down(t) - 0.382;
    return from < 0 ? width * Math.min(0.34, -from * 5.5) : width * Math.min(0.245, from * 0.94);
  },
  document: ({ height }, side) => (side === 'bottom' ? 0.12 * height : 0),
  documents: ({ height }, side) => (side === 'bottom' ? 0.11 * height : 0),
  package: ({ height }, side, t) => (side === 'top' ? 0.18 * height * Math.max(0, Math.min(1, (t - 0.04) / 0.12)) : 0),
  cloud: ({ height }, side) => (side === 'bottom' ? 0.07 * height : 0),
  'block-arrow'({ width, height }, side, t) {
    if (!isAcross(side)) return 0.2 * height;
    return side === 'right' ? Math.min(0.3 * width, 0.6 * height) * Math.abs(t) : 0;
  },
};

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
