/** The connected parts of a graph, and packing their drawings next to each other. */
import type { Rect } from '#schema/tab.ts';

import type { SpotPoint } from '../planning/free-spot.ts';
import { extentOf, fromOrigin } from './rects.ts';
import type { LayoutEdge, LayoutGraph, LayoutNode } from './graph.ts';

/** The connected parts, each with its edges, in the order of their first nodes. `ownerOf`: the outermost node that contains an end. */
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

/** The aspect ratio at which a drawing of many parts reads well on a screen. */
const ratio = 1.5;
const maxRowWidths = 60;

/**
 * Puts drawings next to each other in rows, the tallest first, with a gap between them. The width of the rows is the one that fits
 * the smallest screen.
 */
export function pack(drawings: readonly ReadonlyMap<string, Rect>[], gap: number): Map<string, Rect> {
  const blocks = drawings.map(fromOrigin).map((rects): Block => ({ rects, ...extentOf(rects.values()) }));
  const ordered = blocks.toSorted((a, b) => b.height - a.height);
  let best = inRows(ordered, Infinity, gap);
  for (const rowWidth of rowWidthsOf(ordered, gap)) {
    const rows = inRows(ordered, rowWidth, gap);
    if (rows.screen < best.screen) best = rows;
  }
  return placedAt(ordered, best.corners);
}

/** Puts rows of drawings below each other. */
export function packRows(rows: readonly (readonly ReadonlyMap<string, Rect>[])[], gap: number): Map<string, Rect> {
  let y = 0;
  const placed = new Map<string, Rect>();
  for (const row of rows) {
    const blocks = row.map(fromOrigin).map((rects): Block => ({ rects, ...extentOf(rects.values()) }));
    const { corners } = inRows(blocks, Infinity, gap);
    for (const [id, rect] of placedAt(blocks, corners)) placed.set(id, { ...rect, y: rect.y + y });
    y = Math.ceil(blocks.reduce((most, { height }) => Math.max(most, y + height), y) + gap);
  }
  return placed;
}

function placedAt(blocks: readonly Block[], corners: readonly SpotPoint[]): Map<string, Rect> {
  const placed = new Map<string, Rect>();
  for (const [at, { rects }] of blocks.entries()) {
    const { x, y } = corners[at] ?? { x: 0, y: 0 };
    for (const [id, rect] of rects) placed.set(id, { ...rect, x: rect.x + x, y: rect.y + y });
  }
  return placed;
}

type Block = { readonly rects: ReadonlyMap<string, Rect>; readonly width: number; readonly height: number };

/** The row widths to try: the widths of the first blocks together. */
function rowWidthsOf(blocks: readonly Block[], gap: number): number[] {
  const widest = blocks.reduce((most, { width }) => Math.max(most, width), 0);
  const widths = new Set([widest]);
  let sum = -gap;
  for (const { width } of blocks) widths.add(Math.max(widest, (sum += Math.ceil(width + gap))));
  const sorted = [...widths];
  const step = Math.max(1, Math.ceil(sorted.length / maxRowWidths));
  return sorted.filter((_, at) => at % step === 0);
}

/** The corners of the blocks in rows of a width, and the height of the screen that shows them all. */
function inRows(
  blocks: readonly Block[],
  rowWidth: number,
  gap: number,
): { readonly corners: readonly SpotPoint[]; readonly screen: number } {
  let [x, y, next, total] = [0, 0, 0, 0];
  const corners = blocks.map(({ width, height }) => {
    if (x > 0 && x + width > rowWidth) [x, y] = [0, next];
    const corner = { x, y };
    total = Math.max(total, x + width);
    x += Math.ceil(width + gap);
    next = Math.max(next, Math.ceil(y + height + gap));
    return corner;
  });
  return { corners, screen: Math.max(total / ratio, next - gap) };
}
