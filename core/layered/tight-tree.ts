/**
 * A spanning tree of edges without slack, to begin a network simplex with: parts that such edges join are drawn to their
 * nearest neighbors, and every round at least halves their number.
 */
import { otherEnd, type SimplexGraph, slackOf } from './simplex-graph.ts';

/** The edges of the tree. Changes the positions, which stay feasible. */
export function tightTree(graph: SimplexGraph): number[] {
  const { tails, heads, rank } = graph;
  const { parts, tree } = tightParts(graph);
  const partOf = new Int32Array(graph.count);
  for (const [part, members] of parts.entries()) for (const node of members) partOf[node] = part;
  for (let [remaining, before] = [parts.length, 0]; remaining > 1 && remaining !== before;) {
    const isJoined = new Uint8Array(parts.length);
    before = remaining;
    for (const [part, members] of parts.entries()) {
      if (members.length === 0 || isJoined[part] === 1 || remaining === 1) continue;
      const edge = nearestEdge(graph, members, partOf);
      if (edge === -1) continue;
      const [tailPart, headPart] = [partOf[tails[edge] ?? 0] ?? 0, partOf[heads[edge] ?? 0] ?? 0];
      const shift = tailPart === part ? slackOf(graph, edge) : -slackOf(graph, edge);
      for (const node of members) rank[node] = (rank[node] ?? 0) + shift;
      tree.push(edge);
      const other = tailPart === part ? headPart : tailPart;
      const [into, from] = members.length > (parts[other]?.length ?? 0) ? [part, other] : [other, part];
      for (const node of parts[from] ?? []) {
        partOf[node] = into;
        parts[into]?.push(node);
      }
      parts[from] = [];
      isJoined[into] = 1;
      remaining -= 1;
    }
  }
  return tree;
}

/** The parts that edges without slack join, and such edges that form a tree of each. */
function tightParts(graph: SimplexGraph): { parts: number[][]; tree: number[] } {
  const isSeen = new Uint8Array(graph.count);
  const parts: number[][] = [];
  const tree: number[] = [];
  for (let start = 0; start < graph.count; start += 1) {
    if (isSeen[start] === 1) continue;
    const members = [start];
    isSeen[start] = 1;
    for (const node of members) {
      for (const { starts, edges } of [graph.out, graph.in]) {
        for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at += 1) {
          const edge = edges[at] ?? 0;
          const other = otherEnd(graph, edge, node);
          if (isSeen[other] === 1 || slackOf(graph, edge) !== 0) continue;
          isSeen[other] = 1;
          members.push(other);
          tree.push(edge);
        }
      }
    }
    parts.push(members);
  }
  return { parts, tree };
}

/** The edge with the least slack that leads from these nodes to another part; -1 if there is none. */
function nearestEdge(graph: SimplexGraph, members: readonly number[], partOf: Int32Array): number {
  const part = partOf[members[0] ?? 0];
  let [best, least] = [-1, Infinity];
  for (const node of members) {
    for (const { starts, edges } of [graph.out, graph.in]) {
      for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at += 1) {
        const edge = edges[at] ?? 0;
        if (partOf[otherEnd(graph, edge, node)] === part) continue;
        const slack = slackOf(graph, edge);
        if (slack < least) [best, least] = [edge, slack];
      }
    }
  }
  return best;
}
