/** Joins the parts of a graph by a node of its own, for a spanning tree must reach all of them. */
import type { SimplexEdge } from './simplex-graph.ts';

/** The edges with one from the joining node, if there is one, to each part; `total` counts the nodes with it. */
export function joinParts(count: number, edges: readonly SimplexEdge[]): { all: readonly SimplexEdge[]; total: number } {
  const leaders = Array.from({ length: count }, (_, index) => index);
  const leaderOf = (index: number): number => {
    let at = index;
    while (leaders[at] !== at) at = leaders[at] = leaders[leaders[at] ?? at] ?? at;
    return at;
  };
  for (const { tail, head } of edges) leaders[leaderOf(tail)] = leaderOf(head);
  const parts = leaders.filter((leader, index) => leader === index);
  if (parts.length <= 1) return { all: edges, total: count };
  const joining = parts.map((head): SimplexEdge => ({ tail: count, head, least: 0, weight: 0 }));
  return { all: [...edges, ...joining], total: count + 1 };
}
