/** Extents as the R-tree (rbush) takes them. */
import type RBush from 'rbush';

import type { Rect } from '#schema/tab.ts';

import { bottom, right } from '../tab/rect.ts';

export type Bounds = { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number };

export const boundsFrom = (rect: Rect): Bounds => ({ minX: rect.x, minY: rect.y, maxX: right(rect), maxY: bottom(rect) });

export const unionOf = (a: Bounds, b: Bounds): Bounds => ({
  minX: Math.min(a.minX, b.minX),
  minY: Math.min(a.minY, b.minY),
  maxX: Math.max(a.maxX, b.maxX),
  maxY: Math.max(a.maxY, b.maxY),
});

type Branch<T> = Bounds & { readonly leaf: boolean; readonly children: readonly (Branch<T> | T)[] };

/** True if an entry that touches the area passes the test. Stops at the first, so in a pile that passes it costs little. */
export function someIn<T extends Bounds>(tree: RBush<T>, area: Bounds, test: (entry: T) => boolean): boolean {
  const { minX, minY, maxX, maxY } = area;
  const open = [tree.toJSON() as Branch<T>];
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    for (const child of branch.children) {
      if (child.minX > maxX || child.maxX < minX || child.minY > maxY || child.maxY < minY) continue;
      if ('children' in child) open.push(child);
      else if (test(child)) return true;
    }
  }
  return false;
}

/** Adds entries: in bulk to an empty tree, else one by one, because a bulk of distant entries makes a bad branch. */
export function insertAll<T>(tree: RBush<T>, entries: readonly T[], isEmpty: boolean): void {
  if (isEmpty) tree.load(entries);
  else for (const entry of entries) tree.insert(entry);
}
