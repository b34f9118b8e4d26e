/**
 * What a layout keeps of the one before it: if most boxes are in ranks and most arrows lead forward, the drawing was laid out
 * before, and adding a box or an arrow must not shuffle the rest.
 */
import { turnedEdges } from './cycles.ts';
import type { Compound, CompoundEdge, CompoundNode } from './compound.ts';

/** How many of `count` edges may lead elsewhere than a layout leads them, because they were added since. */
const addedEdges = (count: number): number => Math.min(1 + 0.05 * count, 0.25 * count);
/** Centers of one rank are this near to each other. */
const sameRank = 20;

/** The share of boxes that may have been added since without a placement. */
const unplacedShare = 0.5;
/** The share of boxes that may have been moved since. */
const ranklessShare = 0.1;
/** The share of boxes that are level with or right below another. */
const alignedShare = 0.5;
/** Centers of boxes that a straight edge joins are this near to each other: edges at one side are beside each other. */
const sameColumn = 24;
/** The share of boxes with edges that have a straight one. */
const straightShare = 0.25;
/** Centers of aligned boxes of odd sizes differ by half pixels. */
const aligned = 1;

/** True if the boxes are about where a layout put them: their order then counts. */
export function wasLaidOut(compound: Compound): boolean {
  const { nodes, edges } = compound;
  const boxes = nodes.filter(({ isFrame }) => !isFrame);
  if (boxes.filter(({ isUnplaced }) => isUnplaced).length > unplacedShare * boxes.length) return false;
  const isForward = ({ from, to }: CompoundEdge): boolean =>
    (nodes[to]?.previousAlong ?? 0) - (nodes[from]?.previousAlong ?? 0) > sameRank;
  const others = edges.filter((edge) => !isForward(edge)).length - addedEdges(edges.length);
  // No more than half of the edges are turned, so most drawings need no look at their cycles.
  if (others > edges.length / 2 || (others > 0 && others > turnedEdges(compound).filter(Boolean).length)) return false;
  const ranked = alignedTo(boxes, ({ previousAlong }) => previousAlong);
  const below = alignedTo(boxes, ({ previousAcross }) => previousAcross);
  if (boxes.filter((box) => ranked.has(box) || below.has(box)).length < alignedShare * boxes.length) return false;
  if (hasStraightEdges(compound)) return true;
  const rankless = partsOf(compound).reduce((sum, part) => sum + ranklessOf(part), 0);
  return rankless <= 1 + ranklessShare * boxes.length;
}

/** A layout draws many edges straight; boxes in a grid are joined by straight ones only by chance. */
function hasStraightEdges({ nodes, edges }: Compound): boolean {
  const [linked, straight] = [new Set<number>(), new Set<number>()];
  for (const { from, to } of edges) {
    for (const end of [from, to]) linked.add(end);
    if (Math.abs((nodes[from]?.previousAcross ?? 0) - (nodes[to]?.previousAcross ?? 0)) > sameColumn) continue;
    for (const end of [from, to]) straight.add(end);
  }
  return straight.size >= straightShare * linked.size - 1;
}

/** The boxes with a center that another has, too. */
function alignedTo(boxes: readonly CompoundNode[], centerOf: (box: CompoundNode) => number): Set<CompoundNode> {
  const sorted = boxes.toSorted((a, b) => centerOf(a) - centerOf(b));
  const isNear = (a: CompoundNode | undefined, b: CompoundNode): boolean =>
    a !== undefined && Math.abs(centerOf(a) - centerOf(b)) <= aligned;
  return new Set(sorted.filter((box, at) => isNear(sorted[at - 1], box) || isNear(sorted[at + 1], box)));
}

/** The boxes of each connected part. */
function partsOf({ nodes, edges }: Compound): CompoundNode[][] {
  const outermost = (node: number): number => nodes[node]?.path[0] ?? node;
  const leaders = Int32Array.from(nodes, (_, node) => outermost(node));
  const leaderOf = (node: number): number => {
    let at = outermost(node);
    while (leaders[at] !== at) at = leaders[at] = leaders[leaders[at] ?? at] ?? at;
    return at;
  };
  for (const { from, to } of edges) leaders[leaderOf(from)] = leaderOf(to);
  const parts = new Map<number, CompoundNode[]>();
  for (const [at, node] of nodes.entries()) {
    if (node.isFrame) continue;
    const part = parts.get(leaderOf(at));
    if (part === undefined) parts.set(leaderOf(at), [node]);
    else part.push(node);
  }
  return [...parts.values()];
}

/** How many boxes are in no rank of their part: a layout centers the boxes of a rank, and no two ranks overlap. */
function ranklessOf(boxes: readonly CompoundNode[]): number {
  const ranks: { center: number; start: number; end: number; size: number }[] = [];
  for (const { previousAlong: center, along } of boxes.toSorted((a, b) => a.previousAlong - b.previousAlong)) {
    const rank = ranks.at(-1);
    const [start, end] = [center - along / 2, center + along / 2];
    if (rank === undefined || center - rank.center > aligned) ranks.push({ center, start, end, size: 1 });
    else {
      [rank.start, rank.end] = [Math.min(rank.start, start), Math.max(rank.end, end)];
      rank.size += 1;
    }
  }
  let [count, end, size] = [0, -Infinity, 0];
  for (const rank of ranks) {
    if (rank.start < end - aligned) count += Math.min(size, rank.size);
    if (rank.end >= end) [end, size] = [rank.end, rank.size];
  }
  return count;
}

/** Nodes by their ranks before the layout; those of one rank in the order given. */
export function previousRanks(nodes: readonly CompoundNode[], given: readonly number[]): number[][] {
  const along = (node: number): number => nodes[node]?.previousAlong ?? 0;
  const sorted = given.toSorted((a, b) => along(a) - along(b));
  const place = new Map(given.map((node, at) => [node, at]));
  const ranks: number[][] = [];
  for (let start = 0; start < sorted.length;) {
    let end = start + 1;
    while (end < sorted.length && along(sorted[end] ?? 0) - along(sorted[end - 1] ?? 0) <= sameRank) end += 1;
    ranks.push(sorted.slice(start, end).toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)));
    start = end;
  }
  return ranks;
}
