/** The lowest feasible position of each node: the length of the longest path that leads to it. */
import type { SimplexEdge } from './simplex-graph.ts';

/** The edges must not form a cycle. */
export function longestPaths(count: number, edges: readonly SimplexEdge[]): Int32Array {
  const out: SimplexEdge[][] = Array.from({ length: count }, () => []);
  const waiting = new Int32Array(count);
  for (const edge of edges) {
    out[edge.tail]?.push(edge);
    waiting[edge.head] = (waiting[edge.head] ?? 0) + 1;
  }
  const positions = new Int32Array(count);
  const ready = [...waiting.keys()].filter((node) => waiting[node] === 0);
  for (const node of ready) {
    for (const { head, least } of out[node] ?? []) {
      positions[head] = Math.max(positions[head] ?? 0, (positions[node] ?? 0) + least);
      waiting[head] = (waiting[head] ?? 0) - 1;
      if (waiting[head] === 0) ready.push(head);
    }
  }
  return positions;
}
