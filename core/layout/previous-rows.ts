/** The rows in which a layout packed the connected parts of a drawing, so that the next one packs them again in the same rows. */
import { framePadding, frameTop } from '../placement/spacing.ts';
import type { LayoutGraph, LayoutNode } from './graph.ts';

/** Parts of a row begin this near to each other. */
const sameTop = 20;

/** The rows in which parts were packed before: parts beside each other are of one row. Those that were not packed are laid out together. */
export function previousRows(parts: readonly LayoutGraph[]): LayoutGraph[][] {
  const extents = joinOverlapping(parts).map((part) => ({ part, ...extentBefore(part.nodes) }));
  const rows: (typeof extents)[] = [];
  let row: typeof extents = [];
  let bottom = -Infinity;
  for (const extent of extents.toSorted((a, b) => a.top - b.top)) {
    if (extent.top >= bottom) rows.push((row = []));
    row.push(extent);
    bottom = Math.max(bottom, extent.bottom);
  }
  return rows.map((each) => {
    const inOrder = each.toSorted((a, b) => a.left - b.left).map(({ part }) => part);
    return each.some(({ top }) => top - (each[0]?.top ?? top) > sameTop) ? [inOrder.reduce(bothParts)] : inOrder;
  });
}

/** Parts that overlap each other, as those around an arrow that was added: they are laid out together, so that each keeps its place. */
function joinOverlapping(parts: readonly LayoutGraph[]): LayoutGraph[] {
  const joined: { part: LayoutGraph; extent: PreviousExtent }[] = [];
  for (const part of parts) {
    let whole = { part, extent: extentBefore(part.nodes) };
    for (let at = joined.length - 1; at >= 0; at -= 1) {
      const other = joined[at];
      if (other === undefined || !doMeet(whole.extent, other.extent)) continue;
      joined.splice(at, 1);
      whole = { part: bothParts(other.part, whole.part), extent: bothExtents(other.extent, whole.extent) };
      at = joined.length;
    }
    joined.push(whole);
  }
  return joined.map(({ part }) => part);
}

const bothParts = (a: LayoutGraph, b: LayoutGraph): LayoutGraph => ({
  nodes: [...a.nodes, ...b.nodes],
  edges: [...a.edges, ...b.edges],
});

type PreviousExtent = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

const doMeet = (a: PreviousExtent, b: PreviousExtent): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const bothExtents = (a: PreviousExtent, b: PreviousExtent): PreviousExtent => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

const framedExtent = ({ left, top, right, bottom }: PreviousExtent): PreviousExtent => ({
  left: left - framePadding,
  top: top - frameTop,
  right: right + framePadding,
  bottom: bottom + framePadding,
});

const nothing: PreviousExtent = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

/** What the boxes of a part took before the layout. */
const extentBefore = (nodes: readonly LayoutNode[]): PreviousExtent =>
  nodes.reduce((extent, { now, width, height, members }) => {
    if (members !== undefined && members.length > 0) return bothExtents(extent, framedExtent(extentBefore(members)));
    const [left, top] = [now.x - width / 2, now.y - height / 2];
    return bothExtents(extent, { left, top, right: left + width, bottom: top + height });
  }, nothing);
