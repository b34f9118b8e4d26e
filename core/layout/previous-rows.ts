/** The rows in which a layout packed the connected parts of a drawing, so that the next one packs them again in the same rows. */
import type { Rect } from '#schema/tab.ts';

import { bottom, hullOf, overlaps, union } from '../tab/rect.ts';
import type { LayoutGraph, LayoutNode } from './graph.ts';
import { frameAround } from './rects.ts';

/** A part with its rectangle before the layout. */
type PackedPart = { readonly part: LayoutGraph; readonly rect: Rect };

/** Parts of a row begin this near to each other. */
const sameTop = 20;

/** The rows in which parts were packed before: parts beside each other are of one row. Those that were not packed are laid out together. */
export function previousRows(parts: readonly LayoutGraph[]): LayoutGraph[][] {
  const packed = joinOverlapping(parts);
  const rows: PackedPart[][] = [];
  let row: PackedPart[] = [];
  let rowBottom = -Infinity;
  for (const each of packed.toSorted((a, b) => a.rect.y - b.rect.y)) {
    if (each.rect.y >= rowBottom) rows.push((row = []));
    row.push(each);
    rowBottom = Math.max(rowBottom, bottom(each.rect));
  }
  return rows.map((each) => {
    const inOrder = each.toSorted((a, b) => a.rect.x - b.rect.x).map(({ part }) => part);
    return each.some(({ rect }) => rect.y - (each[0]?.rect.y ?? rect.y) > sameTop) ? [inOrder.reduce(bothParts)] : inOrder;
  });
}

/** Parts that overlap each other, as those around an arrow that was added: they are laid out together, so that each keeps its place. */
function joinOverlapping(parts: readonly LayoutGraph[]): PackedPart[] {
  const joined: PackedPart[] = [];
  for (const part of parts) {
    let whole: PackedPart = { part, rect: rectBefore(part.nodes) };
    for (let at = joined.length - 1; at >= 0; at -= 1) {
      const other = joined[at];
      if (other === undefined || !overlaps(whole.rect, other.rect)) continue;
      joined.splice(at, 1);
      whole = { part: bothParts(other.part, whole.part), rect: union(other.rect, whole.rect) };
      at = joined.length;
    }
    joined.push(whole);
  }
  return joined;
}

const bothParts = (a: LayoutGraph, b: LayoutGraph): LayoutGraph => ({
  nodes: [...a.nodes, ...b.nodes],
  edges: [...a.edges, ...b.edges],
});

/** The rectangle of a part before the layout. */
const rectBefore = (nodes: readonly LayoutNode[]): Rect => hullOf(nodes.map(nodeBefore)) ?? { x: 0, y: 0, width: 0, height: 0 };

const nodeBefore = ({ now, width, height, members }: LayoutNode): Rect =>
  members !== undefined && members.length > 0
    ? frameAround(members.map(nodeBefore), { width: 0, height: 0 })
    : { x: now.x - width / 2, y: now.y - height / 2, width, height };
