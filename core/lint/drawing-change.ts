/** A change of one element of a drawing. */
import { type Element, isArrow } from '#schema/element.ts';

import { pinsOf } from '../tab/tab-index.ts';

export type DrawingChange = { readonly id: string; readonly before: Element | undefined; readonly after: Element | undefined };

/** Boxes whose overlaps or arrows may be others: those that changed, and those that a changed arrow was or is pinned to. */
export function boxesConcerned(changes: readonly DrawingChange[]): Set<string> {
  const ids = new Set<string>();
  for (const { id, before, after } of changes) {
    for (const element of [before, after]) {
      if (element === undefined) continue;
      if (isArrow(element)) for (const pin of pinsOf(element)) ids.add(pin);
      else ids.add(id);
    }
  }
  return ids;
}
