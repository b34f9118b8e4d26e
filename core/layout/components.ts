/** components: the parts of a graph that no edge joins, and how they are packed beside each other. */
import type { Rect } from '#schema/tab.ts';

import { extentOf, fromOrigin } from './rects.ts';
import type { LayoutEdge, LayoutGraph, LayoutNode } from './graph.ts';

/** The connected parts, each with its edges, in the order of their first nodes. `ownerOf`: the outermost node that an end lies in. */
export function componentsOf({ nodes, edges }: LayoutGraph, ownerOf: (id: string) => string = (id) => id): LayoutGraph[] {
  const leaders = new Map<string, string>(nodes.map(({ id }) => [id, id]));
  const leaderOf = (id: string): string => {
    let leader = id;
    for (let next = leaders.get(leader); next !== undefined && next !== leader; next = leaders.get(leader)) {
      leaders.set(leader, leaders.get(next) ?? next);
      leader = next;
    }
    return leader;
  };
  for (const { from, to } of edges) leaders.set(leaderOf(ownerOf(from)), leaderOf(ownerOf(to)));
  const parts = new Map<string, { nodes: LayoutNode[]; edges: LayoutEdge[] }>();
  for (const node of nodes) {
    const leader = leaderOf(node.id);
    const part = parts.get(leader);
    if (part === undefined) parts.set(leader, { nodes: [node], edges: [] });
    else part.nodes.push(node);
  }
  for (const edge of edges) parts.get(leaderOf(ownerOf(edge.from)))?.edges.push(edge);
  return [...parts.values()];
}

/** Width to height at which a drawing of many parts reads well on a screen. */
const ratio = 2;

/**
 * Puts drawings beside each other in rows, those of several nodes first, so that all together are about twice as wide
 * as they are tall. No two overlap; `gap` lies between them.
 */
export function pack(drawings: readonly ReadonlyMap<string, Rect>[], gap: number): Map<string, Rect> {
  const blocks = drawings.map(fromOrigin).map((rects) => ({ rects, ...extentOf(rects.values()) }));
  const ordered = [...blocks.filter(({ rects }) => rects.size > 1), ...blocks.filter(({ rects }) => rects.size === 1)];
  const area = ordered.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const widest = ordered.reduce((most, { width }) => Math.max(most, width), 0);
  const rowWidth = Math.max(widest, Math.sqrt(area * ratio) + gap);
  const placed = new Map<string, Rect>();
  let [x, y, next] = [0, 0, 0];
  for (const { rects, width, height } of ordered) {
    if (x > 0 && x + width > rowWidth) [x, y] = [0, next];
    for (const [id, rect] of rects) placed.set(id, { ...rect, x: rect.x + x, y: rect.y + y });
    x += Math.ceil(width + gap);
    next = Math.max(next, Math.ceil(y + height + gap));
  }
  return placed;
}
