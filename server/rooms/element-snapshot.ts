/**
 * The elements that an update touches, as they were right before it, and the keys that it changed (SPEC.md).
 *
 * Of an element that stays, only the changed fields are kept: never more than editors wrote there before.
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
  /** Keys and values before the update; null if there was no readable element. */
  readonly before: ReadonlyMap<string, unknown> | null;
  /** Keys with a new value; `all` if the element was deleted or replaced. */
  readonly changed: ReadonlySet<string> | 'all';
};

/** What an update touches, by the guard's inspection. */
export type TouchedElements = {
  readonly tabs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly removedTabs: ReadonlySet<string>;
};

/** To be called before the update is applied; the returned function is called after it. */
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

/** Ids of the uploaded images that the elements refer to now and did not before. */
export function placedImages(doc: Y.Doc, snapshots: readonly ElementSnapshot[]): string[] {
  const placed = new Set<string>();
  for (const { tabId, id, before, changed } of snapshots) {
    if (changed !== 'all' && !changed.has('imageId') && !changed.has('type')) continue;
    const imageId = imageIdAt(doc, tabId, id);
    if (imageId !== null && before?.get('imageId') !== imageId) placed.add(imageId);
  }
  return [...placed];
}

function changedKeys(before: ReadonlyMap<string, unknown>, map: Y.Map<unknown>): Set<string> {
  const changed = new Set<string>();
  // A value that was not written is still the same object.
  for (const [key, value] of map.entries()) if (before.get(key) !== value) changed.add(key);
  for (const key of before.keys()) if (!map.has(key)) changed.add(key);
  return changed;
}

/** By tab, in the order in which the elements were first touched. */
export function editedElements(snapshots: Iterable<ElementSnapshot>): Map<string, EditedElement[]> {
  const byTab = new Map<string, Map<string, ElementSnapshot>>();
  for (const snapshot of snapshots) {
    const merged = byTab.get(snapshot.tabId) ?? new Map<string, ElementSnapshot>();
    byTab.set(snapshot.tabId, merged);
    const first = merged.get(snapshot.id);
    merged.set(snapshot.id, first === undefined ? snapshot : { ...first, changed: union(first.changed, snapshot.changed) });
  }
  return new Map(Array.from(byTab, ([tabId, merged]) => [tabId, Array.from(merged.values()).flatMap(edited)]));
}

const union = (a: ElementSnapshot['changed'], b: ElementSnapshot['changed']): ElementSnapshot['changed'] =>
  a === 'all' || b === 'all' ? 'all' : new Set([...a, ...b]);

function edited({ id, before, changed }: ElementSnapshot): EditedElement[] {
  const reading = before === null ? null : readEntries(id, before);
  const was: Element | null = reading !== null && 'element' in reading ? reading.element : null;
  // With another type, the same keys mean other fields.
  if (was === null || changed === 'all' || changed.has('type')) return [{ id, was }];
  if (changed.size === 0) return [];
  const fields = new Map<string, unknown>();
  const values: Readonly<Record<string, unknown>> = was;
  for (const key of changed) for (const name of fieldsUnder(key)) fields.set(name, values[name] ?? null);
  return [{ id, fields: Object.fromEntries(fields) }];
}
