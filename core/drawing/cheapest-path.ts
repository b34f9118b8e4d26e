/**
 * The cheapest orthogonal path between two terminals (A* over the grid of clearances). Length, bends, sides that do not
 * face the other end, ports away from the middle, and fences and paths that are crossed cost.
 */
import { type Point, type Side, sides } from '#schema/element.ts';

import { isAcross, opposite } from '../arrows/sides.ts';
import { type ClearanceGrid, clearanceGrid, firstAbove, type PathRequest } from './clearance-grid.ts';
import { floatsOf, integersOf } from './scratch.ts';
import { StateHeap } from './state-heap.ts';
import { straightened } from './straightened.ts';
import { sideLine, type Terminal } from './terminal.ts';

export type OrthogonalPath = { readonly points: readonly Point[]; readonly out: Side; readonly into: Side };

export const bendCost = 60;
/** Cost of a bend that leaves a head fewer pixels than `leastEnd` [RT20]: more than that of crossing another line. */
export const shortEndCost = 400;
export const leastEnd = 14;
/** Cost of a pixel that a port is away from the middle of its side. */
export const offCentreCost = 0.15;

/** Directions are numbered right, down, left, up; a state is a point of the grid and the direction that it is reached in. */
const directionOf: Readonly<Record<Side, number>> = { right: 0, bottom: 1, left: 2, top: 3 };

type GridPort = { readonly cell: number; readonly direction: number; readonly cost: number; readonly side: Side };

const heap = new StateHeap();

/** Null if every way is blocked. */
export function cheapestPath(request: PathRequest): OrthogonalPath | null {
  const grid = clearanceGrid(request);
  const { level, upright, nx, ny } = grid;
  const goals = new Map<number, GridPort>();
  for (const goal of portsOf(grid, request.to)) {
    const state = goal.cell * 4 + ((goal.direction + 2) % 4);
    if (goal.cost < (goals.get(state)?.cost ?? Infinity)) goals.set(state, goal);
  }
  const rest = new RestOfPath(grid, request.to);
  const size = nx * ny * 4;
  const costs = floatsOf('costs', size).fill(Infinity);
  const previous = integersOf('previous', size).fill(-1);
  const outs = new Map<number, Side>();
  heap.clear();
  for (const { cell, direction, cost, side } of portsOf(grid, request.from)) {
    const state = cell * 4 + direction;
    if (cost >= (costs[state] ?? 0)) continue;
    costs[state] = cost;
    outs.set(state, side);
    heap.push(state, cost + rest.least(cell, direction));
  }
  const steps = [1, nx, -1, -nx] as const;
  let best = -1;
  let bestCost = Infinity;
  while (heap.size > 0 && heap.leastCost < bestCost) {
    const priority = heap.leastCost;
    const state = heap.pop();
    const direction = state & 3;
    const cell = state >> 2;
    const cost = costs[state] ?? 0;
    if (cost + rest.least(cell, direction) < priority - 1e-6) continue;
    const isStart = previous[state] === -1;
    const goal = goals.get(state);
    if (goal !== undefined && !isStart && cost + goal.cost < bestCost) {
      best = state;
      bestCost = cost + goal.cost;
    }
    const column = cell % nx;
    // A path leaves its terminal straight.
    for (let turn = isStart ? 0 : -1; turn <= (isStart ? 0 : 1); turn += 1) {
      const next = (direction + turn + 4) & 3;
      const reached = cell + (steps[next] ?? 0);
      let edge = Infinity;
      if (next === 0) edge = level[cell] ?? Infinity;
      else if (next === 1) edge = upright[cell] ?? Infinity;
      else if (next === 2 && column > 0) edge = level[reached] ?? Infinity;
      else if (next === 3 && reached >= 0) edge = upright[reached] ?? Infinity;
      if (edge === Infinity) continue;
      const bend = turn === 0 ? 0 : rest.isShort(cell, next) ? bendCost + shortEndCost : bendCost;
      const total = cost + edge + bend;
      const after = reached * 4 + next;
      if (total >= (costs[after] ?? 0) - 1e-9) continue;
      costs[after] = total;
      previous[after] = state;
      heap.push(after, total + rest.least(reached, next));
    }
  }
  return best === -1 ? null : pathTo(best, previous, grid, outs, goals);
}

/** The least that the rest of a path can cost, as if nothing were in the way: for each side, its length and its bends. */
class RestOfPath {
  readonly #nx: number;
  readonly #goals: readonly GoalSide[];

  constructor({ xs, ys, nx }: ClearanceGrid, { rect, sides, isInward }: Terminal) {
    this.#nx = nx;
    this.#goals = sides.map(({ side, cost, range }, index) => {
      const across = isAcross(side);
      const [ahead, beside] = across ? [xs, ys] : [ys, xs];
      const along = floatsOf(alongNames[index] ?? '', ahead.length);
      const aside = floatsOf(asideNames[index] ?? '', beside.length);
      const [line, low, high] = [sideLine(rect, side), range.low - 0.6, range.high + 0.6];
      for (let at = 0; at < ahead.length; at += 1) along[at] = line - (ahead[at] ?? 0);
      for (let at = 0; at < beside.length; at += 1) {
        const value = beside[at] ?? 0;
        aside[at] = value < low ? low - value : Math.min(0, high - value);
      }
      const arrival = directionOf[isInward ? side : opposite[side]];
      return { isUpright: !across, sign: arrival < 2 ? 1 : -1, cost, along, aside };
    });
  }

  least(cell: number, direction: number): number {
    const column = cell % this.#nx;
    const row = (cell - column) / this.#nx;
    const isUpright = (direction & 1) === 1;
    const sign = direction < 2 ? 1 : -1;
    let least = Infinity;
    for (const goal of this.#goals) {
      const along = goal.along[goal.isUpright ? row : column] ?? 0;
      const aside = goal.aside[goal.isUpright ? column : row] ?? 0;
      const isAhead = along * goal.sign > -0.05;
      let bends = 0;
      if (isUpright !== goal.isUpright) bends = isAhead && aside * sign >= 0 ? 1 : 3;
      else if (sign !== goal.sign) bends = 2;
      else if (!isAhead) bends = 4;
      else if (aside !== 0) bends = 2;
      const total = Math.abs(along) + Math.abs(aside) + bends * bendCost + goal.cost;
      if (total < least) least = total;
    }
    return least;
  }

  /** Whether a path that turns into this direction here has no room for a head before the side where it arrives. */
  isShort(cell: number, direction: number): boolean {
    const column = cell % this.#nx;
    const row = (cell - column) / this.#nx;
    return this.#goals.some(({ isUpright, sign, along, aside }) => {
      if (isUpright !== ((direction & 1) === 1) || sign !== (direction < 2 ? 1 : -1)) return false;
      const left = (along[isUpright ? row : column] ?? 0) * sign;
      return left > 0.05 && left < leastEnd && aside[isUpright ? column : row] === 0;
    });
  }
}

type GoalSide = {
  readonly isUpright: boolean;
  /** The direction in which the path arrives. */
  readonly sign: number;
  readonly cost: number;
  /** How far the side is from each column or row, and its ports from each row or column. */
  readonly along: Float64Array;
  readonly aside: Float64Array;
};

const alongNames = sides.map((side) => `along ${side}`);
const asideNames = sides.map((side) => `aside ${side}`);

function pathTo(
  best: number,
  previous: Int32Array,
  { xs, ys }: ClearanceGrid,
  outs: ReadonlyMap<number, Side>,
  goals: ReadonlyMap<number, GridPort>,
): OrthogonalPath | null {
  const points: Point[] = [];
  let start = best;
  for (let state = best; state !== -1; state = previous[state] ?? -1) {
    const cell = Math.floor(state / 4);
    points.push([xs[cell % xs.length] ?? 0, ys[Math.floor(cell / xs.length)] ?? 0]);
    start = state;
  }
  const [out, into] = [outs.get(start), goals.get(best)?.side];
  return out === undefined || into === undefined ? null : { points: straightened(points.reverse()), out, into };
}

/** The points of the grid on the sides of a terminal, with the direction that leads away from it. */
function portsOf({ xs, ys }: ClearanceGrid, { rect, sides, isInward }: Terminal): GridPort[] {
  const ports: GridPort[] = [];
  for (const { side, cost, range } of sides) {
    const across = isAcross(side);
    const [along, fixed] = across ? [ys, xs] : [xs, ys];
    const at = nearest(fixed, sideLine(rect, side));
    const direction = directionOf[isInward ? opposite[side] : side];
    for (let k = firstAbove(along, range.low - 0.6); k < along.length && (along[k] ?? 0) <= range.high + 0.6; k += 1) {
      const total = cost + Math.abs((along[k] ?? 0) - range.desired) * offCentreCost;
      ports.push({ cell: across ? k * xs.length + at : at * xs.length + k, direction, cost: total, side });
    }
  }
  return ports;
}

function nearest(values: Float64Array, value: number): number {
  const at = firstAbove(values, value);
  if (at === 0) return 0;
  return at < values.length && (values[at] ?? 0) - value < value - (values[at - 1] ?? 0) ? at : at - 1;
}
