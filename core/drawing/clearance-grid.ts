/**
 * The grid on which orthogonal paths are searched: the coordinates at which a cheapest path may turn, and what each edge
 * between two of them costs. (Wybrow, Marriott, Stuckey: "Orthogonal connector routing", Graph Drawing 2009, section 3.)
 */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { isAcross } from '../arrows/sides.ts';
import { bottom, grown, right } from '../tab/rect.ts';
import { floatsOf } from './scratch.ts';
import { sideLine, type Terminal } from './terminal.ts';

export type PathRequest = {
  readonly from: Terminal;
  readonly to: Terminal;
  /** Never crossed. */
  readonly walls: readonly Rect[];
  /** Crossed at a price for each border. */
  readonly fences: readonly Fence[];
  /** Frames that hold an end: the path rather runs outside of them than along a border. */
  readonly frames: readonly Rect[];
  /** Paths that cost where they are crossed. */
  readonly others: readonly (readonly Point[])[];
};

export type Fence = { readonly rect: Rect; readonly cost: number };

/** Valid until the next grid is made. */
export type ClearanceGrid = {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** How many columns and rows. */
  readonly nx: number;
  readonly ny: number;
  /** Costs of the edges to the right of, and below, the point in column i and row j, at j * xs.length + i; Infinity: blocked. */
  readonly level: Float64Array;
  readonly upright: Float64Array;
};

/** Pixels that paths keep from walls where there is room. */
export const clearance = 14;
export const crossingCost = 300;
/** Pixels inside of a border where lines along it cost twice their length: between a box and its frame there is hardly more room. */
const stripWidth = 20;

export function clearanceGrid(request: PathRequest): ClearanceGrid {
  const { from, to, walls, fences, frames, others } = request;
  const [xs, ys] = coordinatesOf(request);
  const [nx, ny] = [xs.length, ys.length];
  const [level, upright] = [floatsOf('level', nx * ny), floatsOf('upright', nx * ny)];
  for (let j = 0; j < ny; j += 1) {
    const height = j + 1 < ny ? (ys[j + 1] ?? 0) - (ys[j] ?? 0) : Infinity;
    for (let i = 0; i < nx; i += 1) {
      const at = j * nx + i;
      level[at] = i + 1 < nx ? (xs[i + 1] ?? 0) - (xs[i] ?? 0) : Infinity;
      upright[at] = height;
    }
  }
  const grid: ClearanceGrid = { xs, ys, nx, ny, level, upright };
  for (const fence of fences) chargeFence(grid, fence);
  for (const frame of frames) chargeStrips(grid, frame);
  for (const path of others) chargeCrossings(grid, path);
  for (const wall of walls) block(grid, wall);
  for (const { rect, isInward } of [from, to]) if (!isInward) block(grid, rect);
  return grid;
}

function coordinatesOf({ from, to, walls, fences, frames }: PathRequest): [Float64Array, Float64Array] {
  const [xs, ys]: [number[], number[]] = [[], []];
  const addAround = (rect: Rect): void => {
    xs.push(rect.x - clearance, right(rect) + clearance);
    ys.push(rect.y - clearance, bottom(rect) + clearance);
  };
  for (const { rect, sides, isInward } of [from, to]) {
    addAround(rect);
    if (isInward) addAround({ x: rect.x + 2 * clearance, y: rect.y + 2 * clearance, width: rect.width - 4 * clearance, height: rect.height - 4 * clearance }); // prettier-ignore
    for (const { side, range } of sides) {
      const across = isAcross(side);
      (across ? ys : xs).push(range.desired);
      (across ? xs : ys).push(sideLine(rect, side));
    }
  }
  xs.push(...shared(from, to, false), ...gap(from.rect.x, right(from.rect), to.rect.x, right(to.rect)));
  ys.push(...shared(from, to, true), ...gap(from.rect.y, bottom(from.rect), to.rect.y, bottom(to.rect)));
  for (const rect of walls) addAround(rect);
  for (const { rect } of fences) addAround(rect);
  for (const rect of frames) addAround(rect);
  addNarrowGaps(walls, xs, ys);
  return [unique(xs), unique(ys)];
}

/** The middle of what both ranges of ports have in common: a straight line fits there. */
function shared(from: Terminal, to: Terminal, across: boolean): number[] {
  const [a, b] = [from, to].map(({ sides }) => sides.find(({ side }) => isAcross(side) === across)?.range);
  if (a === undefined || b === undefined) return [];
  const [low, high] = [Math.max(a.low, b.low), Math.min(a.high, b.high)];
  return low <= high ? [(low + high) / 2, low, high] : [];
}

/** The middle between two intervals. */
const gap = (a: number, b: number, c: number, d: number): number[] => (b < c ? [(b + c) / 2] : d < a ? [(d + a) / 2] : []);

/** Between two walls that leave no room for the clearance of both, the middle. */
function addNarrowGaps(walls: readonly Rect[], xs: number[], ys: number[]): void {
  for (const a of walls) {
    for (const b of walls) {
      const [gapX, gapY] = [b.x - right(a), b.y - bottom(a)];
      if (gapX > 2 && gapX <= 2 * clearance && a.y < bottom(b) && b.y < bottom(a)) xs.push(right(a) + gapX / 2);
      if (gapY > 2 && gapY <= 2 * clearance && a.x < right(b) && b.x < right(a)) ys.push(bottom(a) + gapY / 2);
    }
  }
}

function unique(values: number[]): Float64Array {
  const kept = Float64Array.from(values).sort();
  let count = 0;
  let last = -Infinity;
  for (const value of kept) {
    if (value - last <= 0.02) continue;
    kept[count] = last = value;
    count += 1;
  }
  return kept.subarray(0, count);
}

/** Index of the first value above the limit. */
export function firstAbove(values: Float64Array, limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Blocks the edges that come nearer than a pixel to the rectangle. */
function block({ xs, ys, level, upright }: ClearanceGrid, rect: Rect): void {
  const nx = xs.length;
  const [i0, i1] = [firstAbove(xs, rect.x + 0.01), firstAbove(xs, right(rect) - 0.01)];
  const [j0, j1] = [firstAbove(ys, rect.y + 0.01), firstAbove(ys, bottom(rect) - 0.01)];
  const [nearI0, nearI1] = [firstAbove(xs, rect.x - 1), firstAbove(xs, right(rect) + 1 - 1e-9)];
  const [nearJ0, nearJ1] = [firstAbove(ys, rect.y - 1), firstAbove(ys, bottom(rect) + 1 - 1e-9)];
  for (let j = nearJ0; j < nearJ1; j += 1) for (let i = Math.max(0, i0 - 1); i < i1; i += 1) level[j * nx + i] = Infinity;
  for (let i = nearI0; i < nearI1; i += 1) for (let j = Math.max(0, j0 - 1); j < j1; j += 1) upright[j * nx + i] = Infinity;
}

/** Edges across a border of the fence cost extra, and those inside of it, or on a border, twice their length. */
function chargeFence({ xs, ys, level, upright }: ClearanceGrid, { rect: border, cost }: Fence): void {
  const nx = xs.length;
  const rect = grown(border, 0.5);
  const price = (a: number, b: number, low: number, high: number): number => {
    const [inA, inB] = [a > low && a < high, b > low && b < high];
    if (inA !== inB) return cost;
    if (inA) return b - a;
    return a <= low && b >= high ? 2 * cost : 0;
  };
  for (let j = 0; j < ys.length; j += 1) {
    const y = ys[j] ?? 0;
    for (let i = 0; i < nx; i += 1) {
      const [x, at] = [xs[i] ?? 0, j * nx + i];
      if (i + 1 < nx && y >= rect.y && y <= bottom(rect))
        level[at] = (level[at] ?? 0) + price(x, xs[i + 1] ?? 0, rect.x, right(rect));
      if (j + 1 < ys.length && x >= rect.x && x <= right(rect))
        upright[at] = (upright[at] ?? 0) + price(y, ys[j + 1] ?? 0, rect.y, bottom(rect));
    }
  }
}

/** Whether a line at `value` runs near a border of a frame that reaches from `low` to `high`, on the inside. */
export const isInStrip = (value: number, low: number, high: number): boolean =>
  value > low && value < high && (value < low + stripWidth || value > high - stripWidth);

/** Edges along the borders of a frame, on the inside, cost twice their length. */
function chargeStrips({ xs, ys, nx, ny, level, upright }: ClearanceGrid, frame: Rect): void {
  for (let j = 0; j < ny; j += 1) {
    const y = ys[j] ?? 0;
    const isLevelStrip = isInStrip(y, frame.y, bottom(frame));
    for (let i = 0; i < nx; i += 1) {
      const [x, at] = [xs[i] ?? 0, j * nx + i];
      const [nextX, nextY] = [xs[i + 1] ?? x, ys[j + 1] ?? y];
      if (isLevelStrip && x >= frame.x && nextX <= right(frame)) level[at] = (level[at] ?? 0) + nextX - x;
      if (y >= frame.y && nextY <= bottom(frame) && isInStrip(x, frame.x, right(frame)))
        upright[at] = (upright[at] ?? 0) + nextY - y;
    }
  }
}

/** Edges across the path cost extra; those along it do not, because tracks are set apart afterwards. */
function chargeCrossings(grid: ClearanceGrid, path: readonly Point[]): void {
  const { xs, ys, nx, level, upright } = grid;
  for (let index = 1; index < path.length; index += 1) {
    const [a, b] = [path[index - 1], path[index]];
    if (a === undefined || b === undefined) continue;
    if (a[0] === b[0]) chargeAcross(xs, ys, a[0], a[1], b[1], level, 1, nx);
    else chargeAcross(ys, xs, a[1], a[0], b[0], upright, nx, 1);
  }
}

/** Charges the edges across a line: it is at `line` of the coordinates `across`, and reaches from `a` to `b` of those `along`. */
function chargeAcross(
  across: Float64Array,
  along: Float64Array,
  line: number,
  a: number,
  b: number,
  costs: Float64Array,
  stepAcross: number,
  stepAlong: number,
): void {
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  if (line < (across[0] ?? 0) || line > (across.at(-1) ?? 0) || high < (along[0] ?? 0) || low > (along.at(-1) ?? 0)) return;
  const k = firstAbove(across, line - 0.01) - 1;
  if (k < 0 || k + 1 >= across.length) return;
  // A path on a line of the grid is crossed by two edges.
  const isOnLine = Math.abs((across[k + 1] ?? 0) - line) < 0.02;
  const end = firstAbove(along, high - 0.01);
  for (let m = firstAbove(along, low + 0.01); m < end; m += 1) {
    const at = k * stepAcross + m * stepAlong;
    costs[at] = (costs[at] ?? 0) + (isOnLine ? crossingCost / 2 : crossingCost);
    if (isOnLine && k + 2 < across.length) costs[at + stepAcross] = (costs[at + stepAcross] ?? 0) + crossingCost / 2;
  }
}
