/**
 * An order of segments in crowded channels, found as jobs are scheduled between release times and deadlines: from one side on,
 * the segment that has to come first is next. One that came too late has to come earlier next time.
 */
import type { TrackPair } from './track-placement.ts';
import type { TrackSegment } from './track-segment.ts';

/** How often segments that came too late are scheduled earlier. */
const scheduleRounds = 24;
const tolerance = 1e-6;

type Neighbor = { readonly index: number; readonly gap: number };

/** The pairs in the order of the schedule in which the fewest find no room; these come last. */
export function scheduledPairs(
  members: readonly TrackSegment[],
  pairs: readonly TrackPair[],
  gapOf: (pair: TrackPair) => number,
): readonly TrackPair[] {
  const neighbors: Neighbor[][] = members.map(() => []);
  for (const pair of pairs) {
    const gap = gapOf(pair);
    neighbors[pair.left]?.push({ index: pair.right, gap });
    neighbors[pair.right]?.push({ index: pair.left, gap });
  }
  const deadlines = members.map(({ high }) => high);
  let best: Scheduled = { kept: [], crowded: pairs };
  for (let round = 0; round < scheduleRounds && best.crowded.length > 0; round += 1) {
    const schedule = scheduleBy(deadlines, members, neighbors);
    const order = orderIn(schedule, pairs, gapOf);
    if (order.crowded.length < best.crowded.length) best = order;
    for (const { index, by } of schedule.late) deadlines[index] = (deadlines[index] ?? 0) - by;
  }
  return [...best.kept, ...best.crowded];
}

type Scheduled = { readonly kept: readonly TrackPair[]; readonly crowded: readonly TrackPair[] };

function orderIn({ places, positions }: Schedule, pairs: readonly TrackPair[], gapOf: (pair: TrackPair) => number): Scheduled {
  const kept: TrackPair[] = [];
  const crowded: TrackPair[] = [];
  for (const pair of pairs) {
    const { left, right } = pair;
    const isOrdered = (places[left] ?? 0) < (places[right] ?? 0);
    const room = ((positions[right] ?? 0) - (positions[left] ?? 0)) * (isOrdered ? 1 : -1);
    (room < gapOf(pair) - tolerance ? crowded : kept).push(isOrdered ? pair : { ...pair, left: right, right: left });
  }
  return { kept, crowded };
}

type Schedule = {
  /** When it is the turn of each segment. */
  readonly places: readonly number[];
  readonly positions: readonly number[];
  /** Segments for which no room was left: others may come to lie on them. */
  readonly late: readonly { readonly index: number; readonly by: number }[];
};

/** Puts segments at the least positions that are left to them, of those that compete for one the most urgent first. */
function scheduleBy(
  deadlines: readonly number[],
  members: readonly TrackSegment[],
  neighbors: readonly (readonly Neighbor[])[],
): Schedule {
  const positions = members.map(({ low }) => low);
  const places = members.map(() => 0);
  const late: { index: number; by: number }[] = [];
  const open = new Set(members.keys());
  const leastOf = (index: number): number => positions[index] ?? 0;
  const deadlineOf = (index: number): number => deadlines[index] ?? 0;
  const widest = Math.max(...neighbors.flat().map(({ gap }) => gap));
  while (open.size > 0) {
    let first = Infinity;
    for (const index of open) first = Math.min(first, leastOf(index));
    let next = -1;
    for (const index of open) {
      if (leastOf(index) >= first + widest) continue;
      if (next === -1 || deadlineOf(index) < deadlineOf(next)) next = index;
    }
    places[next] = members.length - open.size;
    open.delete(next);
    const high = members[next]?.high ?? 0;
    const overrun = leastOf(next) - high;
    if (overrun > tolerance) {
      late.push({ index: next, by: overrun + widest });
      positions[next] = high;
      continue;
    }
    for (const { index, gap } of neighbors[next] ?? [])
      if (open.has(index)) positions[index] = Math.max(leastOf(index), leastOf(next) + gap);
  }
  return { places, positions, late };
}
