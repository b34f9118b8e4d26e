/** The edges of a network simplex in typed arrays, with those that leave and enter each node side by side. */
import { joinParts } from './join-parts.ts';
import { longestPaths } from './longest-paths.ts';

/** The head is at least `least` behind the tail; a longer edge costs `weight` per unit. */
export type SimplexEdge = { readonly tail: number; readonly head: number; readonly least: number; readonly weight: number };

export type SimplexGraph = {
  /** Nodes with the one that joins the parts, if there is one. */
  readonly count: number;
  readonly tails: Int32Array;
  readonly heads: Int32Array;
  readonly least: Int32Array;
  readonly weights: Float64Array;
  readonly out: EdgeLists;
  readonly in: EdgeLists;
  /** Feasible positions, which the passes change. */
  readonly rank: Int32Array;
};

/** The edges at node `n` are `edges[starts[n]]` up to, not including, `edges[starts[n + 1]]`. */
export type EdgeLists = { readonly starts: Int32Array; readonly edges: Int32Array };

export function simplexGraph(given: number, edges: readonly SimplexEdge[]): SimplexGraph {
  const { all, total } = joinParts(given, edges);
  const tails = Int32Array.from(all, ({ tail }) => tail);
  const heads = Int32Array.from(all, ({ head }) => head);
  return {
    count: total,
    tails,
    heads,
    least: Int32Array.from(all, ({ least }) => least),
    weights: Float64Array.from(all, ({ weight }) => weight),
    out: listsOf(total, tails),
    in: listsOf(total, heads),
    rank: longestPaths(total, all),
  };
}

function listsOf(count: number, ends: Int32Array): EdgeLists {
  const starts = new Int32Array(count + 1);
  for (const node of ends) starts[node + 1] = (starts[node + 1] ?? 0) + 1;
  for (let node = 0; node < count; node += 1) starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0);
  const next = starts.slice();
  const edges = new Int32Array(ends.length);
  for (const [edge, node] of ends.entries()) {
    const at = next[node] ?? 0;
    edges[at] = edge;
    next[node] = at + 1;
  }
  return { starts, edges };
}

export function slackOf({ tails, heads, least, rank }: SimplexGraph, edge: number): number {
  return (rank[heads[edge] ?? 0] ?? 0) - (rank[tails[edge] ?? 0] ?? 0) - (least[edge] ?? 0);
}

export function otherEnd({ tails, heads }: SimplexGraph, edge: number, node: number): number {
  const tail = tails[edge] ?? 0;
  return tail === node ? (heads[edge] ?? 0) : tail;
}
