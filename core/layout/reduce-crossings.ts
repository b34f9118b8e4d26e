/**
 * Reduces the crossings of straight arrows in a graph that is drawn in ranks, by swapping neighbors (SPEC.md).
 *
 * Layered drawing counts crossings with a corner of each line in every rank that it passes; this file counts those of straight lines.
 */
import type { Rect } from '#schema/tab.ts';

import { centreX, centreY } from '../tab/rect.ts';
import type { LayoutDirection, LayoutEdge } from './graph.ts';

const rounds = 3;
/** Pairs of lines to compare, for each node: some tens of milliseconds for 3,000 nodes. */
const comparisonsPerNode = 1_500;
/** A line behind a box counts as this many crossings. */
const behindWeight = 3;

/** Returns the rectangles, some of them moved. `rects`: those of all nodes, without nesting. */
export function reduceCrossings(
  rects: ReadonlyMap<string, Rect>,
  edges: readonly LayoutEdge[],
  direction: LayoutDirection,
): Map<string, Rect> {
  const graph = new RankedGraph(rects, edges, direction);
  for (let round = 0; round < rounds && graph.swapNeighbors(); round += 1);
  return graph.rects();
}

type RankedNode = {
  readonly id: string;
  readonly rank: number;
  readonly edges: number[];
  isFixed: boolean;
  /** Position and size along the rank. */
  start: number;
  readonly breadth: number;
};
/** `last` is in a later rank than `first`. */
type RankEdge = { readonly first: RankedNode; readonly last: RankedNode };

class RankedGraph {
  readonly #original: ReadonlyMap<string, Rect>;
  readonly #isDown: boolean;
  readonly #ranks: RankedNode[][] = [];
  /** The positions of the ranks in the direction of the flow. */
  readonly #middles: readonly number[];
  readonly #lines: RankEdge[] = [];
  /** The lines between each rank and the next. */
  readonly #passing: number[][];
  /** Where each line is in each rank from its first to its last; those of a line begin at its entry in `#acrossFrom`. */
  readonly #across: Float64Array;
  readonly #acrossFrom: Int32Array;
  /** The stamp with which each line was last counted. */
  readonly #visited: Uint32Array;
  #stamp = 0;
  #comparisonsLeft: number;

  constructor(rects: ReadonlyMap<string, Rect>, edges: readonly LayoutEdge[], direction: LayoutDirection) {
    this.#original = rects;
    this.#isDown = direction === 'down';
    const along = (rect: Rect): number => Math.round(this.#isDown ? centreY(rect) : centreX(rect));
    this.#middles = [...new Set(Array.from(rects.values(), along))].toSorted((a, b) => a - b);
    const rankAt = new Map(this.#middles.map((middle, rank) => [middle, rank]));
    const nodes = new Map<string, RankedNode>();
    for (const [id, rect] of rects) {
      const rank = rankAt.get(along(rect)) ?? 0;
      const [start, breadth] = this.#isDown ? [rect.x, rect.width] : [rect.y, rect.height];
      const node = { id, rank, edges: [], isFixed: false, start, breadth };
      nodes.set(id, node);
      (this.#ranks[rank] ??= []).push(node);
    }
    for (const rank of this.#ranks) rank.sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
    this.#passing = this.#middles.map(() => []);
    for (const { from, to, label } of edges) {
      const [tail, head] = [nodes.get(from), nodes.get(to)];
      if (tail === undefined || head === undefined || tail.rank === head.rank) continue;
      const [first, last] = tail.rank < head.rank ? [tail, head] : [head, tail];
      const line = this.#lines.push({ first, last }) - 1;
      for (const node of [first, last]) {
        node.edges.push(line);
        node.isFixed ||= label !== null;
      }
      for (let rank = first.rank; rank < last.rank; rank += 1) this.#passing[rank]?.push(line);
    }
    this.#visited = new Uint32Array(this.#lines.length);
    this.#acrossFrom = new Int32Array(this.#lines.length);
    let places = 0;
    for (const [number, { first, last }] of this.#lines.entries()) {
      this.#acrossFrom[number] = places - first.rank;
      places += last.rank - first.rank + 1;
    }
    this.#across = new Float64Array(places);
    for (const number of this.#lines.keys()) this.#placeLine(number);
    this.#comparisonsLeft = comparisonsPerNode * rects.size;
  }

  /** Swaps neighbors where that reduces the cost; true if any were swapped. */
  swapNeighbors(): boolean {
    let isChanged = false;
    for (const rank of this.#ranks) {
      for (let at = 0; at + 1 < rank.length; at += 1) {
        const [left, right] = [rank[at], rank[at + 1]];
        if (left === undefined || right === undefined || left.isFixed || right.isFixed) continue;
        if (left.edges.length + right.edges.length === 0 || this.#comparisonsLeft <= 0) continue;
        const before = this.#costOf(left, right);
        if (before.crossings + before.behind === 0) continue;
        this.#swap(rank, at);
        if (isBetter(this.#costOf(left, right), before)) isChanged = true;
        else this.#swap(rank, at);
      }
    }
    return isChanged;
  }

  rects(): Map<string, Rect> {
    const rects = new Map<string, Rect>();
    const starts = new Map(this.#ranks.flatMap((rank) => rank.map(({ id, start }) => [id, start])));
    for (const [id, rect] of this.#original) {
      const start = starts.get(id) ?? 0;
      rects.set(id, this.#isDown ? { ...rect, x: start } : { ...rect, y: start });
    }
    return rects;
  }

  /** Crossings of the lines at the two nodes, each pair once, and the boxes that these lines pass through. */
  #costOf(left: RankedNode, right: RankedNode): ExchangeCost {
    const cost = { crossings: 0, behind: 0 };
    for (const node of [left, right]) {
      for (const line of node.edges) {
        cost.crossings += this.#crossingsOf(line, node === right ? left : null);
        cost.behind += this.#boxesBehind(line);
      }
    }
    return cost;
  }

  /** `except`: a node whose lines were already counted against this one. */
  #crossingsOf(number: number, except: RankedNode | null): number {
    const line = this.#lines[number];
    if (line === undefined) return 0;
    this.#stamp += 1;
    this.#visited[number] = this.#stamp;
    let count = 0;
    for (let rank = line.first.rank; rank < line.last.rank; rank += 1) {
      const passing = this.#passing[rank] ?? [];
      this.#comparisonsLeft -= passing.length;
      for (const other of passing) {
        if (this.#visited[other] === this.#stamp) continue;
        this.#visited[other] = this.#stamp;
        const otherLine = this.#lines[other];
        if (otherLine === undefined || otherLine.first === except || otherLine.last === except) continue;
        if (this.#cross(number, line, other, otherLine)) count += 1;
      }
    }
    return count;
  }

  /** Whether two lines cross in the ranks that both of them pass. */
  #cross(number: number, a: RankEdge, other: number, b: RankEdge): boolean {
    if (a.first === b.first || a.last === b.last || a.first === b.last || a.last === b.first) return false;
    const from = Math.max(a.first.rank, b.first.rank);
    const to = Math.min(a.last.rank, b.last.rank);
    const apart = this.#acrossAt(number, from) - this.#acrossAt(other, from);
    return apart * (this.#acrossAt(number, to) - this.#acrossAt(other, to)) < 0;
  }

  #acrossAt(number: number, rank: number): number {
    return this.#across[(this.#acrossFrom[number] ?? 0) + rank] ?? 0;
  }

  #placeLine(number: number): void {
    const line = this.#lines[number];
    if (line === undefined) return;
    const { first, last } = line;
    const from = this.#acrossFrom[number] ?? 0;
    const [low, high] = [middleOf(first), middleOf(last)];
    const [start, end] = [this.#middles[first.rank] ?? 0, this.#middles[last.rank] ?? 0];
    this.#across[from + first.rank] = low;
    this.#across[from + last.rank] = high;
    for (let rank = first.rank + 1; rank < last.rank; rank += 1) {
      this.#across[from + rank] = low + ((high - low) * ((this.#middles[rank] ?? 0) - start)) / (end - start);
    }
  }

  /** The two keep the space that they took together and the gap between them. */
  #swap(rank: RankedNode[], at: number): void {
    const [left, right] = [rank[at], rank[at + 1]];
    if (left === undefined || right === undefined) return;
    const end = right.start + right.breadth;
    right.start = left.start;
    left.start = end - left.breadth;
    rank[at] = right;
    rank[at + 1] = left;
    for (const node of [left, right]) for (const line of node.edges) this.#placeLine(line);
  }

  #boxesBehind(number: number): number {
    const line = this.#lines[number];
    if (line === undefined) return 0;
    let count = 0;
    for (let rank = line.first.rank + 1; rank < line.last.rank; rank += 1) {
      const across = this.#acrossAt(number, rank);
      const box = boxUnder(this.#ranks[rank] ?? [], across);
      if (box !== undefined && across < box.start + box.breadth) count += 1;
    }
    return count;
  }
}

type ExchangeCost = { readonly crossings: number; readonly behind: number };

/** No more crossings, and not more of both together. */
const isBetter = (is: ExchangeCost, was: ExchangeCost): boolean =>
  is.crossings < was.crossings
    ? is.crossings + behindWeight * is.behind < was.crossings + behindWeight * was.behind
    : is.crossings === was.crossings && is.behind < was.behind;

const middleOf = ({ start, breadth }: RankedNode): number => start + breadth / 2;

/** The last node that starts before the position. */
function boxUnder(rank: readonly RankedNode[], across: number): RankedNode | undefined {
  let [low, high] = [0, rank.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rank[middle]?.start ?? Infinity) < across) low = middle + 1;
    else high = middle;
  }
  return rank[low - 1];
}
