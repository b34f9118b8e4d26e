/**
 * Positions on a line that minimize the weighted lengths of edges under least lengths: ranks of a layered drawing, and
 * coordinates within its ranks.
 *
 * After Gansner, Koutsofios, North, Vo: "A technique for drawing directed graphs" (IEEE TSE 1993), section 2.
 */
import type { Work } from '../planning/work.ts';
import { type SimplexEdge, type SimplexGraph, simplexGraph, slackOf } from './simplex-graph.ts';
import { SpanningTree } from './spanning-tree.ts';
import { tightTree } from './tight-tree.ts';

/** Nodes of the tree looked at per unit of work. */
const nodesPerUnit = 16;

type SimplexForm = {
  /** Bounds the units of work: beyond, the positions are feasible but not the best. */
  readonly effort?: number;
  /** Puts what may be anywhere in a range in the middle of it. */
  readonly isBalanced?: boolean;
};

/** Integer positions by node, the smallest 0. The edges must not form a cycle. */
export function networkSimplex(
  count: number,
  edges: readonly SimplexEdge[],
  work: Work,
  { effort = Infinity, isBalanced = false }: SimplexForm = {},
): Int32Array {
  if (count === 0) return new Int32Array(0);
  const graph = simplexGraph(count, edges);
  work.spend(Math.ceil((graph.count + edges.length) / nodesPerUnit));
  const simplex = new Simplex(graph);
  const last = work.spent + effort;
  while (work.spent < last && !work.exhausted) {
    const looks = simplex.step();
    if (looks === 0) break;
    work.spend(Math.ceil(looks / nodesPerUnit));
  }
  if (isBalanced) for (const looks of simplex.balance()) if (!work.spend(Math.ceil(looks / nodesPerUnit))) break;
  const ranks = graph.rank.subarray(0, count);
  const least = ranks.reduce((lowest, rank) => Math.min(lowest, rank), Infinity);
  return ranks.map((rank) => rank - least);
}

class Simplex {
  readonly #graph: SimplexGraph;
  readonly #tree: SpanningTree;
  readonly #cut: Float64Array;
  #searchFrom = 0;
  #looks = 0;

  constructor(graph: SimplexGraph) {
    this.#graph = graph;
    this.#tree = new SpanningTree(graph, tightTree(graph));
    this.#cut = new Float64Array(graph.tails.length);
    // From the leaves of the tree to its root.
    for (const node of this.#tree.order) {
      const edge = this.#tree.parentEdge[node] ?? -1;
      if (edge !== -1) this.#cut[edge] = this.#cutOf(edge, node);
    }
  }

  /** Exchanges an edge of the tree for a better one. Returns how many nodes that looked at; 0 if the positions are the best. */
  step(): number {
    this.#looks = 1;
    const leaving = this.#leaving();
    if (leaving === -1) return 0;
    const entering = this.#entering(leaving);
    if (entering === -1) return 0;
    this.#exchange(leaving, entering);
    return this.#looks;
  }

  /** Moves each side that may move for free to the middle of where it may be; yields how many nodes that looked at. */
  *balance(): Generator<number> {
    for (const edge of this.#tree.edges) {
      if (Math.abs(this.#cut[edge] ?? 0) > 1e-9) continue;
      this.#looks = 1;
      const entering = this.#entering(edge);
      if (entering !== -1) this.#shift(edge, entering, Math.floor(slackOf(this.#graph, entering) / 2));
      yield this.#looks;
    }
  }

  /** The cut value of the tree edge above `child`, from those of the edges below it. */
  #cutOf(edge: number, child: number): number {
    const { tails, weights } = this.#graph;
    const childIsTail = tails[edge] === child;
    let value = weights[edge] ?? 0;
    for (const [{ starts, edges }, isOut] of [
      [this.#graph.out, true],
      [this.#graph.in, false],
    ] as const) {
      for (let at = starts[child] ?? 0; at < (starts[child + 1] ?? 0); at += 1) {
        const other = edges[at] ?? 0;
        if (other === edge) continue;
        const sign = isOut === childIsTail ? 1 : -1;
        value += sign * (weights[other] ?? 0);
        if (this.#tree.has(other)) value -= sign * (this.#cut[other] ?? 0);
      }
    }
    return value;
  }

  /** A tree edge with a negative cut value: the least of the next thirty found. */
  #leaving(): number {
    const { edges } = this.#tree;
    let [best, least, seen] = [-1, -1e-9, 0];
    for (let step = 0; step < edges.length; step += 1) {
      const at = (this.#searchFrom + step) % edges.length;
      const edge = edges[at] ?? -1;
      const cut = this.#cut[edge] ?? 0;
      if (cut >= -1e-9) continue;
      if (cut < least) [best, least] = [edge, cut];
      seen += 1;
      if (seen >= 30) {
        this.#searchFrom = at;
        break;
      }
    }
    return best;
  }

  /** The node of the leaving edge that is further from the root. */
  #topOf(edge: number): number {
    const tail = this.#graph.tails[edge] ?? 0;
    return this.#tree.parentEdge[tail] === edge ? tail : (this.#graph.heads[edge] ?? 0);
  }

  /** The edge with the least slack that crosses the cut the other way, searched from the side with fewer nodes. */
  #entering(leaving: number): number {
    const { tails, heads } = this.#graph;
    const top = this.#topOf(leaving);
    const [from, to] = [this.#tree.lowest[top] ?? 0, this.#tree.number[top] ?? 0];
    const isSmall = 2 * (to - from + 1) <= this.#graph.count;
    // The edge must lead into the side of the leaving edge's tail.
    const isInto = (tails[leaving] === top) === isSmall;
    const { starts, edges } = isInto ? this.#graph.in : this.#graph.out;
    const farEnds = isInto ? tails : heads;
    let [best, least] = [-1, Infinity];
    for (const [start, end] of this.#rangesOf(from, to, isSmall)) {
      this.#looks += end - start + 1;
      for (let number = start; number <= end; number += 1) {
        const node = this.#tree.order[number] ?? 0;
        for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at += 1) {
          const edge = edges[at] ?? 0;
          const far = this.#tree.number[farEnds[edge] ?? 0] ?? 0;
          if ((far >= from && far <= to) === isSmall) continue;
          const slack = slackOf(this.#graph, edge);
          if (slack < least || (slack === least && edge < best)) [best, least] = [edge, slack];
        }
      }
    }
    return best;
  }

  /** The numbers of the nodes in a range, or of the others. */
  #rangesOf(from: number, to: number, isWithin: boolean): [number, number][] {
    if (isWithin) return [[from, to]];
    return [
      [0, from - 1],
      [to + 1, this.#graph.count - 1],
    ];
  }

  /** Moves one side of a cut so that the entering edge has less slack. */
  #shift(leaving: number, entering: number, by: number): void {
    if (by === 0) return;
    const { heads, rank } = this.#graph;
    const top = this.#topOf(leaving);
    const [from, to] = [this.#tree.lowest[top] ?? 0, this.#tree.number[top] ?? 0];
    const isSmall = 2 * (to - from + 1) <= this.#graph.count;
    const shift = this.#tree.isBelow(heads[entering] ?? 0, top) === isSmall ? -by : by;
    for (const [start, end] of this.#rangesOf(from, to, isSmall)) {
      for (let number = start; number <= end; number += 1) {
        const node = this.#tree.order[number] ?? 0;
        rank[node] = (rank[node] ?? 0) + shift;
      }
    }
  }

  #exchange(leaving: number, entering: number): void {
    const { tails, heads } = this.#graph;
    this.#shift(leaving, entering, slackOf(this.#graph, entering));
    const cut = this.#cut[leaving] ?? 0;
    const [from, to] = [tails[entering] ?? 0, heads[entering] ?? 0];
    const ancestor = this.#changeCuts(from, to, cut, true);
    this.#changeCuts(to, from, cut, false);
    this.#cut[entering] = -cut;
    this.#cut[leaving] = 0;
    this.#looks += this.#tree.exchange(leaving, entering, ancestor);
  }

  /** Updates the cut values from one end of the entering edge up to the node above both ends, which is returned. */
  #changeCuts(start: number, other: number, cut: number, fromTail: boolean): number {
    const { tails, heads } = this.#graph;
    let node = start;
    while (!this.#tree.isBelow(other, node)) {
      const edge = this.#tree.parentEdge[node] ?? -1;
      const isUp = tails[edge] === node;
      this.#cut[edge] = (this.#cut[edge] ?? 0) + (isUp === fromTail ? cut : -cut);
      node = isUp ? (heads[edge] ?? 0) : (tails[edge] ?? 0);
    }
    return node;
  }
}
