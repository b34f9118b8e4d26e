/** Changes of a drawing, and what they concern. */
import type { Edit } from '#schema/changeset.ts';
import { type Element, isArrow } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { drawnRect } from '../arrows/drawn-rect.ts';
import { boundsFrom } from '../drawing/bounds.ts';
import { pinsOf } from '../tab/tab-index.ts';
import type { Footprint } from './footprint.ts';

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

/** Notes the elements, what arrows are pinned to, and where boxes are and were. */
export function noteEdits(edits: Iterable<Pick<Edit, 'id' | 'before' | 'after'>>, footprint: Footprint): void {
  for (const { id, before, after } of edits) {
    footprint.element(id);
    if (before === null || after === null) footprint.slug(slugOf(id));
    for (const element of [before, after]) {
      if (element === null) continue;
      if (isArrow(element)) for (const pin of pinsOf(element)) footprint.element(pin);
      else for (const rect of [element, drawnRect(element)]) footprint.rect(rect);
    }
  }
}

/** Notes where boxes are and were, as areas that lines and labels also bear on. */
export function noteEditedAreas(edits: Iterable<Pick<Edit, 'before' | 'after'>>, footprint: Footprint): void {
  for (const { before, after } of edits) {
    for (const element of [before, after]) {
      if (element === null || isArrow(element)) continue;
      for (const rect of [element, drawnRect(element)]) footprint.area(boundsFrom(rect));
    }
  }
}

/** Nothing that lint looks at depends on a note. */
export const areDrawnAlike = (a: Element, b: Element): boolean => jsonEqual({ ...a, note: undefined }, { ...b, note: undefined });
