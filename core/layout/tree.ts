/**
 * tree: parents over their children (to the right: left of them), each in the middle of its own.
 * E1  Siblings keep the order in which the nodes were given; several trees lie beside each other.
 * E2  A label has room between parent and child, and beside the labels of its siblings.
 * E3  A parent and its child are `along` apart, siblings `beside`; no two boxes overlap.
 */
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

/** The rectangles of a tree that grows in the direction; the root's near edge is at 0 on that axis. */
export function drawTree(root: Branch, direction: LayoutDirection, spacing: Spacing): Map<string, Rect> {
  const axis = axes[direction];
  const branches = parentsFirst(root);
  const tidy = new Map<Branch, Mutable>(branches.map((branch) => [branch, { across: spacing.beside, along: 0, children: [] }]));
  for (const branch of branches) {
    const node = tidy.get(branch);
    if (node === undefined) continue;
    let gap = branch.children.length === 0 ? 0 : spacing.along;
    for (const child of branch.children) {
      const hung = tidy.get(child);
      const label = child.edge?.label ?? null;
      if (hung === undefined) continue;
      node.children.push(hung);
      // A label lies in the middle of its line: half as far from its neighbour's as the boxes are from each other.
      const labelAcross = label === null || branch.children.length === 1 ? 0 : 2 * label[axis.across];
      hung.across += Math.max(child.node[axis.across], labelAcross);
      if (label !== null) gap = Math.max(gap, label[axis.along] + 2 * clear);
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

type Mutable = { across: number; along: number; readonly children: TidyNode[] };

/** Pixels between a label and the boxes that its arrow connects: the arrow's head, and a little air. */
const clear = 20;

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
