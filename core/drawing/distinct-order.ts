/**
 * The order of segments in channels that are too crowded for wide gaps: one in which all tracks, or nearly all, can be told apart.
 */
import type { ArrowPath, PathEnd } from './arrow-path.ts';
import { scheduledPairs } from './scheduled-pairs.ts';
import { distinctGap } from './track-order.ts';
import type { TrackPair } from './track-placement.ts';
import { TrackRoom } from './track-room.ts';
import type { TrackSegment } from './track-segment.ts';

/** The gap between arrows that are not taken for each other. */
export const alikeGap = 1;
/** How often an order is looked for pair by pair. */
const fittingRounds = 6;
/** How many segments are tried beside all others. */
const asideMost = 8;

/** Pairs in an order in which they fit, some of them turned round; those that find no room come last. */
export function distinctPairs(members: readonly TrackSegment[], pairs: readonly TrackPair[]): readonly TrackPair[] {
  let best = fittedInRounds(members, pairs);
  if (best.crowded.length > 0) {
    const gapOf = (pair: TrackPair): number => distinctGapOf(pair, members);
    const scheduled = fitted(members, scheduledPairs(members, pairs, gapOf));
    if (scheduled.crowded.length < best.crowded.length) best = scheduled;
    best = withSomeAside(members, best);
  }
  return [...best.kept, ...best.crowded];
}

/** Whether all segments fit so that none is taken for another. */
export function areDistinct(members: readonly TrackSegment[], pairs: readonly TrackPlaces[]): boolean {
  const room = new TrackRoom(members);
  return pairs.every((pair) => room.add(pair.left, pair.right, distinctGapOf(pair, members)));
}

type Fitting = { readonly kept: readonly TrackPair[]; readonly crowded: readonly TrackPair[] };

/** The pairs that save the most crossings first, but those that found no room before come earlier next time. */
function fittedInRounds(members: readonly TrackSegment[], pairs: readonly TrackPair[]): Fitting {
  const failures = new Map<TrackPair, number>();
  const failuresOf = (pair: TrackPair): number => failures.get(pair) ?? 0;
  let open = pairs.toSorted((a, b) => b.weight - a.weight);
  let best: Fitting = { kept: [], crowded: pairs };
  for (let round = 0; round < fittingRounds && best.crowded.length > 0; round += 1) {
    const { kept, crowded } = fitted(members, open);
    if (crowded.length < best.crowded.length) best = { kept, crowded };
    for (const pair of crowded) failures.set(pair, failuresOf(pair) + 1);
    open = open.toSorted((a, b) => failuresOf(b) - failuresOf(a));
  }
  return best;
}

/** The pairs that fit one after the other, some of them turned round, and those that do not. */
function fitted(members: readonly TrackSegment[], pairs: readonly TrackPair[]): Fitting {
  const room = new TrackRoom(members);
  const kept: TrackPair[] = [];
  const crowded: TrackPair[] = [];
  for (const pair of pairs) {
    const gap = distinctGapOf(pair, members);
    if (room.add(pair.left, pair.right, gap)) kept.push(pair);
    else if (room.add(pair.right, pair.left, gap)) kept.push(turned(pair));
    else crowded.push(pair);
  }
  return { kept, crowded };
}

const turned = (pair: TrackPair): TrackPair => ({ ...pair, left: pair.right, right: pair.left });

/** Crowded segments moved beside all that they share a channel with, where that leaves fewer crowded: those with the most room first. */
function withSomeAside(members: readonly TrackSegment[], fitting: Fitting): Fitting {
  let best = fitting;
  const widthOf = (index: number): number => (members[index]?.high ?? 0) - (members[index]?.low ?? 0);
  const crowded = new Set(fitting.crowded.flatMap(({ left, right }) => [left, right]));
  const widest = Array.from(crowded).toSorted((a, b) => widthOf(b) - widthOf(a) || a - b);
  for (const index of widest.slice(0, asideMost)) {
    for (const isLeft of [true, false]) {
      const isOwn = ({ left, right }: TrackPair): boolean => left === index || right === index;
      const all = [...best.kept, ...best.crowded];
      const own = all.filter(isOwn).map((pair) => ((pair.left === index) === isLeft ? pair : turned(pair)));
      const aside = fitted(members, [...own, ...all.filter((pair) => !isOwn(pair))]);
      if (aside.crowded.length < best.crowded.length) best = aside;
    }
  }
  return best;
}

export const distinctGapOf = (pair: TrackPlaces, members: readonly TrackSegment[]): number =>
  areAlike(pair, members) ? alikeGap : distinctGap;

export function areAlike({ left, right }: TrackPlaces, members: readonly TrackSegment[]): boolean {
  const [a, b] = [members[left]?.path, members[right]?.path];
  return a !== undefined && b !== undefined && haveCommonEnd(a, b);
}

/** Where not all fit, arrows that begin or end at one box may be close: they are not taken for each other. */
export const haveCommonEnd = (a: ArrowPath, b: ArrowPath): boolean =>
  isSameEnd(a.start, a, b.start, b) || isSameEnd(a.finish, a, b.finish, b);

type TrackPlaces = Pick<TrackPair, 'left' | 'right'>;

function isSameEnd(a: PathEnd | null, pathA: ArrowPath, b: PathEnd | null, pathB: ArrowPath): boolean {
  const box = a?.terminal.box?.id ?? pathA.loopAt;
  return box !== undefined && box === (b?.terminal.box?.id ?? pathB.loopAt);
}
