/** A segment among those that it shares channels with. */
import type { Point } from '#schema/element.ts';

import type { ArrowPath } from './arrow-path.ts';
import type { Bounds } from './bounds.ts';
import { bendInCrowd, isCramped } from './crowded-lines.ts';
import { straightened } from './straightened.ts';
import { distinctGap, farApart, gapBetween, orderOf, type SegmentOrder, shareChannel } from './track-order.ts';
import { placeTracks, type TrackComponent, type TrackPair } from './track-placement.ts';
import type { TrackAxis, TrackGround, TrackSegment } from './track-segment.ts';

/** How often segments are placed again because some met that were no pair. */
const meetingRounds = 2;

/** Its bounds reach from its position to where it should be, so that those that meet are near; the axis of a stage is x. */
export class TrackNode {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  readonly segment: TrackSegment;
  /** An earlier stage placed the segment, and its path has not changed since. */
  readonly isPlaced: boolean;
  /** Those that it meets; null: not looked for yet. The order of two is kept with the first of them, once it is known. */
  links: Map<TrackNode, SegmentOrder | null> | null = null;
  position: number;
  /** Its index in the component that is being placed. */
  index = 0;

  constructor(segment: TrackSegment, isPlaced: boolean) {
    this.segment = segment;
    this.isPlaced = isPlaced;
    this.position = segment.position;
    this.minX = Math.min(segment.position, segment.desired);
    this.maxX = Math.max(segment.position, segment.desired);
    this.minY = segment.start;
    this.maxY = segment.end;
  }

  /** Where segments are that it may meet. */
  get reach(): Bounds {
    const { minX, minY, maxX, maxY } = this;
    return { minX: minX - farApart, minY: minY - farApart, maxX: maxX + farApart, maxY: maxY + farApart };
  }
}

/** Places a component. Returns the path that gets a bend instead, if bends are allowed and one makes room. */
export function placeNodes(members: readonly TrackNode[], axis: TrackAxis, bendGround: TrackGround | null): ArrowPath | null {
  const nodes = members.toSorted(compareNodes);
  const component: TrackComponent = { members: nodes.map(({ segment }) => segment), pairs: pairsOf(nodes, axis) };
  if (bendGround !== null && component.members.some(isCramped)) {
    const bent = bendInCrowd(component, axis, bendGround);
    if (bent !== null) {
      const others = nodes.filter(({ segment }) => segment.path.id !== bent.id);
      for (const node of nodes) node.position = node.segment.position;
      setPositions(others, { members: others.map(({ segment }) => segment), pairs: pairsOf(others, axis) }, axis);
      return bent;
    }
  }
  setPositions(nodes, component, axis);
  return null;
}

function setPositions(nodes: readonly TrackNode[], { members, pairs }: TrackComponent, axis: TrackAxis): void {
  let positions = placeTracks({ members, pairs });
  let known = pairs;
  for (let round = 0; round < meetingRounds; round += 1) {
    const met = metPairs(members, positions, known, axis);
    if (met.length === 0) break;
    known = [...known, ...met];
    positions = placeTracks({ members, pairs: known });
  }
  for (const [index, node] of nodes.entries()) node.position = positions[index] ?? node.segment.position;
}

/** Segments that were too far apart for a pair, and that others have pushed onto one track. */
function metPairs(
  members: readonly TrackSegment[],
  positions: readonly number[],
  pairs: readonly TrackPair[],
  axis: TrackAxis,
): TrackPair[] {
  const positionAt = (index: number): number => positions[index] ?? 0;
  const inOrder = Array.from(members.keys()).toSorted((a, b) => positionAt(a) - positionAt(b) || a - b);
  const met: TrackPair[] = [];
  for (const [place, first] of inOrder.entries()) {
    for (let next = place + 1; next < inOrder.length; next += 1) {
      const second = inOrder[next] ?? first;
      if (positionAt(second) - positionAt(first) >= distinctGap) break;
      const [low, high] = first < second ? [first, second] : [second, first];
      const [s, t] = [members[low], members[high]];
      if (s === undefined || t === undefined || !shareChannel(s, t)) continue;
      if (pairs.some(({ left, right }) => Math.min(left, right) === low && Math.max(left, right) === high)) continue;
      const { isFirst, weight } = orderOf(s, t, axis);
      met.push({ left: isFirst ? low : high, right: isFirst ? high : low, weight, gap: gapBetween(s, t, axis) });
    }
  }
  return met;
}

function compareNodes({ segment: a }: TrackNode, { segment: b }: TrackNode): number {
  return a.path.id === b.path.id ? a.index - b.index : a.path.id < b.path.id ? -1 : 1;
}

function pairsOf(nodes: readonly TrackNode[], axis: TrackAxis): TrackPair[] {
  const pairs: TrackPair[] = [];
  for (const [index, node] of nodes.entries()) node.index = index;
  for (const [index, node] of nodes.entries()) {
    const { links } = node;
    if (links === null) continue;
    const from = pairs.length;
    for (const [other, known] of links) {
      if (other.index <= index || nodes[other.index] !== other) continue;
      const order = known ?? orderOf(node.segment, other.segment, axis);
      if (known === null) links.set(other, order);
      const gap = gapBetween(node.segment, other.segment, axis);
      const [left, right] = order.isFirst ? [index, other.index] : [other.index, index];
      pairs.push({ left, right, weight: order.weight, gap });
    }
    if (pairs.length - from > 1) sortFrom(pairs, from);
  }
  return withWholeTrunks(pairs, nodes);
}

/** The pairs, turned so that no other segment comes between those of a trunk: on the side that saves the most crossings. */
function withWholeTrunks(pairs: readonly TrackPair[], nodes: readonly TrackNode[]): TrackPair[] {
  const trunkAt = ({ segment: { path, index } }: TrackNode): string | null =>
    path.trunk !== null && index <= 1 ? `${index} ${path.trunk}` : null;
  const trunks = nodes.map(trunkAt);
  if (trunks.every((trunk) => trunk === null)) return [...pairs];
  const sides = new Map<string, number>();
  const sideOf = ({ left, right, weight }: TrackPair): { key: string; saved: number } | null => {
    const [before, after] = [trunks[left] ?? null, trunks[right] ?? null];
    if (before === after || (before !== null && after !== null)) return null;
    return before === null ? { key: `${left} ${after}`, saved: weight } : { key: `${right} ${before}`, saved: -weight };
  };
  for (const pair of pairs) {
    const side = sideOf(pair);
    if (side !== null) sides.set(side.key, (sides.get(side.key) ?? 0) + side.saved);
  }
  return pairs.map((pair) => {
    const side = sideOf(pair);
    if (side === null || (sides.get(side.key) ?? 0) >= 0 === side.saved > 0) return pair;
    return { ...pair, left: pair.right, right: pair.left };
  });
}

function sortFrom(pairs: TrackPair[], from: number): void {
  const part = pairs.splice(from);
  part.sort((a, b) => Math.max(a.left, a.right) - Math.max(b.left, b.right));
  pairs.push(...part);
}

/** The path with its segments at their new positions; itself if all stay. */
export function movedPath(path: ArrowPath, nodes: readonly TrackNode[], axis: TrackAxis): ArrowPath {
  if (nodes.every(({ segment, position }) => position === segment.position)) return path;
  const points: Point[] = [...path.points];
  for (const { segment, position } of nodes) {
    for (const index of [segment.index, segment.index + 1]) {
      const [x, y] = points[index] ?? [0, 0];
      points[index] = axis === 0 ? [position, y] : [x, position];
    }
  }
  return { ...path, points: points.length > 2 ? straightened(points) : points };
}
