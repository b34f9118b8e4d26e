/** A graph as trees, whatever its arrows do (SPEC.md). */
import type { LayoutEdge, LayoutGraph, LayoutNode } from './graph.ts';

export type Branch = {
  readonly node: LayoutNode;
  /** The edge between it and its parent, in either direction; null for a root. */
  readonly edge: LayoutEdge | null;
  readonly children: Branch[];
};

type Neighbour = { readonly id: string; readonly edge: LayoutEdge };
type Neighbours = ReadonlyMap<string, readonly Neighbour[]>;

/** One tree per root, in the order of the nodes. */
export function forestOf({ nodes, edges }: LayoutGraph): Branch[] {
  const forwards = neighboursBy(edges, 'from', 'to', nodes);
  const targets = new Set(edges.map(({ to }) => to));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const seen = new Set<string>();
  const roots = nodes.filter(({ id }) => !targets.has(id));
  const trees = roots.map((node) => ({ node, edge: null, children: [] }));
  for (const { id } of roots) seen.add(id);
  grow(trees, seen, (id) => forwards.get(id) ?? [], byId);
  for (const node of nodes) {
    if (seen.has(node.id)) continue;
    seen.add(node.id);
    const tree = { node, edge: null, children: [] };
    trees.push(tree);
    grow([tree], seen, (id) => forwards.get(id) ?? [], byId);
  }
  return trees;
}

/** One tree for all nodes of a connected graph; null for an empty graph. */
export function joinedTree({ nodes, edges }: LayoutGraph): Branch | null {
  const forwards = neighboursBy(edges, 'from', 'to', nodes);
  const backwards = neighboursBy(edges, 'to', 'from', nodes);
  const root = mainRoot(nodes, forwards, backwards);
  if (root === null) return null;
  const tree: Branch = { node: root, edge: null, children: [] };
  const both = (id: string): Neighbour[] => [...(forwards.get(id) ?? []), ...(backwards.get(id) ?? [])];
  grow([tree], new Set([root.id]), both, new Map(nodes.map((node) => [node.id, node])));
  return tree;
}

/** The node with most outgoing edges, among the sources if there are any. */
function mainRoot(nodes: readonly LayoutNode[], forwards: Neighbours, backwards: Neighbours): LayoutNode | null {
  const count = (neighbours: Neighbours, { id }: LayoutNode): number => neighbours.get(id)?.length ?? 0;
  const sources = nodes.filter((node) => count(backwards, node) === 0);
  let best: LayoutNode | null = null;
  for (const node of sources.length > 0 ? sources : nodes) {
    if (best === null || count(forwards, node) > count(forwards, best)) best = node;
  }
  return best;
}

/** Adds all nodes that the branches reach and that have no place yet, breadth first. */
function grow(
  from: readonly Branch[],
  seen: Set<string>,
  next: (id: string) => Iterable<Neighbour>,
  byId: ReadonlyMap<string, LayoutNode>,
): void {
  const open = [...from];
  for (let at = 0; at < open.length; at += 1) {
    const branch = open[at];
    if (branch === undefined) break;
    for (const { id, edge } of next(branch.node.id)) {
      const node = byId.get(id);
      if (node === undefined || seen.has(id)) continue;
      seen.add(id);
      const child = { node, edge, children: [] };
      branch.children.push(child);
      open.push(child);
    }
  }
}

/** The neighbors of each node, in the order in which the nodes were given. */
function neighboursBy(
  edges: readonly LayoutEdge[],
  near: 'from' | 'to',
  far: 'from' | 'to',
  nodes: readonly LayoutNode[],
): Neighbours {
  const rank = new Map(nodes.map(({ id }, index) => [id, index]));
  const neighbours = new Map<string, Neighbour[]>();
  for (const edge of edges.toSorted((a, b) => (rank.get(a[far]) ?? 0) - (rank.get(b[far]) ?? 0))) {
    const list = neighbours.get(edge[near]);
    const neighbour = { id: edge[far], edge };
    if (list === undefined) neighbours.set(edge[near], [neighbour]);
    else list.push(neighbour);
  }
  return neighbours;
}
