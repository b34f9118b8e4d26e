/** A spanning tree whose nodes are numbered in postorder, so that the nodes below each are one range of numbers. */
import { otherEnd, type SimplexGraph } from './simplex-graph.ts';

export class SpanningTree {
  readonly #graph: SimplexGraph;
  readonly edges: Int32Array;
  /** For each node the edge to its parent; -1 of the root. */
  readonly parentEdge: Int32Array;
  /** The number of each node, and the lowest number below it. */
  readonly number: Int32Array;
  readonly lowest: Int32Array;
  /** Nodes by their numbers. */
  readonly order: Int32Array;
  readonly #placeOf: Int32Array;
  // The tree edges at a node as a list. Half `2 * edge` is at the tail of the edge, the next one at its head.
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #cursor: Int32Array;

  constructor(graph: SimplexGraph, edges: readonly number[]) {
    this.#graph = graph;
    this.edges = Int32Array.from(edges);
    const { count, tails } = graph;
    this.parentEdge = new Int32Array(count).fill(-1);
    this.number = new Int32Array(count);
    this.lowest = new Int32Array(count);
    this.order = new Int32Array(count);
    this.#placeOf = new Int32Array(tails.length).fill(-1);
    this.#first = new Int32Array(count).fill(-1);
    this.#next = new Int32Array(2 * tails.length).fill(-1);
    this.#previous = new Int32Array(2 * tails.length).fill(-1);
    this.#cursor = new Int32Array(count);
    for (const [place, edge] of this.edges.entries()) this.#link(edge, place);
    this.#renumber(0, 0);
  }

  has(edge: number): boolean {
    return (this.#placeOf[edge] ?? -1) !== -1;
  }

  isBelow(node: number, top: number): boolean {
    const number = this.number[node] ?? 0;
    return (this.lowest[top] ?? 0) <= number && number <= (this.number[top] ?? 0);
  }

  /** Exchanges two edges; `ancestor` is above both ends of both. Returns how many nodes have new numbers. */
  exchange(leaving: number, entering: number, ancestor: number): number {
    const place = this.#placeOf[leaving] ?? 0;
    this.#unlink(leaving);
    this.edges[place] = entering;
    this.#link(entering, place);
    const lowest = this.lowest[ancestor] ?? 0;
    return this.#renumber(ancestor, lowest);
  }

  #link(edge: number, place: number): void {
    this.#placeOf[edge] = place;
    for (const half of [2 * edge, 2 * edge + 1]) {
      const node = this.#nodeOf(half);
      const first = this.#first[node] ?? -1;
      this.#next[half] = first;
      this.#previous[half] = -1;
      if (first !== -1) this.#previous[first] = half;
      this.#first[node] = half;
    }
  }

  #unlink(edge: number): void {
    this.#placeOf[edge] = -1;
    for (const half of [2 * edge, 2 * edge + 1]) {
      const [previous, next] = [this.#previous[half] ?? -1, this.#next[half] ?? -1];
      if (previous === -1) this.#first[this.#nodeOf(half)] = next;
      else this.#next[previous] = next;
      if (next !== -1) this.#previous[next] = previous;
    }
  }

  #nodeOf(half: number): number {
    const { tails, heads } = this.#graph;
    return (half % 2 === 0 ? tails[half >> 1] : heads[half >> 1]) ?? 0;
  }

  /** Numbers the nodes below `top`, and itself, from a number on. */
  #renumber(top: number, from: number): number {
    let number = from;
    let node = top;
    this.lowest[node] = number;
    this.#cursor[node] = this.#first[node] ?? -1;
    for (;;) {
      const half = this.#cursor[node] ?? -1;
      if (half === -1) {
        this.number[node] = number;
        this.order[number] = node;
        number += 1;
        if (node === top) return number - from;
        node = otherEnd(this.#graph, this.parentEdge[node] ?? 0, node);
        continue;
      }
      this.#cursor[node] = this.#next[half] ?? -1;
      const edge = half >> 1;
      if (edge === this.parentEdge[node]) continue;
      node = otherEnd(this.#graph, edge, node);
      this.parentEdge[node] = edge;
      this.lowest[node] = number;
      this.#cursor[node] = this.#first[node] ?? -1;
    }
  }
}
