/**
 * Writes the tabs and elements of a document. Only this file and its neighbors threads.ts, votes.ts, cards.ts, sheets.ts,
 * timer.ts and item-types.ts write a Y.Doc on the server (SPEC.md).
 *
 * Each function is one Y transaction, joined to the caller's if there is one. Nothing here is asynchronous.
 */
import * as Y from 'yjs';

import type { Edit } from '../changeset.ts';
import { defaultArrowLine, defaultLook, type Layer, type Page, type TabSettings } from '../tab.ts';
import { elementEntries } from './element-layout.ts';
import { jsonEqual } from '../json-equal.ts';
import { isPlainObject } from '../plain-object.ts';
import { listKeys } from './order-key.ts';
import { mapIn, root, schemaVersion, type TabContainer, tabContainers } from './roots.ts';

/** The settings to write. `layers` and `pages` are whole lists, in order. */
export type TabSettingsPatch = { readonly [K in keyof Omit<TabSettings, 'id'>]?: TabSettings[K] | undefined };

/** Writes the name and layout version of a new document, which has no tab yet. */
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

/** Inserts a tab without elements. Replaces a tab with the same id. */
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

/** Writes the settings in `patch` that differ. Does nothing if the document has no such tab. */
export function setTab(doc: Y.Doc, tabId: string, patch: TabSettingsPatch): void {
  doc.transact(() => {
    const tab = mapIn(root(doc, 'tabs'), tabId);
    if (tab !== null) writeSettings(tab, patch);
  });
}

/** Writes a plan's edits to a tab. Does nothing if the document has no such tab. */
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
  // Only the keys that differ, so that concurrent writes to other fields survive.
  const previous = elementEntries(before);
  for (const name of previous.keys()) if (!entries.has(name)) element.delete(name);
  for (const [name, value] of entries) {
    if (!jsonEqual(previous.get(name), value)) element.set(name, value);
  }
}

function writeSettings(tab: Y.Map<unknown>, { layers, pages, ...values }: TabSettingsPatch): void {
  for (const [name, value] of Object.entries(values)) {
    if (isDefault(name, value)) tab.delete(name);
    else if (value !== undefined) setValue(tab, name, value);
  }
  if (layers !== undefined) writeList(container(tab, 'layers'), layers.map(layerEntry));
  if (pages !== undefined) writeList(container(tab, 'pages'), pages.map(pageEntry));
}

/** Whether the setting is one that is stored only where it differs from the default. */
const isDefault = (name: string, value: unknown): boolean =>
  (name === 'locked' && value !== true) ||
  (name === 'arrowLine' && value === defaultArrowLine) ||
  (name === 'look' && value === defaultLook);

type OrderedEntry = { readonly id: string; readonly value: Record<string, unknown> };

const layerEntry = ({ id, name, locked, hidden }: Layer): OrderedEntry => ({ id, value: { name, locked, hidden } });
const pageEntry = ({ id, place: _place, ...value }: Page): OrderedEntry => ({ id, value });

/** Writes a list to a map of ordered plain values, with as few new order keys as possible. Locked layers keep theirs. */
function writeList(map: Y.Map<unknown>, entries: readonly OrderedEntry[]): void {
  const ids = new Set(entries.map(({ id }) => id));
  for (const id of map.keys()) if (!ids.has(id)) map.delete(id);
  const keys = listKeys(
    entries.map(({ id }) => {
      const stored: unknown = map.get(id);
      return { id, order: orderOf(stored), isFixed: isPlainObject(stored) && stored['locked'] === true };
    }),
  );
  entries.forEach(({ id, value }, index) => setValue(map, id, { ...value, order: keys[index] }));
}

const orderOf = (value: unknown): unknown => (isPlainObject(value) && Object.hasOwn(value, 'order') ? value['order'] : undefined);

function setValue(map: Y.Map<unknown>, name: string, value: unknown): void {
  if (!jsonEqual(map.get(name), value)) map.set(name, value);
}

function container(tab: Y.Map<unknown>, name: TabContainer): Y.Map<unknown> {
  const existing = mapIn(tab, name);
  if (existing !== null) return existing;
  const added = new Y.Map<unknown>();
  tab.set(name, added);
  return added;
}
