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

/** Adds entries: in bulk to an empty tree, else one by one, because a bulk of distant entries makes a bad branch. */
export function insertAll<T>(tree: RBush<T>, entries: readonly T[], isEmpty: boolean): void {
  if (isEmpty) tree.load(entries);
  else for (const entry of entries) tree.insert(entry);
}
