/** The line of an arrow from a box to itself. SPEC.md has the rules. */
import { type Box, type Point, type Side, sides } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, grown, right } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { anchorOf, isFlatAt } from './anchor.ts';
import type { PinnedTo } from './ends.ts';
import { isObstacle, passesThrough } from './obstacles.ts';
import type { ParallelPlace } from './parallel-offset.ts';
import type { ArrowRoute } from './route.ts';
import { isAcross, outward } from './sides.ts';

/** How far a loop is away from its box, and from the one inside of it: as much as a label of two lines needs. */
export const loopSize = 24;
/** The share of the way from the middle of a side to the corner at which a loop ends: the middle is free for other arrows. */
const endShare = 0.4;

/** Clockwise. */
const sideOrder: readonly Side[] = ['top', 'right', 'bottom', 'left'];

type LoopSides = readonly [out: Side, into: Side];

/** Where a loop is, if nothing is in the way and no side is named. */
const usualSides: readonly LoopSides[] = [
  ['right', 'top'],
  ['left', 'top'],
  ['right', 'bottom'],
  ['left', 'bottom'],
];

/** In the first place where no box is in the way; within the loops before it if there is room for those alone. */
export function loopRoute(
  from: PinnedTo,
  to: PinnedTo,
  { rank, count }: ParallelPlace,
  tab: Pick<TabView, 'boxesIn'>,
): ArrowRoute {
  const ends = { from, to };
  const reach = loopSize * (1 + rank);
  const region = grown(from.box, reach);
  const obstacles = Array.from(tab.boxesIn(region)).filter((other) => isObstacle(other, ends));
  const share = endShare * (1 - rank / Math.max(1, count));
  const loops = [reach, loopSize / (rank + 1)].flatMap((distance) =>
    sidesOf(from, to).flatMap((pair) => loopsBetween(pair, ends, grown(from.box, distance), share)),
  );
  const points = loops.find((loop) => !obstacles.some((other) => passesThrough(loop, other))) ?? loops[0] ?? [];
  return { ends, points, curve: null, region };
}

function sidesOf({ side: out }: PinnedTo, { side: into }: PinnedTo): readonly LoopSides[] {
  if (out !== undefined && into !== undefined) return [[out, into]];
  if (out !== undefined) return besides(out).map((side) => [out, side]);
  if (into !== undefined) return besides(into).map((side) => [side, into]);
  return usualSides;
}

const besides = (side: Side): Side[] => sides.filter((other) => isAcross(other) !== isAcross(side));

/** The shortest lines around the ring; two between opposite sides, the upper or left one first. */
function loopsBetween([out, into]: LoopSides, { from, to }: Ends, ring: Rect, share: number): Point[][] {
  const steps = (sideOrder.indexOf(into) - sideOrder.indexOf(out) + 4) % 4;
  const turns: (1 | -1)[] = steps === 2 ? (isUpperLeft(out) ? [1, -1] : [-1, 1]) : [steps < 2 ? 1 : -1];
  return turns.map((turn) => {
    const [start, end] = [endOn(from, out, turn * share), endOn(to, into, -turn * share)];
    const corners = Array.from({ length: turn === 1 ? steps : (4 - steps) % 4 }, (_, step) => cornerAfter(out, turn, step, ring));
    return [start, onRing(start, out, ring), ...corners, onRing(end, into, ring), end];
  });
}

type Ends = { readonly from: PinnedTo; readonly to: PinnedTo };

/** Clockwise from these, the way to the opposite side is along the top or the left. */
const isUpperLeft = (out: Side): boolean => out === 'left' || out === 'bottom';

/** `share`: of the way from the middle of the side to its end in clockwise direction. */
function endOn({ box, offset }: PinnedTo, side: Side, share: number): Point {
  if (offset !== null) return anchorOf(box, side, offset, 1);
  const clockwise = side === 'top' || side === 'right' ? 1 : -1;
  const away = (clockwise * share * lengthOf(box, side)) / 2;
  return anchorOf(box, side, isFlatAt(box, side, away) ? away : 0);
}

const lengthOf = (box: Box, side: Side): number => (isAcross(side) ? box.height : box.width);

function onRing([x, y]: Point, side: Side, ring: Rect): Point {
  if (isAcross(side)) return [side === 'left' ? ring.x : right(ring), y];
  return [x, side === 'top' ? ring.y : bottom(ring)];
}

/** The corner of the ring that is passed some steps after leaving a side. */
function cornerAfter(out: Side, turn: 1 | -1, step: number, ring: Rect): Point {
  const side = sideOrder[(sideOrder.indexOf(out) + turn * step + 4) % 4] ?? out;
  const next = sideOrder[(sideOrder.indexOf(side) + turn + 4) % 4] ?? side;
  const [dx, dy] = [outward[side][0] + outward[next][0], outward[side][1] + outward[next][1]];
  return [dx < 0 ? ring.x : right(ring), dy < 0 ? ring.y : bottom(ring)];
}
