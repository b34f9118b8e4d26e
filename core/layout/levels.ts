/**
 * Lays out nested frames level by level: the members of each frame, and the nodes outside of frames.
 *
 * A frame is laid out members before it is placed, so its size is known. An edge counts on the one level on which its ends are in two
 * different nodes, as an edge between these.
 */
import type { Rect } from '#schema/tab.ts';

import { framePadding, frameTop } from '../placement/spacing.ts';
import { extentOf, frameAround, fromOrigin } from './rects.ts';
import { type Arrangement, bothLabels, type LayoutEdge, type LayoutGraph, type LayoutNode } from './graph.ts';

/** Lays out nodes without members; null if that is impossible. */
export type ArrangeLevel = (level: LayoutGraph) => ReadonlyMap<string, Rect> | null;

/** Lays out a graph level by level; null if one level cannot be laid out. */
export function arrangeByLevels(graph: LayoutGraph, arrange: ArrangeLevel): Arrangement | null {
  const levels = levelsOf(graph);
  const sizes = new Map<string, LayoutNode>();
  /** The rectangle of each node within its frame. */
  const local = new Map<string, Rect>();
  for (const { frame, nodes, edges } of levels.toReversed()) {
    const drawn = arrange({ nodes: nodes.map((node) => sizes.get(node.id) ?? node), edges });
    if (drawn === null) return null;
    const rects = fromOrigin(drawn);
    for (const [id, rect] of rects) {
      local.set(id, frame === null ? rect : { ...rect, x: rect.x + framePadding, y: rect.y + frameTop });
    }
    if (frame !== null) {
      const { width, height } = frameAround([{ x: 0, y: 0, ...extentOf(rects.values()) }], frame);
      sizes.set(frame.id, { id: frame.id, now: frame.now, width, height });
    }
  }
  const placed = new Map<string, Rect>();
  for (const { frame, nodes } of levels) {
    const origin = frame === null ? { x: 0, y: 0 } : (placed.get(frame.id) ?? { x: 0, y: 0 });
    for (const { id } of nodes) {
      const rect = local.get(id);
      if (rect !== undefined) placed.set(id, { ...rect, x: rect.x + origin.x, y: rect.y + origin.y });
    }
  }
  return placed;
}

type Level = { readonly frame: LayoutNode | null; readonly nodes: readonly LayoutNode[]; readonly edges: readonly LayoutEdge[] };

/** The levels of a graph, outer ones first. */
export function levelsOf({ nodes, edges }: LayoutGraph): Level[] {
  const levels: { frame: LayoutNode | null; nodes: readonly LayoutNode[]; edgesByEnds: Map<string, LayoutEdge> }[] = [];
  levels.push({ frame: null, nodes, edgesByEnds: new Map() });
  const inFrame = new Map<string, LayoutNode | null>();
  const depths = new Map<string, number>();
  const byFrame = new Map<string | null, Map<string, LayoutEdge>>();
  for (let at = 0; at < levels.length; at += 1) {
    const level = levels[at];
    if (level === undefined) break;
    byFrame.set(level.frame?.id ?? null, level.edgesByEnds);
    const depth = level.frame === null ? 0 : (depths.get(level.frame.id) ?? 0) + 1;
    for (const node of level.nodes) {
      inFrame.set(node.id, level.frame);
      depths.set(node.id, depth);
      if (node.members !== undefined) levels.push({ frame: node, nodes: node.members, edgesByEnds: new Map() });
    }
  }
  const outwards = (id: string): string | null => inFrame.get(id)?.id ?? null;
  for (const edge of edges) {
    let [from, to]: [string | null, string | null] = [edge.from, edge.to];
    while (from !== null && to !== null && outwards(from) !== outwards(to)) {
      const [depthFrom, depthTo]: [number, number] = [depths.get(from) ?? 0, depths.get(to) ?? 0];
      if (depthFrom >= depthTo) from = outwards(from);
      if (depthTo >= depthFrom) to = outwards(to);
    }
    if (from === null || to === null || from === to) continue;
    const edgesByEnds = byFrame.get(outwards(from));
    const ends = `${from} ${to}`;
    edgesByEnds?.set(ends, { from, to, label: bothLabels(edgesByEnds.get(ends)?.label ?? null, edge.label) });
  }
  return levels.map(({ frame, nodes: members, edgesByEnds }) => ({ frame, nodes: members, edges: [...edgesByEnds.values()] }));
}
