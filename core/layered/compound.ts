/** The graph as the passes of the layered layout see it: numbered boxes and frames, and the edges between them. */
import type { Size } from '#schema/tab.ts';

import type { LayoutDirection, LayoutEdge, LayoutGraph, LayoutNode } from '../layout/graph.ts';

export type CompoundNode = {
  readonly id: string;
  /** Size across the flow and along it. Of a frame: the least that it takes. */
  readonly across: number;
  readonly along: number;
  /** Centre before the layout. */
  readonly previousAcross: number;
  readonly previousAlong: number;
  readonly isUnplaced: boolean;
  readonly isFrame: boolean;
  /** The frame around it, outermost frames first: indices of nodes. */
  readonly path: readonly number[];
};

export type CompoundEdge = {
  readonly from: number;
  readonly to: number;
  readonly label: { readonly across: number; readonly along: number } | null;
  readonly isAngled: boolean;
};

export type Compound = {
  readonly direction: LayoutDirection;
  readonly nodes: readonly CompoundNode[];
  readonly edges: readonly CompoundEdge[];
  /** True if any edge has a label: ranks then have ranks for labels between them. */
  readonly hasLabels: boolean;
};

/** Numbers a graph. Edges from a box to itself, and between a frame and what is in it, have no part in the layout. */
export function compoundOf(graph: LayoutGraph, direction: LayoutDirection): Compound {
  const nodes: CompoundNode[] = [];
  const indices = new Map<string, number>();
  const add = (node: LayoutNode, path: readonly number[]): void => {
    const index = nodes.length;
    indices.set(node.id, index);
    const [across, along] = turned(node, direction);
    const [previousAcross, previousAlong] = direction === 'down' ? [node.now.x, node.now.y] : [node.now.y, node.now.x];
    const isFrame = node.members !== undefined && node.members.length > 0;
    const isUnplaced = node.isUnplaced === true;
    nodes.push({ id: node.id, across, along, previousAcross, previousAlong, isUnplaced, isFrame, path });
    if (isFrame) for (const member of node.members ?? []) add(member, [...path, index]);
  };
  for (const node of graph.nodes) add(node, []);
  const edges = graph.edges.flatMap(({ from, to, label, isAngled = false }: LayoutEdge): CompoundEdge[] => {
    const [a, b] = [indices.get(from), indices.get(to)];
    if (a === undefined || b === undefined || a === b) return [];
    if (nodes[a]?.path.includes(b) === true || nodes[b]?.path.includes(a) === true) return [];
    if (label === null) return [{ from: a, to: b, label: null, isAngled }];
    const [across, along] = turned(label, direction);
    return [{ from: a, to: b, label: { across, along }, isAngled }];
  });
  return { direction, nodes, edges, hasLabels: edges.some(({ label }) => label !== null) };
}

const turned = ({ width, height }: Size, direction: LayoutDirection): [number, number] =>
  direction === 'down' ? [width, height] : [height, width];

/** The children of the innermost common frame in which two nodes lie: the nodes themselves or frames around them. */
export function unitsOf(nodes: readonly CompoundNode[], a: number, b: number): [number, number] {
  const [pathA, pathB] = [
    [...(nodes[a]?.path ?? []), a],
    [...(nodes[b]?.path ?? []), b],
  ];
  let depth = 0;
  while (depth < pathA.length - 1 && depth < pathB.length - 1 && pathA[depth] === pathB[depth]) depth += 1;
  return [pathA[depth] ?? a, pathB[depth] ?? b];
}
