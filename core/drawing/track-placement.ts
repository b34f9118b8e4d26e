/**
 * Positions for the segments of one component: tracks of their own, in the order that makes the fewest crossings, each as
 * near as possible to where it should be. (Wybrow, Marriott, Stuckey: "Orthogonal connector routing", sections 4 and 5.)
 */
import type { ArrowPath, PathEnd } from './arrow-path.ts';
import { separate, type TrackSeparation, type TrackVariable } from './separation-solver.ts';
import { distinctGap, leastTrackGap, trackGap } from './track-order.ts';
import { TrackRoom } from './track-room.ts';
import type { TrackSegment } from './track-segment.ts';

/** Larger components keep their positions: their segments could not be read whatever their order is. */
const membersMax = 160;
/** Where the full gap does not fit, the widest of these that does. */
const gapSteps: readonly [number, ...number[]] = [1, 2, distinctGap, 3, 4, 5, 6, 8, 10, trackGap];
/** How often an order is looked for in which tracks can be told apart. */
const fittingRounds = 6;

/** Indices of two members, of which the left one has the smaller position, which saves about `weight` crossings. */
export type TrackPair = { readonly left: number; readonly right: number; readonly weight: number; readonly gap: number };

export type TrackComponent = { readonly members: readonly TrackSegment[]; readonly pairs: readonly TrackPair[] };

/** The new positions, in the order of the members. */
export function placeTracks({ members, pairs }: TrackComponent): number[] {
  if (members.length > membersMax) return members.map(({ position }) => position);
  if (pairs.every(({ left, right, gap }) => desiredAt(members, left) + gap <= desiredAt(members, right)))
    return members.map((member) => rounded(member.desired, member, usualGrid));
  const wide = acyclic(byWeight(pairs), members.length);
  const isWide = wide.some(({ gap }) => gap > trackGap);
  if (isWide && haveRoom(members, wide)) return solve(members, wide);
  const order = isWide ? wide.map((separation) => ({ ...separation, gap: trackGap })) : wide;
  if (haveRoom(members, order, trackGap)) return solve(members, order);
  if (haveRoom(members, order, leastTrackGap)) return solve(members, relaxed(members, order));
  const crowded = members.map(inTightChannel);
  return solve(crowded, relaxed(crowded, distinctOrder(crowded, order, pairs)));
}

const inTightChannel = (member: TrackSegment): TrackSegment => ({ ...member, low: member.tightLow, high: member.tightHigh });

const desiredAt = (members: readonly TrackSegment[], index: number): number => members[index]?.desired ?? 0;

/** Whether the gap fits between the segments of every pair. */
export const fits = ({ members, pairs }: TrackComponent, gap: number): boolean =>
  members.length > membersMax || haveRoom(members, acyclic(byWeight(pairs), members.length), gap);

const byWeight = (pairs: readonly TrackPair[]): TrackPair[] => pairs.toSorted((a, b) => b.weight - a.weight);

/** The pairs, each turned round where it would close a cycle with those before it. */
function acyclic(pairs: readonly TrackPair[], count: number): TrackSeparation[] {
  const followers: number[][] = Array.from({ length: count }, () => []);
  const seenIn = new Int32Array(count).fill(-1);
  const leadsTo = (from: number, to: number, search: number): boolean => {
    const open = [from];
    seenIn[from] = search;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at === to) return true;
      for (const follower of followers[at] ?? []) {
        if (seenIn[follower] === search) continue;
        seenIn[follower] = search;
        open.push(follower);
      }
    }
    return false;
  };
  return pairs.map(({ left, right, gap }, search) => {
    const ordered = leadsTo(right, left, search) ? { left: right, right: left } : { left, right };
    followers[ordered.left]?.push(ordered.right);
    return { ...ordered, gap };
  });
}

/** Whether all segments fit into their channels, with gaps of their own or one for all. */
function haveRoom(members: readonly TrackSegment[], separations: readonly TrackSeparation[], common?: number): boolean {
  const room = new TrackRoom(members);
  return separations.every(({ left, right, gap }) => room.add(left, right, common ?? gap));
}

/** Whether all segments fit so that none is taken for another. */
function areDistinct(members: readonly TrackSegment[], separations: readonly TrackSeparation[]): boolean {
  const room = new TrackRoom(members);
  return separations.every((pair) => room.add(pair.left, pair.right, distinctGapOf(pair, members)));
}

/**
 * An order in which tracks can be told apart, or nearly all of them: pairs that find no room are turned round, and those that find
 * none either way come first next time.
 */
function distinctOrder(
  members: readonly TrackSegment[],
  order: readonly TrackSeparation[],
  pairs: readonly TrackPair[],
): readonly TrackSeparation[] {
  if (areDistinct(members, order)) return order;
  let open = byWeight(pairs);
  let best: Fitting = { kept: [], crowded: pairs };
  for (let round = 0; round < fittingRounds && best.crowded.length > 0; round += 1) {
    const { kept, crowded } = fitted(members, open);
    if (crowded.length < best.crowded.length) best = { kept, crowded };
    // Those that found no room come first in the next round.
    open = [...crowded, ...open.filter((pair) => !crowded.includes(pair))];
  }
  return acyclic([...best.kept, ...best.crowded], members.length);
}

type Fitting = { readonly kept: readonly TrackPair[]; readonly crowded: readonly TrackPair[] };

/** The pairs that fit one after the other, some of them turned round, and those that do not. */
function fitted(members: readonly TrackSegment[], pairs: readonly TrackPair[]): Fitting {
  const room = new TrackRoom(members);
  const kept: TrackPair[] = [];
  const crowded: TrackPair[] = [];
  for (const pair of pairs) {
    const gap = distinctGapOf(pair, members);
    if (room.add(pair.left, pair.right, gap)) kept.push(pair);
    else if (room.add(pair.right, pair.left, gap)) kept.push({ ...pair, left: pair.right, right: pair.left });
    else crowded.push(pair);
  }
  return { kept, crowded };
}

const distinctGapOf = (pair: TrackPlaces, members: readonly TrackSegment[]): number =>
  areAlike(pair, members) ? gapSteps[0] : distinctGap;

/** The separations with gaps that fit: first those of tracks that could be taken for each other. None where the narrowest does not fit. */
function relaxed(members: readonly TrackSegment[], order: readonly TrackSeparation[]): TrackSeparation[] {
  const room = new TrackRoom(members);
  const [first, ...wider] = gapSteps;
  const ordered = order.toSorted((a, b) => Number(areAlike(a, members)) - Number(areAlike(b, members)));
  const kept: TrackSeparation[] = [];
  const narrow: TrackSeparation[] = [];
  const keep = (separation: TrackSeparation, gap: number): boolean => {
    const fitsIn = room.add(separation.left, separation.right, gap);
    if (fitsIn) kept.push({ ...separation, gap });
    return fitsIn;
  };
  for (const separation of ordered) if (!keep(separation, distinctGapOf(separation, members))) narrow.push(separation);
  for (const separation of narrow) keep(separation, first);
  const widen = (open: readonly number[], gap: number): number[] =>
    open.filter((at) => {
      const separation = kept[at];
      if (separation === undefined) return false;
      if (separation.gap >= gap) return true;
      if (!room.widen(at, gap)) return false;
      kept[at] = { ...separation, gap };
      return true;
    });
  let open = [...kept.keys()];
  for (const gap of wider) open = widen(open, gap);
  return kept;
}

/** Where not all fit, arrows that begin or end at one box may be close: they are not taken for each other. */
function areAlike({ left, right }: TrackPlaces, members: readonly TrackSegment[]): boolean {
  const [a, b] = [members[left]?.path, members[right]?.path];
  if (a === undefined || b === undefined) return false;
  return isSameEnd(a.start, a, b.start, b) || isSameEnd(a.finish, a, b.finish, b);
}

type TrackPlaces = Pick<TrackSeparation, 'left' | 'right'>;

function isSameEnd(a: PathEnd | null, pathA: ArrowPath, b: PathEnd | null, pathB: ArrowPath): boolean {
  const box = a?.terminal.box?.id ?? pathA.loopAt;
  return box !== undefined && box === (b?.terminal.box?.id ?? pathB.loopAt);
}

function solve(members: readonly TrackSegment[], order: readonly TrackSeparation[]): number[] {
  const grid = order.some(({ gap }) => !Number.isInteger(gap)) ? crowdedGrid : usualGrid;
  const reference = members[0]?.position ?? 0;
  const origin = members.length;
  const variables: TrackVariable[] = members.map(({ desired, weight }) => ({ desired, weight }));
  variables.push({ desired: reference, weight: 1e7 });
  const separations = [...order];
  for (const [index, { low, high }] of members.entries()) {
    separations.push({ left: origin, right: index, gap: low - reference }, { left: index, right: origin, gap: reference - high });
  }
  const positions = separate(variables, separations);
  return members.map((member, index) => rounded(positions[index] ?? member.position, member, grid));
}

/** Positions per pixel. */
const usualGrid = 2;
const crowdedGrid = 10;

/** On the grid, within the channel. A position that is right as it is stays. */
function rounded(position: number, { low, high, position: previous }: TrackSegment, grid: number): number {
  if (Math.abs(position - previous) < 0.5 / grid + 0.01) return Math.max(low, Math.min(high, previous));
  return Math.max(low, Math.min(high, Math.round(position * grid) / grid));
}
