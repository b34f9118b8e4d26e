/**
 * element-snapshot: how the elements that an update of editors touches lay before it, and which of their keys it changed.
 *
 * M1  Taken from the document that the update is applied to, right before it and right after it.
 * M2  What is kept of an element that stays are the fields that changed: never more than editors wrote there before.
 * M3  Several updates of one batch make one image: the first one's, with the keys that any of them changed.
 */
import type * as Y from 'yjs';

import type { Element } from '#schema/element.ts';
import type { EditedElement } from '#schema/history.ts';
import { fieldsUnder, readEntries } from '#schema/ydoc/element-layout.ts';
import { imageIdAt } from '#schema/ydoc/image-ids.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';

export type ElementSnapshot = {
  readonly tabId: string;
  readonly id: string;
  /** Keys and values as they were; null: there was nothing that could be read. */
  readonly before: ReadonlyMap<string, unknown> | null;
  /** Keys that have another value since; `all`: it went, or is another map now. */
  readonly changed: ReadonlySet<string> | 'all';
};

/** What an update touches, as the guard found it. */
export type TouchedElements = {
  readonly tabs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly removedTabs: ReadonlySet<string>;
};

/** [M1] Call it before the update is applied, and what it answers afterwards. */
export function snapshotsOf(doc: Y.Doc, { tabs, removedTabs }: TouchedElements): () => ElementSnapshot[] {
  const tabsRoot = rootMap(doc, 'tabs');
  const elementsOf = (tabId: string): Y.Map<unknown> | null => mapIn(mapIn(tabsRoot, tabId), 'elements');
  const open: { tabId: string; id: string; map: Y.Map<unknown> | null; before: ReadonlyMap<string, unknown> | null }[] = [];
  const keep = (tabId: string, elements: Y.Map<unknown> | null, id: string): void => {
    const map = mapIn(elements, id);
    open.push({ tabId, id, map, before: map === null ? null : new Map(map.entries()) });
  };
  for (const [tabId, ids] of tabs) {
    if (removedTabs.has(tabId)) continue;
    const elements = elementsOf(tabId);
    for (const id of ids) keep(tabId, elements, id);
  }
  for (const tabId of removedTabs) {
    const elements = elementsOf(tabId);
    for (const id of elements?.keys() ?? []) keep(tabId, elements, id);
  }
  return () =>
    open.map(({ tabId, id, map, before }) => {
      const isSame = map !== null && mapIn(elementsOf(tabId), id) === map;
      return { tabId, id, before, changed: isSame && before !== null ? changedKeys(before, map) : 'all' };
    });
}

/** Ids of the uploaded images that the elements name now and did not before. */
export function placedImages(doc: Y.Doc, images: readonly ElementSnapshot[]): string[] {
  const placed = new Set<string>();
  for (const { tabId, id, before, changed } of images) {
    if (changed !== 'all' && !changed.has('imageId') && !changed.has('type')) continue;
    const imageId = imageIdAt(doc, tabId, id);
    if (imageId !== null && before?.get('imageId') !== imageId) placed.add(imageId);
  }
  return [...placed];
}

function changedKeys(before: ReadonlyMap<string, unknown>, map: Y.Map<unknown>): Set<string> {
  const changed = new Set<string>();
  // A value that nobody wrote is the same object still.
  for (const [key, value] of map.entries()) if (before.get(key) !== value) changed.add(key);
  for (const key of before.keys()) if (!map.has(key)) changed.add(key);
  return changed;
}

/** [M2] [M3] By tab, in the order in which they were first touched. */
export function editedElements(images: Iterable<ElementSnapshot>): Map<string, EditedElement[]> {
  const byTab = new Map<string, Map<string, ElementSnapshot>>();
  for (const image of images) {
    const merged = byTab.get(image.tabId) ?? new Map<string, ElementSnapshot>();
    byTab.set(image.tabId, merged);
    const first = merged.get(image.id);
    merged.set(image.id, first === undefined ? image : { ...first, changed: joined(first.changed, image.changed) });
  }
  return new Map(Array.from(byTab, ([tabId, merged]) => [tabId, Array.from(merged.values()).flatMap(edited)]));
}

const joined = (a: ElementSnapshot['changed'], b: ElementSnapshot['changed']): ElementSnapshot['changed'] =>
  a === 'all' || b === 'all' ? 'all' : new Set([...a, ...b]);

function edited({ id, before, changed }: ElementSnapshot): EditedElement[] {
  const reading = before === null ? null : readEntries(id, before);
  const was: Element | null = reading !== null && 'element' in reading ? reading.element : null;
  // Of another type the same keys mean other fields.
  if (was === null || changed === 'all' || changed.has('type')) return [{ id, was }];
  if (changed.size === 0) return [];
  const fields = new Map<string, unknown>();
  const known: Readonly<Record<string, unknown>> = was;
  for (const key of changed) for (const name of fieldsUnder(key)) fields.set(name, known[name] ?? null);
  return [{ id, fields: Object.fromEntries(fields) }];
}
