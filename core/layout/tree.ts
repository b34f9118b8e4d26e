/** Trees: each parent centered over its children, or to the left of them (SPEC.md). */
import type { Rect } from '#schema/tab.ts';

import type { SpotPoint } from '../planning/free-spot.ts';
import { pack } from './components.ts';
import { type Branch, forestOf } from './forest.ts';
import type { LayoutDirection, LayoutGraph, Spacing } from './graph.ts';
import { inWholePixels } from './rects.ts';
import { type TidyNode, tidyTree } from './tidy-tree.ts';

/** The layout of one level. */
export function treeLayout(graph: LayoutGraph, direction: LayoutDirection, spacing: Spacing): Map<string, Rect> {
  const trees = forestOf(graph).map((tree) => inWholePixels(drawTree(tree, direction, spacing)));
  return pack(trees, spacing.along);
}

/** The rectangles of a tree that grows in the direction; the near edge of the root is 0 on that axis. */
export function drawTree(root: Branch, direction: LayoutDirection, spacing: Spacing): Map<string, Rect> {
  const axis = axes[direction];
  const branches = parentsFirst(root);
  const tidy = new Map<Branch, MutableNode>(
    branches.map((branch) => [branch, { across: spacing.beside, along: 0, children: [] }]),
  );
  for (const branch of branches) {
    const node = tidy.get(branch);
    if (node === undefined) continue;
    let gap = branch.children.length === 0 ? 0 : spacing.along;
    for (const child of branch.children) {
      const childNode = tidy.get(child);
      const label = child.edge?.label ?? null;
      if (childNode === undefined) continue;
      node.children.push(childNode);
      // A label is at the middle of its line, so labels are half as far from each other as the boxes.
      const labelAcross = label === null || branch.children.length === 1 ? 0 : 2 * label[axis.across];
      childNode.across += Math.max(child.node[axis.across], labelAcross);
      if (label !== null) gap = Math.max(gap, label[axis.along] + 2 * labelGap);
    }
    node.along = Math.ceil(branch.node[axis.along] + gap);
  }
  const top = tidy.get(root);
  const rects = new Map<string, Rect>();
  if (top === undefined) return rects;
  top.across += root.node[axis.across];
  const places = tidyTree(top);
  for (const [branch, node] of tidy) {
    const place = places.get(node);
    if (place === undefined) continue;
    const { width, height } = branch.node;
    const across = place.across + (node.across - branch.node[axis.across]) / 2;
    rects.set(branch.node.id, { ...axis.at(across, place.along), width, height });
  }
  return rects;
}

type MutableNode = { across: number; along: number; readonly children: TidyNode[] };

/** Pixels between a label and the boxes of its arrow: for the arrow head and some space. */
const labelGap = 20;

type TreeAxis = {
  readonly across: 'width' | 'height';
  readonly along: 'width' | 'height';
  at(across: number, along: number): SpotPoint;
};
const axes: Readonly<Record<LayoutDirection, TreeAxis>> = {
  down: { across: 'width', along: 'height', at: (across, along) => ({ x: across, y: along }) },
  right: { across: 'height', along: 'width', at: (across, along) => ({ x: along, y: across }) },
};

/** All branches of a tree, each after its parent. */
export function parentsFirst(root: Branch): Branch[] {
  const branches = [root];
  for (let at = 0; at < branches.length; at += 1) for (const child of branches[at]?.children ?? []) branches.push(child);
  return branches;
}
