/**
 * Turns edges so that no cycle is left where a layout before this one is kept: edges that led forward still do. Of the others,
 * only those that close a cycle are turned, so that what a new arrow leads back to moves.
 */
import { type Compound, unitsOf } from './compound.ts';
import { previousSpans, wasBefore } from './previous-spans.ts';

/** For each edge, whether it is turned. */
export function keptTurns(compound: Compound): boolean[] {
  const { nodes, edges } = compound;
  const spans = previousSpans(compound);
  const order = new PartialOrder(compound);
  const isForward = edges.map(({ from, to }) => wasBefore(spans, from, to));
  const add = (from: number, to: number): void => {
    order.add(from, to);
    const [a, b] = unitsOf(nodes, from, to);
    if ((a !== from || b !== to) && wasBefore(spans, a, b)) order.add(a, b);
  };
  for (const [at, { from, to }] of edges.entries()) if (isForward[at] === true) add(from, to);
  return edges.map(({ from, to }, at) => {
    if (isForward[at] === true) return false;
    const isTurned = order.isBefore(to, from);
    if (isTurned) add(to, from);
    else add(from, to);
    return isTurned;
  });
}

/** Which nodes are before others, directly, through others, or because frames around them are. */
class PartialOrder {
  readonly #after: number[][];
  readonly #last: Int32Array;

  constructor({ nodes }: Compound) {
    // A frame has a variable for its beginning and one for its end.
    this.#last = Int32Array.from(nodes, ({ isFrame }, index) => (isFrame ? nodes.length + index : index));
    this.#after = Array.from({ length: 2 * nodes.length }, () => []);
    for (const [index, { path }] of nodes.entries()) {
      const parent = path.at(-1);
      if (parent === undefined) continue;
      this.#after[parent]?.push(index);
      this.#after[this.#last[index] ?? 0]?.push(this.#last[parent] ?? 0);
    }
  }

  add(a: number, b: number): void {
    this.#after[this.#last[a] ?? 0]?.push(b);
  }

  isBefore(a: number, b: number): boolean {
    const seen = new Set([this.#last[a] ?? 0]);
    for (const variable of seen) {
      if (variable === b) return true;
      for (const next of this.#after[variable] ?? []) seen.add(next);
    }
    return false;
  }
}
