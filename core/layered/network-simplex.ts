/**
 * Positions on a line that minimize the weighted lengths of edges under least lengths: ranks of a layered drawing, and
 * coordinates within its ranks.
 *
 * After Gansner, Koutsofios, North, Vo: "A technique for drawing directed graphs" (IEEE TSE 1993), section 2.
 */
import type { Work } from '../planning/work.ts';
import { joinParts } from './join-parts.ts';
import { longestPaths } from './longest-paths.ts';

/** The head is at least `least` behind the tail; a longer edge costs `weight` per unit. */
export type SimplexEdge = { readonly tail: number; readonly head: number; readonly least: number; readonly weight: number };

/** Integer positions by node, the smallest 0. The edges must not form a cycle. */
export function networkSimplex(count: number, edges: readonly SimplexEdge[], work?: Work): Int32Array {
  return new Simplex(count, edges, work).run();
}

class Simplex {
  /** Nodes that were given, and with the one that joins the parts. */
  readonly #given: number;
  readonly #count: number;
  readonly #tails: Int32Array;
  readonly #heads: Int32Array;
  readonly #least: Int32Array;
  readonly #weights: Float64Array;
  readonly #out: number[][];
  readonly #in: number[][];
  readonly #rank: Int32Array;
  readonly #cut: Float64Array;
  readonly #isTree: Uint8Array;
  readonly #parentEdge: Int32Array;
  readonly #low: Int32Array;
  readonly #lim: Int32Array;
  readonly #treeEdgesAt: number[][];
  readonly #treeEdges: number[] = [];
  readonly #work: Work | undefined;
  #searchFrom = 0;

  constructor(count: number, edges: readonly SimplexEdge[], work: Work | undefined) {
    this.#work = work;
    const { all, total } = joinParts(count, edges);
    this.#given = count;
    this.#count = total;
    this.#tails = Int32Array.from(all, ({ tail }) => tail);
    this.#heads = Int32Array.from(all, ({ head }) => head);
    this.#least = Int32Array.from(all, ({ least }) => least);
    this.#weights = Float64Array.from(all, ({ weight }) => weight);
    this.#out = Array.from({ length: total }, () => []);
    this.#in = Array.from({ length: total }, () => []);
    for (const [index, { tail, head }] of all.entries()) {
      this.#out[tail]?.push(index);
      this.#in[head]?.push(index);
    }
    this.#rank = longestPaths(total, all);
    this.#cut = new Float64Array(all.length);
    this.#isTree = new Uint8Array(all.length);
    this.#parentEdge = new Int32Array(total).fill(-1);
    this.#low = new Int32Array(total);
    this.#lim = new Int32Array(total);
    this.#treeEdgesAt = Array.from({ length: total }, () => []);
  }

  run(): Int32Array {
    if (this.#count === 0) return new Int32Array(0);
    this.#tightTree();
    this.#number(0, -1, 1);
    this.#initialCuts();
    const most = 40 * this.#count + 200;
    for (let step = 0; step < most; step += 1) {
      this.#work?.spend(1);
      const leaving = this.#leaving();
      if (leaving === -1) break;
      const entering = this.#entering(leaving);
      if (entering === -1) break;
      this.#exchange(leaving, entering);
    }
    const ranks = this.#rank.subarray(0, this.#given);
    const least = ranks.reduce((lowest, rank) => Math.min(lowest, rank), Infinity);
    return ranks.map((rank) => rank - least);
  }

  #slack(edge: number): number {
    return this.#at(this.#heads, edge, this.#rank) - this.#at(this.#tails, edge, this.#rank) - (this.#least[edge] ?? 0);
  }

  #at(ends: Int32Array, edge: number, values: Int32Array): number {
    return values[ends[edge] ?? 0] ?? 0;
  }

  /** A spanning tree of edges without slack: grown from node 0, the rest drawn towards it by the least slack. */
  #tightTree(): void {
    const inTree = new Uint8Array(this.#count);
    const members: number[] = [];
    const grow = (start: number): void => {
      const stack = [start];
      inTree[start] = 1;
      members.push(start);
      for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
        for (const edges of [this.#out[node] ?? [], this.#in[node] ?? []]) {
          for (const edge of edges) {
            const tail = this.#tails[edge] ?? 0;
            const other = tail === node ? (this.#heads[edge] ?? 0) : tail;
            if (inTree[other] === 1 || this.#slack(edge) !== 0) continue;
            inTree[other] = 1;
            members.push(other);
            this.#link(edge);
            stack.push(other);
          }
        }
      }
    };
    grow(0);
    while (members.length < this.#count) {
      let [best, least] = [-1, Infinity];
      for (const node of members) {
        for (const edges of [this.#out[node] ?? [], this.#in[node] ?? []]) {
          for (const edge of edges) {
            const isOut = inTree[this.#tails[edge] ?? 0] === 1;
            if (isOut === (inTree[this.#heads[edge] ?? 0] === 1)) continue;
            const slack = this.#slack(edge);
            if (slack < least) [best, least] = [edge, slack];
          }
        }
      }
      if (best === -1) break;
      const tailIsIn = inTree[this.#tails[best] ?? 0] === 1;
      const shift = tailIsIn ? least : -least;
      for (const node of members) this.#rank[node] = (this.#rank[node] ?? 0) + shift;
      this.#link(best);
      grow(tailIsIn ? (this.#heads[best] ?? 0) : (this.#tails[best] ?? 0));
    }
  }

  #link(edge: number): void {
    this.#isTree[edge] = 1;
    this.#treeEdges.push(edge);
    this.#treeEdgesAt[this.#tails[edge] ?? 0]?.push(edge);
    this.#treeEdgesAt[this.#heads[edge] ?? 0]?.push(edge);
  }

  /** Numbers the subtree of `start` in postorder from `from`; answers the next free number. */
  #number(start: number, parentEdge: number, from: number): number {
    let next = from;
    const stack: { node: number; at: number }[] = [{ node: start, at: 0 }];
    this.#parentEdge[start] = parentEdge;
    this.#low[start] = next;
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const edges = this.#treeEdgesAt[top.node] ?? [];
      const edge = edges[top.at];
      if (edge === undefined) {
        this.#lim[top.node] = next;
        next += 1;
        stack.pop();
        continue;
      }
      top.at += 1;
      if (edge === this.#parentEdge[top.node]) continue;
      const tail = this.#tails[edge] ?? 0;
      const child = tail === top.node ? (this.#heads[edge] ?? 0) : tail;
      this.#parentEdge[child] = edge;
      this.#low[child] = next;
      stack.push({ node: child, at: 0 });
    }
    return next;
  }

  /** Cut values from the leaves of the tree to its root. */
  #initialCuts(): void {
    const order = Array.from({ length: this.#count }, (_, node) => node).toSorted(
      (a, b) => (this.#lim[a] ?? 0) - (this.#lim[b] ?? 0),
    );
    for (const node of order) {
      const edge = this.#parentEdge[node] ?? -1;
      if (edge !== -1) this.#cut[edge] = this.#cutOf(edge, node);
    }
  }

  /** The cut value of the tree edge above `child`, from those of the edges below it. */
  #cutOf(edge: number, child: number): number {
    const childIsTail = this.#tails[edge] === child;
    let value = this.#weights[edge] ?? 0;
    for (const [edges, isOut] of [
      [this.#out[child] ?? [], true],
      [this.#in[child] ?? [], false],
    ] as const) {
      for (const other of edges) {
        if (other === edge) continue;
        const sameWay = isOut === childIsTail;
        value += sameWay ? (this.#weights[other] ?? 0) : -(this.#weights[other] ?? 0);
        if (this.#isTree[other] === 1) value += sameWay ? -(this.#cut[other] ?? 0) : (this.#cut[other] ?? 0);
      }
    }
    return value;
  }

  /** A tree edge with a negative cut value: the least of the next thirty found. */
  #leaving(): number {
    let [best, least, seen] = [-1, -1e-9, 0];
    const count = this.#treeEdges.length;
    for (let step = 0; step < count; step += 1) {
      const at = (this.#searchFrom + step) % count;
      const edge = this.#treeEdges[at] ?? -1;
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

  #isBelow(node: number, top: number): boolean {
    const lim = this.#lim[node] ?? 0;
    return (this.#low[top] ?? 0) <= lim && lim <= (this.#lim[top] ?? 0);
  }

  /** The edge with the least slack that crosses the cut the other way. */
  #entering(leaving: number): number {
    const [tail, head] = [this.#tails[leaving] ?? 0, this.#heads[leaving] ?? 0];
    const tailIsBelow = (this.#lim[tail] ?? 0) < (this.#lim[head] ?? 0);
    const top = tailIsBelow ? tail : head;
    let [best, least] = [-1, Infinity];
    // Nodes of the smaller component, by a walk down the tree.
    const stack = [top];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      for (const edge of (tailIsBelow ? this.#in[node] : this.#out[node]) ?? []) {
        const other = tailIsBelow ? (this.#tails[edge] ?? 0) : (this.#heads[edge] ?? 0);
        if (this.#isBelow(other, top)) continue;
        const slack = this.#slack(edge);
        if (slack < least || (slack === least && edge < best)) [best, least] = [edge, slack];
      }
      for (const edge of this.#treeEdgesAt[node] ?? []) {
        if (edge === this.#parentEdge[node]) continue;
        const end = this.#tails[edge] ?? 0;
        stack.push(end === node ? (this.#heads[edge] ?? 0) : end);
      }
    }
    return best;
  }

  #exchange(leaving: number, entering: number): void {
    const [tail, head] = [this.#tails[leaving] ?? 0, this.#heads[leaving] ?? 0];
    const tailIsBelow = (this.#lim[tail] ?? 0) < (this.#lim[head] ?? 0);
    const top = tailIsBelow ? tail : head;
    const slack = this.#slack(entering);
    // The component below moves so that the entering edge is tight.
    if (slack !== 0) {
      const by = this.#isBelow(this.#heads[entering] ?? 0, top) ? -slack : slack;
      const stack = [top];
      for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
        this.#rank[node] = (this.#rank[node] ?? 0) + by;
        for (const edge of this.#treeEdgesAt[node] ?? []) {
          if (edge === this.#parentEdge[node]) continue;
          const end = this.#tails[edge] ?? 0;
          stack.push(end === node ? (this.#heads[edge] ?? 0) : end);
        }
      }
    }
    // Cut values change on the path between the ends of the entering edge.
    const cut = this.#cut[leaving] ?? 0;
    const [from, to] = [this.#tails[entering] ?? 0, this.#heads[entering] ?? 0];
    const ancestor = this.#follow(from, to, cut, true);
    this.#follow(to, from, cut, false);
    this.#cut[entering] = -cut;
    this.#cut[leaving] = 0;
    this.#unlink(leaving, entering);
    const above = this.#parentEdge[ancestor] ?? -1;
    this.#number(ancestor, above, this.#low[ancestor] ?? 1);
  }

  /** Walks from one end of the entering edge up to the common ancestor and updates the cut values on the way. */
  #follow(start: number, other: number, cut: number, fromTail: boolean): number {
    let node = start;
    while (!this.#isBelow(other, node)) {
      const edge = this.#parentEdge[node] ?? -1;
      const up = this.#tails[edge] === node;
      // Along the direction of the entering edge the value falls, against it it rises.
      this.#cut[edge] = (this.#cut[edge] ?? 0) + (up === fromTail ? cut : -cut);
      node = up ? (this.#heads[edge] ?? 0) : (this.#tails[edge] ?? 0);
    }
    return node;
  }

  #unlink(leaving: number, entering: number): void {
    this.#isTree[leaving] = 0;
    this.#isTree[entering] = 1;
    const at = this.#treeEdges.indexOf(leaving);
    this.#treeEdges[at] = entering;
    for (const node of [this.#tails[leaving] ?? 0, this.#heads[leaving] ?? 0]) {
      const edges = this.#treeEdgesAt[node];
      if (edges !== undefined) edges.splice(edges.indexOf(leaving), 1);
    }
    this.#treeEdgesAt[this.#tails[entering] ?? 0]?.push(entering);
    this.#treeEdgesAt[this.#heads[entering] ?? 0]?.push(entering);
  }
}
