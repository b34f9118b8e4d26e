/** outline-order: the order in which reads list a tab's elements (VW1 to VW3). */
import { type Arrow, type ArrowEnd, type Box, isPinned } from '#schema/element.ts';

import { parentsOf } from '../tab/membership.ts';
import type { TabView } from '../tab/view.ts';

/** A box with its members; only a frame or lane has some. */
export type OutlineNode = { readonly box: Box; readonly members: readonly OutlineNode[] };
export type OutlineOrder = { readonly roots: readonly OutlineNode[]; readonly arrows: readonly Arrow[] };

export function outlineOrder(tab: TabView): OutlineOrder {
  const roots = boxOrder(tab);
  return { roots, arrows: arrowsInOrder(tab, roots) };
}

/** The boxes alone. */
export function boxOrder(tab: TabView): OutlineNode[] {
  const parents = parentsOf(tab);
  const childrenOf = new Map<string | null, Box[]>();
  for (const box of tab.boxes()) {
    const parent = parents.get(box.id)?.id ?? null;
    const children = childrenOf.get(parent);
    if (children === undefined) childrenOf.set(parent, [box]);
    else children.push(box);
  }
  return nodesUnder(childrenOf);
}

/** All boxes of the outline with their depth. Not recursive, as frames may be nested without limit. */
export function* walk(roots: readonly OutlineNode[]): Generator<{ node: OutlineNode; depth: number }> {
  const open = roots.toReversed().map((node) => ({ node, depth: 0 }));
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    yield at;
    const depth = at.depth + 1;
    for (const node of at.node.members.toReversed()) open.push({ node, depth });
  }
}

function nodesUnder(childrenOf: ReadonlyMap<string | null, readonly Box[]>): OutlineNode[] {
  type Growing = { box: Box; members: Growing[] };
  const sorted = (parent: string | null): Growing[] =>
    (childrenOf.get(parent) ?? []).toSorted(readingOrder).map((box) => ({ box, members: [] }));
  const roots = sorted(null);
  const open = [...roots];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    at.members = sorted(at.box.id);
    open.push(...at.members);
  }
  return roots;
}

const readingOrder = (a: Box, b: Box): number => a.y - b.y || a.x - b.x || (a.id < b.id ? -1 : 1);

function arrowsInOrder(tab: TabView, roots: readonly OutlineNode[]): Arrow[] {
  const rank = new Map<string, number>();
  for (const { node } of walk(roots)) rank.set(node.box.id, rank.size);
  const rankOf = (end: ArrowEnd): number => (isPinned(end) ? (rank.get(end.element) ?? rank.size) : rank.size + 1);
  return Array.from(tab.arrows(), (arrow) => ({ arrow, from: rankOf(arrow.from), to: rankOf(arrow.to) }))
    .toSorted((a, b) => a.from - b.from || a.to - b.to || (a.arrow.id < b.arrow.id ? -1 : 1))
    .map(({ arrow }) => arrow);
}
