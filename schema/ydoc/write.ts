/**
 * write: the only code of the server that writes a document's Y.Doc; comment threads, votes, cards and card
 * types are written by threads.ts, votes.ts, cards.ts and item-types.ts beside it.
 *
 * Each function is one Y transaction, joined to the caller's when there is one; nothing here is asynchronous.
 * W1  After applyEdits, readTab yields what the plan yields.
 * W2  A change writes only the keys that differ between before and after, so that what others write to other fields of
 *     the same element at the same moment stays.
 * W3  Nothing is written that is already there: no edit, no update.
 * W4  A layer or a page that is put elsewhere in its list is written alone; a locked layer is not written for another's sake.
 */
import * as Y from 'yjs';

import type { Edit } from '../changeset.ts';
import type { Layer, Page, TabSettings } from '../tab.ts';
import { elementEntries } from './element-layout.ts';
import { jsonEqual } from '../json-equal.ts';
import { isPlainObject } from './coerce.ts';
import { listKeys } from './order-key.ts';
import { mapIn, root, schemaVersion, type TabContainer, tabContainers } from './roots.ts';

/** What of a tab's settings is written; `layers` and `pages` are whole lists, in order. */
export type TabSettingsPatch = { readonly [K in keyof Omit<TabSettings, 'id'>]?: TabSettings[K] | undefined };

/** A new document: its name and the layout's version. It has no tab yet. */
export function initDocument(doc: Y.Doc, values: { readonly name: string }): void {
  doc.transact(() => {
    const meta = root(doc, 'meta');
    setValue(meta, 'version', schemaVersion);
    setValue(meta, 'name', values.name);
  });
}

export function setDocumentName(doc: Y.Doc, name: string): void {
  doc.transact(() => setValue(root(doc, 'meta'), 'name', name));
}

/** A new tab without elements. One that has this id is replaced. */
export function insertTab(doc: Y.Doc, settings: TabSettings): void {
  doc.transact(() => {
    const { id, ...patch } = settings;
    const tab = new Y.Map<unknown>();
    root(doc, 'tabs').set(id, tab);
    for (const name of tabContainers) tab.set(name, new Y.Map());
    writeSettings(tab, patch);
  });
}

export function removeTab(doc: Y.Doc, tabId: string): void {
  doc.transact(() => {
    const tabs = root(doc, 'tabs');
    if (tabs.has(tabId)) tabs.delete(tabId);
  });
}

/** Writes the settings that are given and differ. Nothing when the document has no such tab. */
export function setTab(doc: Y.Doc, tabId: string, patch: TabSettingsPatch): void {
  doc.transact(() => {
    const tab = mapIn(root(doc, 'tabs'), tabId);
    if (tab !== null) writeSettings(tab, patch);
  });
}

/** Writes what a plan changed on a tab. Nothing when the document has no such tab. */
export function applyEdits(doc: Y.Doc, tabId: string, edits: readonly Edit[]): void {
  doc.transact(() => {
    const tab = mapIn(root(doc, 'tabs'), tabId);
    if (tab === null) return;
    const elements = container(tab, 'elements');
    for (const edit of edits) applyEdit(elements, edit);
  });
}

function applyEdit(elements: Y.Map<unknown>, { id, before, after }: Edit): void {
  if (after === null) {
    if (elements.has(id)) elements.delete(id);
    return;
  }
  const entries = elementEntries(after);
  const element = before === null ? null : mapIn(elements, id);
  if (element === null || before === null) {
    elements.set(id, new Y.Map(entries));
    return;
  }
  const past = elementEntries(before);
  for (const name of past.keys()) if (!entries.has(name)) element.delete(name);
  for (const [name, value] of entries) {
    if (!jsonEqual(past.get(name), value)) element.set(name, value);
  }
}

function writeSettings(tab: Y.Map<unknown>, { layers, pages, ...values }: TabSettingsPatch): void {
  for (const [name, value] of Object.entries(values)) {
    if (name === 'locked' && value !== true) tab.delete(name);
    else if (value !== undefined) setValue(tab, name, value);
  }
  if (layers !== undefined) writeList(container(tab, 'layers'), layers.map(layerEntry));
  if (pages !== undefined) writeList(container(tab, 'pages'), pages.map(pageEntry));
}

type ListEntry = { readonly id: string; readonly value: Record<string, unknown> };

const layerEntry = ({ id, name, locked, hidden }: Layer): ListEntry => ({ id, value: { name, locked, hidden } });
const pageEntry = ({ id, place: _place, ...value }: Page): ListEntry => ({ id, value });

/** [W4] Makes a map of ordered plain values say a list. */
function writeList(map: Y.Map<unknown>, entries: readonly ListEntry[]): void {
  const wanted = new Set(entries.map(({ id }) => id));
  for (const id of map.keys()) if (!wanted.has(id)) map.delete(id);
  const keys = listKeys(
    entries.map(({ id }) => {
      const lying: unknown = map.get(id);
      return { id, order: orderOf(lying), isFixed: isPlainObject(lying) && lying['locked'] === true };
    }),
  );
  entries.forEach(({ id, value }, index) => setValue(map, id, { ...value, order: keys[index] }));
}

const orderOf = (value: unknown): unknown => (isPlainObject(value) && Object.hasOwn(value, 'order') ? value['order'] : undefined);

function setValue(map: Y.Map<unknown>, name: string, value: unknown): void {
  if (!jsonEqual(map.get(name), value)) map.set(name, value);
}

function container(tab: Y.Map<unknown>, name: TabContainer): Y.Map<unknown> {
  const known = mapIn(tab, name);
  if (known !== null) return known;
  const made = new Y.Map<unknown>();
  tab.set(name, made);
  return made;
}
