/**
 * outline-depth: how far the outline of a box lies within its rectangle, where arrows end.
 *
 * It follows core/render/boxes/shape-outline.ts, whose test holds the two together.
 */
import type { Box, ShapeKind, Side } from '#schema/element.ts';

import { isAcross } from './sides.ts';

/** Pixels at `t` along the side, -1 its left or upper end, 1 the other. */
export function outlineDepth(box: Box, side: Side, t: number): number {
  return box.type === 'shape' ? (depths[box.shape]?.(box, side, t) ?? 0) : 0;
}

type Depth = (box: Box, side: Side, t: number) => number;

const bulge = (t: number): number => 1 - Math.sqrt(1 - t * t);
const half = ({ width, height }: Box, side: Side): number => (isAcross(side) ? width : height) / 2;
/** How far down the side, 0 to 1. */
const down = (t: number): number => (t + 1) / 2;

const round: Depth = (box, side, t) => half(box, side) * bulge(t);

/** A rectangle whose corners have a radius: flat but for the ends of its sides. */
function rounded(box: Box, side: Side, t: number, radius: number): number {
  const reach = isAcross(side) ? box.height / 2 : box.width / 2;
  const r = Math.min(radius, box.width / 2, box.height / 2);
  const into = Math.abs(t) * reach - (reach - r);
  return into <= 0 ? 0 : r * bulge(Math.min(1, into / r));
}

/** The waved lower edge of a sheet of paper (core/render/boxes/shape-outline.ts) at a share of its width, as a share of its height. */
function waveAt(share: number): number {
  const right = 1 - share;
  const acrossAt = (s: number): number => 0.75 * s * (1 - s) ** 2 + 2.25 * s ** 2 * (1 - s) + s ** 3;
  let s = right;
  for (let round = 0; round < 4; round += 1) s += right - acrossAt(s);
  return 0.91 + 0.09 * (-((1 - s) ** 3) - 7.8 * s * (1 - s) ** 2 + 6 * s ** 2 * (1 - s));
}

const depths: Readonly<Partial<Record<ShapeKind, Depth>>> = {
  rounded: (box, side, t) => rounded(box, side, t, 14),
  stadium: (box, side, t) => rounded(box, side, t, Infinity),
  circle: round,
  ellipse: round,
  diamond: (box, side, t) => half(box, side) * Math.abs(t),
  cylinder: ({ height }, side, t) => (isAcross(side) ? 0 : 0.11 * height * bulge(t)),
  queue: ({ width }, side, t) => (isAcross(side) ? 0.07 * width * bulge(t) : 0),
  hexagon: ({ width, height }, side, t) =>
    isAcross(side) ? 0.2 * width * Math.abs(t) : (height / 2) * Math.max(0, (Math.abs(t) - 0.6) / 0.4),
  triangle({ width, height }, side, t) {
    if (side === 'bottom') return 0;
    return side === 'top' ? height * Math.abs(t) : (width / 2) * (1 - down(t));
  },
  parallelogram({ width, height }, side, t) {
    if (side === 'top') return height * Math.max(0, (-t - 0.7) / 0.3);
    if (side === 'bottom') return height * Math.max(0, (t - 0.7) / 0.3);
    return 0.15 * width * (side === 'left' ? 1 - down(t) : down(t));
  },
  trapezoid({ width, height }, side, t) {
    if (isAcross(side)) return 0.15 * width * (1 - down(t));
    return side === 'top' ? height * Math.max(0, (Math.abs(t) - 0.7) / 0.3) : 0;
  },
  pentagon({ width, height }, side, t) {
    if (side === 'bottom') return 0.62 * height * Math.max(0, (Math.abs(t) - 0.62) / 0.38);
    if (side === 'top') return 0.38 * height * Math.abs(t);
    const from = down(t) - 0.38;
    return from < 0 ? (width / 2) * (-from / 0.38) : 0.19 * width * (from / 0.62);
  },
  octagon(box, side, t) {
    const cut = 0.29 * Math.min(box.width, box.height);
    const reach = isAcross(side) ? box.height / 2 : box.width / 2;
    return Math.max(0, Math.abs(t) * reach - (reach - cut));
  },
  star({ width, height }, side, t) {
    if (side === 'top') return height * Math.min(0.32, Math.abs(t));
    if (side === 'bottom') return height * 0.16 * Math.max(0, 1 - Math.abs(t) / 0.618);
    // The points at the sides lie 0.382 of the height down, the inner corners 0.32 and 0.642.
    const from = down(t) - 0.382;
    return from < 0 ? width * Math.min(0.34, -from * 5.5) : width * Math.min(0.245, from * 0.94);
  },
  document: ({ height }, side, t) => (side === 'bottom' ? height * (1 - waveAt(down(t))) : 0),
  // The lowest sheet in front is 0.92 wide and 0.88 high.
  documents: ({ height }, side, t) => (side === 'bottom' ? height * 0.88 * (1 - waveAt(Math.min(1, down(t) / 0.92))) : 0),
  package({ width, height }, side, t) {
    if (side === 'right') return down(t) < 0.18 ? width * (0.48 - (0.06 * down(t)) / 0.18) : 0;
    return side === 'top' ? 0.18 * height * Math.max(0, Math.min(1, (t - 0.04) / 0.12)) : 0;
  },
  cloud: (box, side, t) => (isAcross(side) ? box.width : box.height) * between(cloud[side], t),
  // Its shoulders are a cubic curve over `half` on each side of the middle (core/render/boxes/shape-outline.ts).
  actor({ width, height }, side, t) {
    const head = Math.min(height * 0.17, width * 0.22);
    if (side === 'top') return head * bulge(Math.min(1, (Math.abs(t) * width) / 2 / head));
    if (side === 'bottom' || down(t) > 0.65) return 0;
    const [neck, foot, shoulder] = [head * 2 + height * 0.03, height * 0.65, Math.min(width * 0.4, height * 0.32)];
    const rise = Math.min(0.25, Math.max(0, foot - down(t) * height) / (3.9 * (foot - neck)));
    const s = (1 - Math.sqrt(1 - 4 * rise)) / 2;
    return width / 2 - shoulder * (1 - 6 * s * s + 4 * s ** 3);
  },
  cross: ({ width, height }, side, t) => (Math.abs(t) > 0.34 ? 0.33 * (isAcross(side) ? width : height) : 0),
  callout({ width, height }, side, t) {
    if (side === 'bottom') return 0.25 * height * Math.min(1, Math.abs(t) / 0.16);
    const below = isAcross(side) ? Math.max(0, down(t) - 0.75) / 0.25 : 0;
    return below === 0 ? 0 : width * (0.42 + 0.08 * below);
  },
  'block-arrow'({ width, height }, side, t) {
    const tip = Math.min(0.3 * width, 0.6 * height);
    if (side === 'right') return tip * Math.abs(t);
    if (side === 'left') return Math.abs(t) > 0.6 ? width - tip : 0;
    const along = down(t) * width - (width - tip);
    return along < 0 ? 0.2 * height : (height / 2) * (along / tip);
  },
};

/** The bows of a cloud at each tenth from -0.8 to 0.8, as shares of its width or height. */
const cloud: Readonly<Record<Side, readonly number[]>> = {
  top: [0.438, 0.359, 0.201, 0.156, 0.14, 0.146, 0.074, 0.037, 0.022, 0.024, 0.043, 0.086, 0.132, 0.132, 0.155, 0.212, 0.426],
  right: [0.339, 0.207, 0.157, 0.132, 0.118, 0.114, 0.117, 0.076, 0.045, 0.027, 0.017, 0.014, 0.018, 0.029, 0.049, 0.082, 0.165],
  bottom: [0.125, 0.099, 0.096, 0.049, 0.02, 0.009, 0.012, 0.03, 0.071, 0.046, 0.019, 0.009, 0.013, 0.032, 0.075, 0.104, 0.132],
  left: [0.378, 0.262, 0.201, 0.172, 0.157, 0.15, 0.152, 0.086, 0.048, 0.026, 0.014, 0.009, 0.012, 0.022, 0.041, 0.074, 0.148],
};

function between(row: readonly number[], t: number): number {
  const place = Math.max(0, Math.min(row.length - 1, (t + 0.8) * 10));
  const at = Math.floor(place);
  const [low, high] = [row[at] ?? 0, row[at + 1] ?? row[at] ?? 0];
  return low + (high - low) * (place - at);
}
