/**
 * Positions for the segments of one component: tracks of their own, in the order that makes the fewest crossings, each as
 * near as possible to where it should be. (Wybrow, Marriott, Stuckey: "Orthogonal connector routing", sections 4 and 5.)
 */
import { separate, type TrackSeparation, type TrackVariable } from './separation-solver.ts';
import { trackGap, type TrackPair } from './track-order.ts';
import type { TrackSegment } from './track-segment.ts';

/** Larger components keep their positions: their segments could not be read whatever their order is. */
const membersMax = 160;
/** Where the full gap does not fit, the widest of these that does. */
const gapSteps = [1, 3, 5, 8, 10, trackGap] as const;

export type TrackComponent = { readonly members: readonly TrackSegment[]; readonly pairs: readonly TrackPair[] };

/** The new positions, in the order of the members. */
export function placeTracks({ members, pairs }: TrackComponent): number[] {
  if (members.length > membersMax) return members.map(({ position }) => position);
  const [only] = members;
  if (only !== undefined && members.length === 1) return [rounded(only.desired, only)];
  const order = acyclic(pairs, members);
  if (!isFeasible(members, order)) return solve(members, relaxed(members, order));
  return solve(members, order);
}

/** Whether the gap fits between the segments of every pair. */
export function fits({ members, pairs }: TrackComponent, gap: number): boolean {
  return isFeasible(
    members,
    acyclic(pairs, members).map((pair) => ({ ...pair, gap })),
  );
}

/** The pairs, heaviest first, each turned round where it would close a cycle. */
function acyclic(pairs: readonly TrackPair[], members: readonly TrackSegment[]): TrackSeparation[] {
  const indices = new Map(members.map((member, index) => [member, index]));
  const followers: number[][] = members.map(() => []);
  const leadsTo = (from: number, to: number): boolean => {
    const seen = new Set([from]);
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at === to) return true;
      for (const follower of followers[at] ?? []) {
        if (seen.has(follower)) continue;
        seen.add(follower);
        open.push(follower);
      }
    }
    return false;
  };
  return pairs
    .toSorted((a, b) => b.weight - a.weight)
    .map((pair) => {
      const [left, right] = [indices.get(pair.left) ?? 0, indices.get(pair.right) ?? 0];
      const ordered = leadsTo(right, left) ? { left: right, right: left } : { left, right };
      followers[ordered.left]?.push(ordered.right);
      return { ...ordered, gap: trackGap };
    });
}

/** Whether all segments fit into their channels (longest paths, after Bellman and Ford). */
function isFeasible(members: readonly TrackSegment[], separations: readonly TrackSeparation[]): boolean {
  const least = Float64Array.from(members, ({ low }) => low);
  for (let round = 0; round <= members.length; round += 1) {
    let hasChanged = false;
    for (const { left, right, gap } of separations) {
      const position = (least[left] ?? 0) + gap;
      if (position <= (least[right] ?? 0) + 1e-6) continue;
      if (position > (members[right]?.high ?? 0) + 1e-6) return false;
      least[right] = position;
      hasChanged = true;
    }
    if (!hasChanged) return true;
  }
  return false;
}

/** The separations with gaps that fit: narrow ones where there is no room, none where even these do not fit. */
function relaxed(members: readonly TrackSegment[], order: readonly TrackSeparation[]): TrackSeparation[] {
  const kept: TrackSeparation[] = [];
  const widened = new Set<number>();
  for (const separation of order) {
    kept.push({ ...separation, gap: gapSteps[0] });
    if (isFeasible(members, kept)) widened.add(kept.length - 1);
    else kept.pop();
  }
  for (const gap of gapSteps.slice(1)) {
    for (const index of widened) {
      const separation = kept[index];
      if (separation === undefined) continue;
      kept[index] = { ...separation, gap };
      if (isFeasible(members, kept)) continue;
      kept[index] = separation;
      widened.delete(index);
    }
  }
  return kept;
}

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
