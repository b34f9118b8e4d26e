/**
 * rank-span: how large a graph becomes for a drawer in ranks, before it is drawn: its nodes, and one more for each rank that
 * an edge passes. The time that dot takes grows with a little more than the square of it.
 *
 * Ranks are guessed as dot finds them: edges that lead back on a depth-first search in the order of the nodes are turned,
 * each node comes below all that lead to it, and is then drawn towards the side on which it has more edges.
 */
import type { LayoutGraph } from './graph.ts';

const settlings = 4;

export function rankSpan({ nodes, edges }: LayoutGraph): number {
  const at = new Map(nodes.map(({ id }, index) => [id, index]));
  const out: number[][] = nodes.map(() => []);
  let labelled = false;
  for (const { from, to, label } of edges) {
    const [tail, head] = [at.get(from), at.get(to)];
    if (tail === undefined || head === undefined || tail === head) continue;
    out[tail]?.push(head);
    labelled ||= label !== null;
  }
  const { order, turned } = acyclic(out);
  const into: number[][] = nodes.map(() => []);
  for (const [tail, heads] of turned.entries()) for (const head of heads) into[head]?.push(tail);
  const ranks = settleRanks(order, turned, into);
  let passed = 0;
  for (const [tail, heads] of turned.entries()) for (const head of heads) passed += (ranks[head] ?? 0) - (ranks[tail] ?? 0) - 1;
  // A label is a node of its own rank: dot then has a rank between every two.
  return nodes.length + (labelled ? 2 * passed + edges.length : passed);
}

/** The edges without circles, and the nodes in an order in which all of them lead forwards. */
function acyclic(out: readonly (readonly number[])[]): { order: number[]; turned: number[][] } {
  const turned: number[][] = out.map(() => []);
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
      } else if (state[head] === 1) turned[head]?.push(node);
      else {
        turned[node]?.push(head);
        if (state[head] === 0) {
          state[head] = 1;
          open.push(head);
        }
      }
    }
  }
  return { order: finished.reverse(), turned };
}

/** A rank for each node, below those of all that lead to it. */
function settleRanks(
  order: readonly number[],
  out: readonly (readonly number[])[],
  into: readonly (readonly number[])[],
): Int32Array {
  const ranks = new Int32Array(out.length);
  for (const node of order) for (const head of out[node] ?? []) ranks[head] = Math.max(ranks[head] ?? 0, (ranks[node] ?? 0) + 1);
  for (let round = 0; round < settlings; round += 1) {
    for (const node of round % 2 === 0 ? order.toReversed() : order) {
      const [heads, tails] = [out[node] ?? [], into[node] ?? []];
      if (heads.length > tails.length)
        ranks[node] = heads.reduce((least, head) => Math.min(least, (ranks[head] ?? 0) - 1), Infinity);
      else if (tails.length > heads.length)
        ranks[node] = tails.reduce((most, tail) => Math.max(most, (ranks[tail] ?? 0) + 1), -Infinity);
    }
  }
  return ranks;
}
