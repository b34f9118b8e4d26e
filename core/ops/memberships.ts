/**
 * memberships: the boxes whose parent may differ before and after edits, with the frames around them. These are the edited
 * boxes and those where an edited frame was or is, so the cost depends on the changeset and not on the tab.
 */
import type { Edit } from '#schema/changeset.ts';
import { type Box, isBox, isContainer } from '#schema/element.ts';

import { sameRect } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { Ancestry } from './ancestry.ts';

export type EditedTab = { readonly before: TabView; readonly after: TabView };

export class Memberships {
  /** Ids of the boxes, each with the index of the operation that affected it. */
  readonly affected: ReadonlyMap<string, number | undefined>;
  readonly before: Ancestry;
  readonly after: Ancestry;

  constructor(tabs: EditedTab, edits: readonly Edit[], operationOf?: ReadonlyMap<string, number>) {
    this.affected = affectedBoxes(tabs, edits, operationOf);
    this.before = new Ancestry(tabs.before, this.affected.size);
    this.after = new Ancestry(tabs.after, this.affected.size);
  }
}

/** Edited boxes in the order of the edits, then the others by id. Some may no longer exist. */
function affectedBoxes(
  { before: tabBefore, after: tabAfter }: EditedTab,
  edits: readonly Edit[],
  operationOf?: ReadonlyMap<string, number>,
): Map<string, number | undefined> {
  const boxes = new Map<string, number | undefined>();
  const around = new Map<string, number | undefined>();
  let looks = 4 * tabAfter.size;
  for (const { id, before, after } of edits) {
    const previous = before !== null && isBox(before) ? before : null;
    const current = after !== null && isBox(after) ? after : null;
    if (previous !== null && current !== null && isPlacedAlike(previous, current)) continue;
    const operation = operationOf?.get(id);
    if (current !== null) boxes.set(id, operation);
    for (const [frame, tab] of [
      [previous, tabBefore],
      [current, tabAfter],
    ] as const) {
      if (frame === null || !isContainer(frame)) continue;
      for (const box of looks > 0 ? tab.boxesIn(frame) : []) {
        looks -= 1;
        if (!around.has(box.id)) around.set(box.id, operation);
      }
    }
  }
  // With this many frames over this many boxes, one pass over all boxes is cheaper.
  if (looks <= 0) for (const box of tabAfter.boxes()) if (!around.has(box.id)) around.set(box.id, undefined);
  const others = [...around].filter(([id]) => !boxes.has(id)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Map([...boxes, ...others]);
}

/** True if two states of a box have the same place, size and layer. */
export const isPlacedAlike = (a: Box, b: Box): boolean => sameRect(a, b) && a.layer === b.layer;
