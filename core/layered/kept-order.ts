/** The order that boxes had along an axis, as edges of a network simplex. */
import type { SimplexEdge } from './simplex-graph.ts';

/**
 * Edges by which boxes do not pass each other, through barriers between the groups; `count` is the first free variable. Edges
 * that would close a cycle with `given` are left out, and so are those around them. `groups`: the variables of boxes at one
 * place each, in order.
 */
export function keepOrder(
  groups: readonly (readonly number[])[],
  given: readonly SimplexEdge[],
  count: number,
): { readonly edges: readonly SimplexEdge[]; readonly count: number } {
  const edges: SimplexEdge[] = [];
  for (const [at, group] of groups.entries()) {
    const [before, behind] = [count + at - 1, count + at];
    if (at > 0) edges.push({ tail: before, head: behind, least: 0, weight: 0 });
    for (const variable of group) {
      if (at > 0) edges.push({ tail: before, head: variable, least: 0, weight: 0 });
      edges.push({ tail: variable, head: behind, least: 0, weight: 0 });
    }
  }
  const total = count + groups.length;
  const all = [...given, ...edges];
  // Nodes on cycles, and between them, are not free.
  const isFree = new Uint8Array(total);
  for (const node of peeled(total, all, 'tail', 'head')) isFree[node] = 1;
  for (const node of peeled(total, all, 'head', 'tail')) isFree[node] = 1;
  return { edges: edges.filter(({ tail, head }) => isFree[tail] === 1 || isFree[head] === 1), count: total };
}

/** The nodes that no cycle leads to: Kahn's order, as far as it goes. */
function peeled(total: number, edges: readonly SimplexEdge[], from: 'tail' | 'head', to: 'tail' | 'head'): number[] {
  const next: number[][] = Array.from({ length: total }, () => []);
  const waiting = new Int32Array(total);
  for (const edge of edges) {
    next[edge[from]]?.push(edge[to]);
    waiting[edge[to]] = (waiting[edge[to]] ?? 0) + 1;
  }
  const ready = [...waiting.keys()].filter((node) => waiting[node] === 0);
  for (const node of ready) {
    for (const other of next[node] ?? []) {
      waiting[other] = (waiting[other] ?? 0) - 1;
      if (waiting[other] === 0) ready.push(other);
    }
  }
  return ready;
}
