/** Changes of a drawing, and what they concern. */
import { isArranged } from '../tab/arranged-frames.ts';
import type { Edit } from '#schema/changeset.ts';
import { type Element, isArrow } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { drawnRect } from '../arrows/drawn-rect.ts';
import { boundsFrom } from '../drawing/bounds.ts';
import { pinsOf } from '../tab/tab-index.ts';
import type { Footprint } from './footprint.ts';

export type DrawingChange = { readonly id: string; readonly before: Element | undefined; readonly after: Element | undefined };

/** The changes that bring the elements of these ids to what the tab holds. */
export function changesOf(
  elements: { get(id: string): Element | undefined },
  tab: { get(id: string): Element | undefined },
  ids: Iterable<string>,
): DrawingChange[] {
  const changes: DrawingChange[] = [];
  for (const id of new Set(ids)) {
    const [before, after] = [elements.get(id), tab.get(id)];
    if (before === after || (before !== undefined && after !== undefined && areDrawnAlike(before, after))) continue;
    changes.push({ id, before, after });
  }
  return changes;
}

export const valuesAfter = (changes: readonly DrawingChange[]): Map<string, Element | null> =>
  new Map(changes.map(({ id, after }) => [id, after ?? null]));

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

/** What a footprint has, among its elements, if it depends on which frames are arranged, as plans do. */
export const arrangedFrames = 'arranged frames';

/** Notes the elements, what arrows are pinned to, and where boxes are and were. */
export function noteEdits(edits: Iterable<Pick<Edit, 'id' | 'before' | 'after'>>, footprint: Footprint): void {
  for (const { id, before, after } of edits) {
    footprint.element(id);
    if (before === null || after === null) footprint.slug(slugOf(id));
    for (const element of [before, after]) {
      if (element === null) continue;
      if (isArranged(element)) footprint.element(arrangedFrames);
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

/** Fields of a shape that bear only on itself: neither lines nor labels of arrows, nor plans of fixes, depend on them. */
const looks = { label: undefined, fill: undefined, stroke: undefined, opacity: undefined, text: undefined, font: undefined };
const looked: ReadonlySet<Element['type']> = new Set(['shape', 'sticky', 'annotation']);

/** A change that leaves the geometry as it is. */
export type LookChange = { readonly id: string; readonly before: Element; readonly after: Element };

export const isLookChange = (change: DrawingChange): change is LookChange =>
  change.before !== undefined &&
  change.after !== undefined &&
  looked.has(change.after.type) &&
  jsonEqual({ ...change.before, ...looks, note: undefined }, { ...change.after, ...looks, note: undefined });

/** Nothing that lint looks at depends on a note. */
const areDrawnAlike = (a: Element, b: Element): boolean => jsonEqual({ ...a, note: undefined }, { ...b, note: undefined });
