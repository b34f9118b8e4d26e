/**
 * The cheapest orthogonal path between two terminals (A* over the grid of clearances). Length, bends, sides that do not
 * face the other end, ports away from the middle, and fences and paths that are crossed cost.
 */
import type { Point, Side } from '#schema/element.ts';

import { isAcross, opposite } from '../arrows/sides.ts';
import { bottom, right } from '../tab/rect.ts';
import { type ClearanceGrid, clearanceGrid, firstAbove, type PathRequest } from './clearance-grid.ts';
import { StateHeap } from './state-heap.ts';
import { straightened } from './straightened.ts';
import { sideLine, type Terminal } from './terminal.ts';

export type OrthogonalPath = { readonly points: readonly Point[]; readonly out: Side; readonly into: Side };

export const bendCost = 60;
/** Cost of a pixel that a port is away from the middle of its side. */
export const offCentreCost = 0.15;

/** Directions are numbered right, down, left, up; a state is a point of the grid and the direction that it is reached in. */
const stepX = [1, 0, -1, 0] as const;
const stepY = [0, 1, 0, -1] as const;
const directionOf: Readonly<Record<Side, number>> = { right: 0, bottom: 1, left: 2, top: 3 };

type GridPort = { readonly cell: number; readonly direction: number; readonly cost: number; readonly side: Side };

/** Null if every way is blocked. */
export function cheapestPath(request: PathRequest): OrthogonalPath | null {
  const grid = clearanceGrid(request);
  const { xs, ys, level, upright } = grid;
  const nx = xs.length;
  const starts = portsOf(grid, request.from);
  const goals = new Map<number, GridPort>();
  for (const goal of portsOf(grid, request.to)) {
    const state = goal.cell * 4 + ((goal.direction + 2) % 4);
    if (goal.cost < (goals.get(state)?.cost ?? Infinity)) goals.set(state, goal);
  }
  const target = request.to.rect;
  const estimate = (cell: number, direction: number): number => {
    const [x, y] = [xs[cell % nx] ?? 0, ys[Math.floor(cell / nx)] ?? 0];
    const dx = x < target.x ? target.x - x : Math.min(0, right(target) - x);
    const dy = y < target.y ? target.y - y : Math.min(0, bottom(target) - y);
    const isLevel = direction % 2 === 0;
    const [ahead, aside] = isLevel ? [dx * (1 - direction), dy] : [dy * (2 - direction), dx];
    return Math.abs(dx) + Math.abs(dy) + bendCost * (ahead < 0 ? 2 : aside === 0 ? 0 : 1);
  };
  const costs = new Float64Array(nx * ys.length * 4).fill(Infinity);
  const previous = new Int32Array(costs.length).fill(-1);
  const outs = new Map<number, Side>();
  const heap = new StateHeap();
  for (const { cell, direction, cost, side } of starts) {
    const state = cell * 4 + direction;
    if (cost >= (costs[state] ?? 0)) continue;
    costs[state] = cost;
    outs.set(state, side);
    heap.push(state, cost + estimate(cell, direction));
  }
  let [best, bestCost] = [-1, Infinity];
  while (heap.size > 0 && heap.leastCost < bestCost) {
    const priority = heap.leastCost;
    const state = heap.pop();
    const direction = state % 4;
    const cell = (state - direction) / 4;
    const cost = costs[state] ?? 0;
    if (cost + estimate(cell, direction) < priority - 1e-6) continue;
    const isStart = previous[state] === -1;
    const goal = goals.get(state);
    if (goal !== undefined && !isStart && cost + goal.cost < bestCost) [best, bestCost] = [state, cost + goal.cost];
    // A path leaves its terminal straight.
    for (let turn = isStart ? 0 : -1; turn <= (isStart ? 0 : 1); turn += 1) {
      const next = (direction + turn + 4) % 4;
      const edge = next === 0 ? level[cell] : next === 2 ? level[cell - 1] : next === 1 ? upright[cell] : upright[cell - nx];
      if (edge === undefined || edge === Infinity || (next === 2 && cell % nx === 0)) continue;
      const total = cost + edge + (turn === 0 ? 0 : bendCost);
      const reached = (cell + (stepX[next] ?? 0) + (stepY[next] ?? 0) * nx) * 4 + next;
      if (total >= (costs[reached] ?? 0) - 1e-9) continue;
      costs[reached] = total;
      previous[reached] = state;
      heap.push(reached, total + estimate((reached - next) / 4, next));
    }
  }
  return best === -1 ? null : pathTo(best, previous, grid, outs, goals);
}

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
  return out === undefined || into === undefined ? null : { points: straightened(points.toReversed()), out, into };
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
