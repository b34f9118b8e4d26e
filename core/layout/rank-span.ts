/**
 * The size of a graph for layered drawing, before it is drawn: its nodes, and one for each rank that an edge passes. The time that dot takes
 * grows slightly faster than its square.
 *
 * Ranks are estimated as dot finds them: back edges of a depth-first search in the order of the nodes are reversed, each node is below all
 * of its predecessors, and is then moved towards the side on which it has more edges.
 */
import type { LayoutGraph } from './graph.ts';

const balanceRounds = 4;

export function rankSpan({ nodes, edges }: LayoutGraph): number {
  const at = new Map(nodes.map(({ id }, index) => [id, index]));
  const out: number[][] = nodes.map(() => []);
  let hasLabels = false;
  for (const { from, to, label } of edges) {
    const [tail, head] = [at.get(from), at.get(to)];
    if (tail === undefined || head === undefined || tail === head) continue;
    out[tail]?.push(head);
    hasLabels ||= label !== null;
  }
  const { order, acyclicOut } = acyclic(out);
  const incoming: number[][] = nodes.map(() => []);
  for (const [tail, heads] of acyclicOut.entries()) for (const head of heads) incoming[head]?.push(tail);
  const ranks = assignRanks(order, acyclicOut, incoming);
  let passedRanks = 0;
  for (const [tail, heads] of acyclicOut.entries())
    for (const head of heads) passedRanks += (ranks[head] ?? 0) - (ranks[tail] ?? 0) - 1;
  // A label is a node in a rank of its own: dot then adds a rank between every two.
  return nodes.length + (hasLabels ? 2 * passedRanks + edges.length : passedRanks);
}

/** The edges without cycles, and the nodes in a topological order. */
function acyclic(out: readonly (readonly number[])[]): { order: number[]; acyclicOut: number[][] } {
  const acyclicOut: number[][] = out.map(() => []);
  const state = new Uint8Array(out.length);
  const next = new Uint32Array(out.length);
  const finished: number[] = [];
  for (let root = 0; root < out.length; root += 1) {
    if (state[root] !== 0) continue;
    const open = [root];
    state[root] = 1;
    for (let node = open.at(-1); node !== undefined; node = open.at(-1)) {
      const at = next[node] ?? 0;
      next[node] = at + 1;
      const head = out[node]?.[at];
      if (head === undefined) {
        state[node] = 2;
        finished.push(node);
        open.pop();
      } else if (state[head] === 1) acyclicOut[head]?.push(node);
      else {
        acyclicOut[node]?.push(head);
        if (state[head] === 0) {
          state[head] = 1;
          open.push(head);
        }
      }
    }
  }
  return { order: finished.reverse(), acyclicOut };
}

/** A rank for each node, below those of its predecessors. */
function assignRanks(
  order: readonly number[],
  out: readonly (readonly number[])[],
  incoming: readonly (readonly number[])[],
): Int32Array {
  const ranks = new Int32Array(out.length);
  for (const node of order) for (const head of out[node] ?? []) ranks[head] = Math.max(ranks[head] ?? 0, (ranks[node] ?? 0) + 1);
  for (let round = 0; round < balanceRounds; round += 1) {
    for (const node of round % 2 === 0 ? order.toReversed() : order) {
      const [heads, tails] = [out[node] ?? [], incoming[node] ?? []];
      if (heads.length > tails.length)
        ranks[node] = heads.reduce((least, head) => Math.min(least, (ranks[head] ?? 0) - 1), Infinity);
      else if (tails.length > heads.length)
        ranks[node] = tails.reduce((most, tail) => Math.max(most, (ranks[tail] ?? 0) + 1), -Infinity);
    }
  }
  return ranks;
}
