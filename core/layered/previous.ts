/**
 * What a layout keeps of the one before it: if most boxes are in ranks and most arrows lead forward, the drawing was laid out
 * before, and adding a box or an arrow must not shuffle the rest.
 */
import { turnedEdges } from './cycles.ts';
import type { Compound, CompoundEdge, CompoundNode } from './compound.ts';

/** How many edges may lead elsewhere than a layout leads them, of so many: those that were added since. */
const addedEdges = (count: number): number => Math.min(1 + 0.05 * count, 0.25 * count);
/** Centers of one rank are this near to each other. */
const sameRank = 20;

/** The share of boxes that may have been added since without a placement. */
const unplacedShare = 0.5;
/** The share of boxes that are level with or right below another. */
const alignedShare = 0.5;
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
  if (others > edges.length / 2 || (others > 0 && others > turnedEdges(compound, false).filter(Boolean).length)) return false;
  const ranked = alignedTo(boxes, ({ previousAlong }) => previousAlong);
  const below = alignedTo(boxes, ({ previousAcross }) => previousAcross);
  return boxes.filter((box) => ranked.has(box) || below.has(box)).length >= alignedShare * boxes.length;
}

/** The boxes with a center that another has, too. */
function alignedTo(boxes: readonly CompoundNode[], centerOf: (box: CompoundNode) => number): Set<CompoundNode> {
  const sorted = boxes.toSorted((a, b) => centerOf(a) - centerOf(b));
  const isNear = (a: CompoundNode | undefined, b: CompoundNode): boolean =>
    a !== undefined && Math.abs(centerOf(a) - centerOf(b)) <= aligned;
  return new Set(sorted.filter((box, at) => isNear(sorted[at - 1], box) || isNear(sorted[at + 1], box)));
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
