/**
 * The last step of a layout: no two boxes of one frame, or outside of frames, overlap.
 *
 * Styles leave overlaps only if their engine has an error. A box that overlaps all the same is moved down until it is free, and its frame
 * grows.
 */
import RBush from 'rbush';

import type { Rect } from '#schema/tab.ts';

import { bottom, overlaps, right, union } from '../tab/rect.ts';
import type { Arrangement, LayoutNode } from './graph.ts';
import { levelsOf } from './levels.ts';
import { frameAround } from './rects.ts';

/** The arrangement without overlaps; the same object if it has none. */
export function separateOverlaps(nodes: readonly LayoutNode[], arrangement: Arrangement, gap: number): Arrangement {
  const levels = levelsOf({ nodes, edges: [] });
  const rects = new Map(arrangement);
  let isChanged = false;
  for (const { frame, nodes: siblings } of levels.toReversed()) {
    const moved = movedDown(siblings, rects, gap);
    for (const [id, rect] of moved) rects.set(id, rect);
    isChanged ||= moved.size > 0;
    if (!isChanged) continue;
    const drawn = frame === null ? undefined : rects.get(frame.id);
    if (frame === null || drawn === undefined) continue;
    const members = siblings.map(({ id }) => rects.get(id)).filter((rect) => rect !== undefined);
    rects.set(frame.id, union(drawn, frameAround(members, frame)));
  }
  if (!isChanged) return arrangement;
  // A moved frame takes its members along.
  const offsets = new Map<string, number>();
  for (const { frame, nodes: siblings } of levels) {
    const offset = frame === null ? 0 : (offsets.get(frame.id) ?? 0);
    for (const { id } of siblings) {
      const [rect, drawn] = [rects.get(id), arrangement.get(id)];
      if (rect === undefined || drawn === undefined) continue;
      offsets.set(id, offset + rect.y - drawn.y);
      rects.set(id, { ...rect, y: rect.y + offset });
    }
  }
  return rects;
}

type IndexedRect = { minX: number; minY: number; maxX: number; maxY: number; rect: Rect };

/** The new rectangles of the siblings that had to be moved down. */
function movedDown(siblings: readonly LayoutNode[], rects: ReadonlyMap<string, Rect>, gap: number): Map<string, Rect> {
  const placed = new RBush<IndexedRect>();
  const moved = new Map<string, Rect>();
  const drawn = siblings.flatMap(({ id }) => {
    const rect = rects.get(id);
    return rect === undefined ? [] : [{ id, rect }];
  });
  for (const { id, rect: start } of drawn.toSorted((a, b) => a.rect.y - b.rect.y || a.rect.x - b.rect.x)) {
    let rect = start;
    for (;;) {
      const entry = { minX: rect.x, minY: rect.y, maxX: right(rect), maxY: bottom(rect), rect };
      const hits = placed.search(entry).filter((other) => overlaps(other.rect, entry.rect));
      if (hits.length === 0) {
        placed.insert(entry);
        break;
      }
      rect = { ...rect, y: Math.ceil(hits.reduce((low, other) => Math.max(low, other.maxY), rect.y) + gap) };
    }
    if (rect !== start) moved.set(id, rect);
  }
  return moved;
}
