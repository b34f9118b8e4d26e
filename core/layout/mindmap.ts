/** A mind map: a root in the middle and its branches on both sides (SPEC.md). */
import type { Rect } from '#schema/tab.ts';

import { componentsOf, pack } from './components.ts';
import { type Branch, joinedTree } from './forest.ts';
import type { LayoutDirection, LayoutGraph, Spacing } from './graph.ts';
import { inWholePixels } from './rects.ts';
import { drawTree, parentsFirst } from './tree.ts';

/** The layout of one level. */
export function mindmapLayout(graph: LayoutGraph, direction: LayoutDirection, spacing: Spacing): Map<string, Rect> {
  const maps = componentsOf(graph).map((part) => {
    const root = joinedTree(part);
    return root === null ? new Map<string, Rect>() : inWholePixels(drawMap(root, direction, spacing));
  });
  return pack(maps, spacing.along);
}

function drawMap(root: Branch, direction: LayoutDirection, spacing: Spacing): Map<string, Rect> {
  const [before, after] = sidesOf(root, direction, spacing);
  const rects = drawTree({ ...root, children: after }, direction, spacing);
  const middle = rects.get(root.node.id);
  const others = drawTree({ ...root, children: before }, direction, spacing);
  const mirror = others.get(root.node.id);
  if (middle === undefined || mirror === undefined) return rects;
  for (const [id, { x, y, width, height }] of others) {
    if (id === root.node.id) continue;
    const [dx, dy] = [x - mirror.x, y - mirror.y];
    const spot =
      direction === 'right'
        ? { x: middle.x + middle.width - dx - width, y: middle.y + dy }
        : { x: middle.x + dx, y: middle.y + middle.height - dy - height };
    rects.set(id, { ...spot, width, height });
  }
  return rects;
}

/** The children to the left of (or above) the root, and those to the right (or below). */
function sidesOf(root: Branch, direction: LayoutDirection, { beside }: Spacing): [before: Branch[], after: Branch[]] {
  const [along, across] = direction === 'right' ? (['x', 'height'] as const) : (['y', 'width'] as const);
  const isBefore = ({ node }: Branch): boolean => node.now[along] < root.node.now[along];
  const children = [...root.children.filter((child) => !isBefore(child)), ...root.children.filter(isBefore)];
  const sizes = new Map<Branch, number>();
  for (const branch of parentsFirst(root).toReversed()) {
    const inner = branch.children.reduce((sum, child) => sum + (sizes.get(child) ?? 0), 0);
    sizes.set(branch, Math.max(branch.node[across] + beside, inner));
  }
  const total = children.reduce((sum, child) => sum + (sizes.get(child) ?? 0), 0);
  let [first, count] = [0, 0];
  for (const child of children) {
    const size = sizes.get(child) ?? 0;
    if (count > 0 && first + size / 2 > total / 2) break;
    first += size;
    count += 1;
  }
  return [children.slice(count), children.slice(0, count)];
}
