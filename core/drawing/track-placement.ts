/**
 * Positions for the segments of one component: tracks of their own, in the order that makes the fewest crossings, each as
 * near as possible to where it should be. (Wybrow, Marriott, Stuckey: "Orthogonal connector routing", sections 4 and 5.)
 */
import { alikeGap, areAlike, areDistinct, distinctGapOf, distinctPairs } from './distinct-order.ts';
import { separate, type TrackSeparation, type TrackVariable } from './separation-solver.ts';
import { distinctGap, leastTrackGap, trackGap } from './track-order.ts';
import { TrackRoom } from './track-room.ts';
import type { TrackSegment } from './track-segment.ts';

/** Larger components keep their positions: their segments could not be read whatever their order is. */
const membersMax = 160;
/** Where the full gap does not fit, the widest of these that does. */
const gapSteps: readonly [number, ...number[]] = [alikeGap, 2, distinctGap, 3, 4, 5, 6, 8, 10, trackGap];

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

/** The order if tracks can be told apart in it, otherwise one in which they can, or nearly all of them. */
const distinctOrder = (
  members: readonly TrackSegment[],
  order: readonly TrackSeparation[],
  pairs: readonly TrackPair[],
): readonly TrackSeparation[] => (areDistinct(members, order) ? order : acyclic(distinctPairs(members, pairs), members.length));

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

function solve(members: readonly TrackSegment[], order: readonly TrackSeparation[]): number[] {
  const grid = order.some(({ gap }) => gap < leastTrackGap) ? crowdedGrid : usualGrid;
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
