/** Searches paths that cross others again, one by one, with crossings charged, and keeps what makes the drawing of the group better. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bendsOf, lengthOf } from '../arrows/polyline.ts';
import { type ArrowPath, isCommonTip, sameLine } from './arrow-path.ts';
import { bendCost, leastEnd, shortEndCost } from './cheapest-path.ts';
import { areCrossing, crossingsBetween, sharedTracks } from './path-crossings.ts';

/** A crossing weighs less here than it costs in a search, which finds ways that are judged afterwards. */
const crossingWeight = 180;
/** Cost of a track that two arrows still have in common when tracks are set apart: a reader takes them for each other. */
const commonTrackCost = 600;

type Lines = ReadonlyMap<string, ArrowPath>;

export type Untangling = {
  /** Paths of arrows that are not in the group. */
  readonly others: readonly ArrowPath[];
  /** The paths of the group with their tracks set apart. */
  readonly settle: (paths: readonly ArrowPath[]) => Lines;
  readonly search: PathSearch;
};

/** The path of an arrow with these lines in its way, and around these areas. */
export type PathSearch = (path: ArrowPath, others: readonly (readonly Point[])[], taken: readonly Rect[]) => ArrowPath;

/** The best paths of a group of arrows that cross or share tracks. */
export function untangle(group: readonly ArrowPath[], { others, settle, search }: Untangling): readonly ArrowPath[] {
  const judged = (paths: readonly ArrowPath[]): Candidate => {
    const lines = settle(paths);
    return { paths, lines, score: scoreOf(lines, others) };
  };
  let best = judged(group);
  for (const path of crossedPaths(best, others)) {
    const lines = [...best.lines.values(), ...others].filter(({ id }) => id !== path.id);
    const points = lines.map((line) => line.points);
    // Setting tracks apart has found them no room: one of the two has to go elsewhere.
    const taken = commonTracks(best.lines.get(path.id) ?? path, lines);
    for (const found of taken.length === 0
      ? [search(path, points, [])]
      : [search(path, points, []), search(path, points, taken)]) {
      if (found.start === null || sameLine(found.points, path.points)) continue;
      const candidate = judged(best.paths.map((one) => (one.id === path.id ? found : one)));
      if (candidate.score < best.score) best = candidate;
    }
  }
  return best.paths;
}

type Candidate = { readonly paths: readonly ArrowPath[]; readonly lines: Lines; readonly score: number };

/** The paths that cross others, the one with the most crossings first. */
function crossedPaths({ paths, lines }: Candidate, others: readonly ArrowPath[]): ArrowPath[] {
  const counts = crossingCounts(lines, others);
  const countOf = ({ id }: ArrowPath): number => counts.get(id) ?? 0;
  return paths
    .filter((path) => path.start !== null && countOf(path) > (isStraight(path) ? 1 : 0))
    .toSorted((a, b) => countOf(b) - countOf(a) || (a.id < b.id ? -1 : 1));
}

/** Whether two arrows cross, so that a way around may cost less, or have a track in common. */
export const areTangled = (a: ArrowPath, b: ArrowPath): boolean =>
  !maySharePort(a, b) && !(isStraight(a) && isStraight(b)) && areCrossing(a.points, b.points);

/** Any way around one crossing costs a straight line more than the crossing. */
const isStraight = ({ points }: ArrowPath): boolean => points.length === 2;

const crossingsOf = (a: ArrowPath, b: ArrowPath): number => (maySharePort(a, b) ? 0 : crossingsBetween(a.points, b.points));

/** The parts of other lines that a line has a track in common with. */
const commonTracks = (line: ArrowPath, others: readonly ArrowPath[]): Rect[] =>
  others.filter((other) => !maySharePort(line, other)).flatMap((other) => sharedTracks(line.points, other.points));

const commonTrackCount = (lines: readonly ArrowPath[]): number =>
  lines.reduce((sum, line, index) => sum + commonTracks(line, lines.slice(index + 1)).length, 0);

/** Whether they have a trunk or a tip in common. */
const maySharePort = (a: ArrowPath, b: ArrowPath): boolean =>
  (a.trunk !== null && a.trunk === b.trunk) || isCommonTip(a.start, b.start) || isCommonTip(a.finish, b.finish);

function crossingCounts(lines: Lines, others: readonly ArrowPath[]): Map<string, number> {
  const counts = new Map<string, number>();
  const entries = [...lines];
  for (const [index, [id, line]] of entries.entries()) {
    let count = counts.get(id) ?? 0;
    for (const other of others) count += crossingsOf(line, other);
    for (const [otherId, other] of entries.slice(index + 1)) {
      const crossings = crossingsOf(line, other);
      count += crossings;
      counts.set(otherId, (counts.get(otherId) ?? 0) + crossings);
    }
    counts.set(id, count);
  }
  return counts;
}

function scoreOf(lines: Lines, others: readonly ArrowPath[]): number {
  let score = 0;
  for (const count of crossingCounts(lines, others).values()) score += (count * crossingWeight) / 2;
  score += commonTrackCost * commonTrackCount([...lines.values()]);
  for (const line of lines.values()) {
    score += bendsOf(line.points) * bendCost + lengthOf(line.points);
    if (hasShortEnd(line)) score += shortEndCost;
  }
  return score;
}

/** Whether the last bend leaves the head less room than it needs [RT20]. */
function hasShortEnd({ points }: ArrowPath): boolean {
  const [bend, head] = points.slice(-2);
  return points.length > 2 && bend !== undefined && head !== undefined && lengthOf([bend, head]) < leastEnd;
}
