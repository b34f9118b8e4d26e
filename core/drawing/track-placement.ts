/**
 * Positions for the segments of one component: tracks of their own, in the order that makes the fewest crossings, each as
 * near as possible to where it should be. (Wybrow, Marriott, Stuckey: "Orthogonal connector routing", sections 4 and 5.)
 */
import type { PathEnd } from './arrow-path.ts';
import { separate, type TrackSeparation, type TrackVariable } from './separation-solver.ts';
import { leastTrackGap, trackGap } from './track-order.ts';
import { TrackRoom } from './track-room.ts';
import type { TrackSegment } from './track-segment.ts';

/** Larger components keep their positions: their segments could not be read whatever their order is. */
const membersMax = 160;
/** Where the full gap does not fit, the widest of these that does. */
const gapSteps: readonly [number, ...number[]] = [1, 2, 3, 4, 5, 6, 8, 10, trackGap];

/** Indices of two members, of which the left one has the smaller position, which saves about `weight` crossings. */
export type TrackPair = { readonly left: number; readonly right: number; readonly weight: number; readonly gap: number };

export type TrackComponent = { readonly members: readonly TrackSegment[]; readonly pairs: readonly TrackPair[] };

/** The new positions, in the order of the members. */
export function placeTracks({ members, pairs }: TrackComponent): number[] {
  if (members.length > membersMax) return members.map(({ position }) => position);
  if (pairs.every(({ left, right, gap }) => desiredAt(members, left) + gap <= desiredAt(members, right)))
    return members.map((member) => rounded(member.desired, member));
  const wide = acyclic(pairs, members.length);
  const isWide = wide.some(({ gap }) => gap > trackGap);
  if (isWide && haveRoom(members, wide)) return solve(members, wide);
  const order = isWide ? wide.map((separation) => ({ ...separation, gap: trackGap })) : wide;
  if (haveRoom(members, order, trackGap)) return solve(members, order);
  const crowded = haveRoom(members, order, leastTrackGap) ? members : members.map(inTightChannel);
  return solve(crowded, relaxed(crowded, order));
}

const inTightChannel = (member: TrackSegment): TrackSegment => ({ ...member, low: member.tightLow, high: member.tightHigh });

const desiredAt = (members: readonly TrackSegment[], index: number): number => members[index]?.desired ?? 0;

/** Whether the gap fits between the segments of every pair. */
export const fits = ({ members, pairs }: TrackComponent, gap: number): boolean =>
  members.length > membersMax || haveRoom(members, acyclic(pairs, members.length), gap);

/** The pairs, heaviest first, each turned round where it would close a cycle. */
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
  return pairs
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ left, right, gap }, search) => {
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

/** The separations with gaps that fit: narrow ones where there is no room, none where even these do not fit. */
function relaxed(members: readonly TrackSegment[], order: readonly TrackSeparation[]): TrackSeparation[] {
  const room = new TrackRoom(members);
  const [first, ...wider] = gapSteps;
  // Where not all fit, arrows that begin or end at one box may be close: they are not taken for each other.
  const haveCommonEnd = ({ left, right }: TrackSeparation): number =>
    isSameEnd(members[left]?.path.start, members[right]?.path.start) ||
    isSameEnd(members[left]?.path.finish, members[right]?.path.finish)
      ? 1
      : 0;
  const kept = order
    .toSorted((a, b) => haveCommonEnd(a) - haveCommonEnd(b))
    .filter(({ left, right }) => room.add(left, right, first))
    .map((separation) => ({ ...separation, gap: first }));
  let open = [...kept.keys()];
  for (const gap of wider) {
    open = open.filter((at) => {
      const separation = kept[at];
      if (separation === undefined || !room.widen(at, gap)) return false;
      kept[at] = { ...separation, gap };
      return true;
    });
  }
  return kept;
}

const isSameEnd = (a: PathEnd | null | undefined, b: PathEnd | null | undefined): boolean =>
  (a?.terminal.box ?? null) !== null && a?.terminal.box === b?.terminal.box;

function solve(members: readonly TrackSegment[], order: readonly TrackSeparation[]): number[] {
  const reference = members[0]?.position ?? 0;
  const origin = members.length;
  const variables: TrackVariable[] = members.map(({ desired, weight }) => ({ desired, weight }));
  variables.push({ desired: reference, weight: 1e7 });
  const separations = [...order];
  for (const [index, { low, high }] of members.entries()) {
    separations.push({ left: origin, right: index, gap: low - reference }, { left: index, right: origin, gap: reference - high });
  }
  const positions = separate(variables, separations);
  return members.map((member, index) => rounded(positions[index] ?? member.position, member));
}

/** Half pixels, within the channel. A position that is right as it is stays. */
function rounded(position: number, { low, high, position: previous }: TrackSegment): number {
  if (Math.abs(position - previous) < 0.26) return Math.max(low, Math.min(high, previous));
  return Math.max(low, Math.min(high, Math.round(position * 2) / 2));
}
