/**
 * angled: an orthogonal way between the two ends of an arrow.
 * G1  Every part is level or upright. It leaves a box straight out of a side by `clearance` pixels, or by half the gap to
 *     the other box where that is less.
 * G2  The facing sides come first; a way with fewer bends comes before a shorter one.
 * G3  It goes around the boxes at its ends and, where one of the ways tried does, around all others within `reach` pixels
 *     of the two ends, as long as those are at most `obstaclesMax`: a longer search is not worth its time. Where it
 *     begins or ends on more than `standingMost` boxes it goes around none (obstacles.ts).
 * G4  When no way tried is clear, the one through the fewest boxes is taken. Of ways through none, one that comes nearer
 *     than `berth` pixels to a box is taken only where any other is a long way round.
 * G5  Between two ranks it bends as far from the box that it leaves as its neighbours do, whatever they lead to.
 */
import { type Box, type Point, type Side, sides } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, centreX, centreY, overlaps, right, sameRect, union } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { anchorOf } from './anchor.ts';
import { isAcross, outward } from './sides.ts';
import type { PinnedTo } from './ends.ts';
import { rankGap } from './facing-sides.ts';
import { canHide, isObstacle, segmentPasses, standingMost } from './obstacles.ts';
import { alignedOffsets } from './aligned-offsets.ts';
import { bendsOf, lengthOf, simplifyPolyline } from './polyline.ts';

const clearance = 20;
const reach = 240;
const berth = 6;
/** Where a line bends between two ranks: the middle of the usual gap. */
const bendAfter = 30;
const obstaclesMax = 64;
/** How often the search widens around the boxes that were in the way, and around how many of them. */
const rounds = 3;
const widenedBoxes = 6;
/** A bend weighs as much as this many pixels of way, a side that does not face the other end as much as these. */
const bendWeight = 400;
const sideWeight = 1_000;
/** How much more a way may weigh that keeps clear of boxes. */
const berthWeight = 2_000;

/** A pinned box, or a free point, which can be left in any direction. */
export type AngledEnd = PinnedTo | { readonly kind: 'point'; readonly point: Point };

/** Where an end is left: `at` on the outline, `out` clear of it. */
type Exit = { readonly at: Point; readonly out: Point };
/** Where the two ends are left, and what their sides weigh. */
type Exits = readonly [Exit, Exit, number];
type AngledPath = { readonly points: readonly Point[]; readonly cost: number };

/** The rectangle within which other boxes bear on the way. */
export function angledRegion(from: AngledEnd, to: AngledEnd): Rect {
  const { x, y, width, height } = union(rectOf(from), rectOf(to));
  return { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach };
}

/** The way between the ends, by the sides that face each other if it can; `offset` moves the anchors along theirs. At least two points. */
export function angledWay(
  from: AngledEnd,
  to: AngledEnd,
  facing: readonly [Side, Side],
  offset: number,
  tab: Pick<TabView, 'boxesIn'>,
): Point[] {
  const obstacles = obstaclesNear(from, to, tab);
  const edges = edgesOf(obstacles);
  let around = union(rectOf(from), rectOf(to));
  let best: { way: AngledPath; hits: number } | null = null;
  let all: Exits[] | null = null;
  for (let round = 0; round <= rounds; round += 1) {
    const exits: Exits[] =
      round === 0 ? exitsOf(from, to, facing, offset, [facing]) : (all ??= exitsOf(from, to, facing, offset, allPairs));
    const ways = exits.flatMap(([out, into, cost]) => waysBetween(out, into, around, cost));
    for (const way of ways.toSorted((a, b) => a.cost - b.cost)) {
      const hits = hitsOf(way.points, from, to, edges, best?.hits ?? Infinity);
      if (hits === 0) {
        const grazing = best !== null && best.hits < throughWeight ? best.way : null;
        const isLongWayRound = way.cost > (grazing?.cost ?? Infinity) + berthWeight;
        return finished(isLongWayRound && grazing !== null ? grazing.points : way.points);
      }
      if (best === null || hits < best.hits) best = { way, hits };
    }
    // A longer search is not worth a berth.
    if (best === null || best.hits < throughWeight) break;
    const { points } = best.way;
    const inTheWay = obstacles
      .filter((_, at) => hitsOf(points, from, to, edges.subarray(4 * at, 4 * at + 4), 1) > 0)
      .slice(0, widenedBoxes);
    const wider = inTheWay.reduce<Rect>(union, around);
    // The next round would try the very same ways.
    if (round > 0 && sameRect(wider, around)) break;
    around = wider;
  }
  return finished(best?.way.points ?? []);
}

function finished(points: readonly Point[]): Point[] {
  const way = simplifyPolyline(points);
  const [only] = way;
  return way.length === 1 && only !== undefined ? [only, only] : way;
}

function obstaclesNear(from: AngledEnd, to: AngledEnd, tab: Pick<TabView, 'boxesIn'>): Box[] {
  const found: Box[] = [];
  let under = 0;
  const region = angledRegion(from, to);
  for (const box of tab.boxesIn(region)) {
    if (!canHide(box) || !overlaps(box, region)) continue;
    if (!isObstacle(box, { from, to })) {
      under += 1;
      if (under > standingMost) return [];
      continue;
    }
    if (found.length === obstaclesMax) return [];
    found.push(box);
  }
  return found.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const allPairs: readonly (readonly [Side, Side])[] = sides.flatMap((out) => sides.map((into) => [out, into] as const));

/** The exits for each pair of sides that the ends allow, with what the sides weigh. */
function exitsOf(
  from: AngledEnd,
  to: AngledEnd,
  facing: readonly [Side, Side],
  offset: number,
  pairs: readonly (readonly [Side, Side])[],
): Exits[] {
  const [a, b] = [rectOf(from), rectOf(to)];
  const gap = isAcross(facing[0]) ? Math.max(b.x - right(a), a.x - right(b)) : Math.max(b.y - bottom(a), a.y - bottom(b));
  const seen = new Set<string>();
  const exits: Exits[] = [];
  for (const pair of pairs) {
    const out = sideOf(from, pair[0]);
    const into = sideOf(to, pair[1]);
    if (seen.has(`${out} ${into}`)) continue;
    seen.add(`${out} ${into}`);
    const faces = out === facing[0] && into === facing[1];
    const stub = faces && gap >= 0 ? Math.min(clearance, gap / 2) : clearance;
    const weight = (out === facing[0] ? 0 : sideWeight) + (into === facing[1] ? 0 : sideWeight);
    const [fromBy, toBy] =
      from.kind === 'box' && to.kind === 'box' ? alignedOffsets(from.box, out, to.box, into, 'angled') : [0, 0];
    exits.push([exitOf(from, out, stub, offset + fromBy), exitOf(to, into, stub, offset + toBy), weight]);
  }
  return exits;
}

/** The side asked for, or the given one; a free point has but one way out. */
const sideOf = (end: AngledEnd, side: Side): Side => (end.kind === 'box' ? (end.side ?? side) : 'top');

function exitOf(end: AngledEnd, side: Side, stub: number, offset: number): Exit {
  if (end.kind === 'point') return { at: end.point, out: end.point };
  const at = anchorOf(end.box, side, offset);
  const [outX, outY] = outward[side];
  const edgeX = outX === 0 ? at[0] : centreX(end.box) + outX * (end.box.width / 2 + stub);
  const edgeY = outY === 0 ? at[1] : centreY(end.box) + outY * (end.box.height / 2 + stub);
  return { at, out: [edgeX, edgeY] };
}

/** Ways of one to three parts between two exits: through a corner, or along a channel between or beyond all of `around`. */
function waysBetween(from: Exit, to: Exit, around: Rect, weight: number): AngledPath[] {
  const [x1, y1] = from.out;
  const [x2, y2] = to.out;
  const upright = [channel(from.at[0], x1, x2, to.at[0]), around.x - clearance, right(around) + clearance];
  const level = [channel(from.at[1], y1, y2, to.at[1]), around.y - clearance, bottom(around) + clearance];
  // Of ways that weigh the same the first wins: the channel in the middle before one close to a box.
  const middles: Point[][] = [
    ...upright.map((x): Point[] => [[x, y1], [x, y2]]),
    ...level.map((y): Point[] => [[x1, y], [x2, y]]),
    [[x2, y1]],
    [[x1, y2]],
  ]; // prettier-ignore
  return middles.map((middle) => {
    const points = [from.at, from.out, ...middle, to.out, to.at];
    return { points, cost: weight + lengthOf(points) + bendWeight * bendsOf(points) };
  });
}

/** On one axis, where a way turns between the sides at `from` and `to` that it leaves at `out` and meets by `into` [G5]. */
function channel(from: number, out: number, into: number, to: number): number {
  const gap = Math.abs(to - from);
  const faces = (out - from) * (to - from) > 0 && (into - to) * (from - to) > 0;
  if (!faces || gap < 2 * bendAfter || gap > rankGap.most) return (out + into) / 2;
  return from + Math.sign(to - from) * bendAfter;
}

/** Left, top, right and bottom of each obstacle, one after the other. */
function edgesOf(obstacles: readonly Box[]): Float64Array {
  const edges = new Float64Array(4 * obstacles.length);
  for (const [at, box] of obstacles.entries()) edges.set([box.x, box.y, right(box), bottom(box)], 4 * at);
  return edges;
}

/** A box that the way passes through counts as much as so many that it comes near. */
const throughWeight = 1_000;

/** How much is in the way, the boxes at its ends too; counts no further than `most`. */
function hitsOf(points: readonly Point[], from: AngledEnd, to: AngledEnd, edges: Float64Array, most: number): number {
  let hits = 0;
  if (from.kind === 'box' && partsPass(points, 1, points.length - 1, from.box)) hits += throughWeight;
  if (to.kind === 'box' && partsPass(points, 0, points.length - 2, to.box)) hits += throughWeight;
  for (let at = 0; at < edges.length; at += 4) {
    if (hits >= most) return hits;
    if (passesEdges(points, edges, at, berth)) hits += passesEdges(points, edges, at, 0) ? throughWeight : 1;
  }
  return hits;
}

/** True when a part of the way, each of which is level or upright, passes within `by` pixels of the obstacle whose edges begin here. */
function passesEdges(points: readonly Point[], edges: Float64Array, at: number, by: number): boolean {
  const [left, top] = [(edges[at] ?? 0) - by, (edges[at + 1] ?? 0) - by];
  const [far, low] = [(edges[at + 2] ?? 0) + by, (edges[at + 3] ?? 0) + by];
  let [x1, y1] = points[0] ?? [0, 0];
  for (let index = 1; index < points.length; index += 1) {
    const [x2, y2] = points[index] ?? [0, 0];
    const isBeside =
      (x1 <= left && x2 <= left) || (x1 >= far && x2 >= far) || (y1 <= top && y2 <= top) || (y1 >= low && y2 >= low);
    if (!isBeside) return true;
    [x1, y1] = [x2, y2];
  }
  return false;
}

/** True when one of the parts from `first` up to, not with, `end` passes through the box. */
function partsPass(points: readonly Point[], first: number, end: number, box: Rect): boolean {
  for (let index = first; index < end; index += 1) {
    const [from, to] = [points[index], points[index + 1]];
    if (from !== undefined && to !== undefined && segmentPasses(from[0], from[1], to[0], to[1], box)) return true;
  }
  return false;
}

/** The rectangle of an end; that of a point has no size. */
export const rectOf = (end: AngledEnd): Rect =>
  end.kind === 'box' ? end.box : { x: end.point[0], y: end.point[1], width: 0, height: 0 };
