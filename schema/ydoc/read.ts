/**
 * Reads a document's Y.Doc as plain values. The readers are total: they accept whatever an old or hostile client wrote (SPEC.md).
 *
 * Reading a tab costs its own size only: no reader looks at another tab.
 */
import * as Y from 'yjs';

import { type Element, OrderKey } from '../element.ts';
import type { ShapeKind } from '../shape-kinds.ts';
import { ArrowLine, defaultArrowLine, defaultLook, Layer, Name, Page, type Skipped, TabLook, type TabSettings, type TabState, ThemeId, TabMode } from '../tab.ts'; // prettier-ignore
import { type ElementReading, readElement, unreadable } from './element-layout.ts';
import { completed } from '../completed.ts';
import { isPlainObject } from '../plain-object.ts';
import { coercerOf } from './coerce.ts';
import { byOrder, firstOrderKey } from './order-key.ts';
import { mapIn, rootMap } from './roots.ts';

/** Elements that are read in one step: some tenths of a millisecond. */
const readInStep = 100;

export { readElement } from './element-layout.ts';

/** A tab with its elements; null if the document has no such tab. */
export const readTab = (doc: Y.Doc, tabId: string): TabState | null => completed(readingTab(doc, tabId));

/** The same in short steps, during which the document stays as it is. */
export function* readingTab(doc: Y.Doc, tabId: string): Generator<void, TabState | null> {
  const tab = mapIn(rootMap(doc, 'tabs'), tabId);
  return tab === null ? null : { ...settingsOf(tabId, tab), ...(yield* readElements(tab)) };
}

/** A tab without its elements, at a cost that does not depend on them; null if the document has no such tab. */
export function readTabSettings(doc: Y.Doc, tabId: string): TabSettings | null {
  const tab = mapIn(rootMap(doc, 'tabs'), tabId);
  return tab === null ? null : settingsOf(tabId, tab);
}

/** The settings of every tab, in tab order. */
export function readTabs(doc: Y.Doc): TabSettings[] {
  const tabs: TabSettings[] = [];
  rootMap(doc, 'tabs')?.forEach((value, id) => {
    if (value instanceof Y.Map) tabs.push(settingsOf(id, value));
  });
  return tabs.sort(byOrder);
}

/** One element of a tab; null if it is missing or unreadable. */
export const readElementOf = (doc: Y.Doc, tabId: string, elementId: string): Element | null =>
  readElementAt(doc, tabId, elementId).element;

/** One element of a tab and its entry in the tab's `skipped`; each is null if there is none. */
export function readElementAt(
  doc: Y.Doc,
  tabId: string,
  elementId: string,
): { readonly element: Element | null; readonly skipped: Skipped | null } {
  const elements = mapIn(mapIn(rootMap(doc, 'tabs'), tabId), 'elements');
  if (elements === null || !elements.has(elementId)) return { element: null, skipped: null };
  const reading = readElement(elementId, elements.get(elementId));
  return { element: 'element' in reading ? reading.element : null, skipped: skippedOf(elementId, reading) };
}

/** Returns a test whether a tab has an entry for an element's id, readable or not, at the cost of a look-up. */
export function holdsOn(doc: Y.Doc, tabId: string): (elementId: string) => boolean {
  const elements = mapIn(mapIn(rootMap(doc, 'tabs'), tabId), 'elements');
  return (elementId) => elements?.has(elementId) === true;
}

/** Ids of a tab's elements whose `shape` field has this value. Nothing else of them is read. */
export function elementIdsOf(doc: Y.Doc, tabId: string, shape: ShapeKind): string[] {
  const ids: string[] = [];
  mapIn(mapIn(rootMap(doc, 'tabs'), tabId), 'elements')?.forEach((value, id) => {
    if (value instanceof Y.Map && value.get('shape') === shape) ids.push(id);
  });
  return ids;
}

/** Counts the elements that `readTab` returns, without reading them whole. `elements` counts boxes. */
export function countElements(doc: Y.Doc, tabId: string): { elements: number; arrows: number } {
  const counts = { elements: 0, arrows: 0 };
  mapIn(mapIn(rootMap(doc, 'tabs'), tabId), 'elements')?.forEach((value, id) => {
    if (unreadable(id, value) !== null) return;
    if ((value as Y.Map<unknown>).get('type') === 'arrow') counts.arrows += 1;
    else counts.elements += 1;
  });
  return counts;
}

/** The document's name; `Untitled` if it has no usable one. */
export function readDocumentName(doc: Y.Doc): string {
  return (coerceName(rootMap(doc, 'meta')?.get('name')) ?? 'Untitled') as string;
}

function* readElements(tab: Y.Map<unknown>): Generator<void, { elements: Map<string, Element>; skipped: Skipped[] }> {
  const elements = new Map<string, Element>();
  const skipped: Skipped[] = [];
  for (const [id, value] of mapIn(tab, 'elements') ?? []) {
    const reading = readElement(id, value);
    if ('element' in reading) elements.set(id, reading.element);
    const entry = skippedOf(id, reading);
    if (entry !== null) skipped.push(entry);
    if (elements.size % readInStep === 0) yield;
  }
  return { elements, skipped: skipped.sort(bySkippedId) };
}

function skippedOf(id: string, reading: ElementReading): Skipped | null {
  if ('skipped' in reading) return { id: coerceId(id) as string, reason: reading.skipped };
  return reading.coerced.length === 0 ? null : { id, reason: `coerced: ${reading.coerced.join(', ')}` };
}

/** The order of `skipped`: the same for the same content, whatever the order of writes. */
export const bySkippedId = (a: Skipped, b: Skipped): number =>
  a.id < b.id || (a.id === b.id && a.reason < b.reason) ? -1 : a.id === b.id && a.reason === b.reason ? 0 : 1;

function settingsOf(id: string, tab: Y.Map<unknown>): TabSettings {
  return {
    id,
    name: (coerceName(tab.get('name')) ?? 'Untitled') as string,
    mode: (coerceMode(tab.get('mode')) ?? 'canvas') as TabMode,
    theme: (coerceTheme(tab.get('theme')) ?? 'light') as string,
    locked: tab.get('locked') === true,
    ...arrowLineOf(tab),
    ...lookOf(tab),
    order: (coerceOrder(tab.get('order')) ?? firstOrderKey) as string,
    layers: readLayers(mapIn(tab, 'layers')),
    pages: readPages(mapIn(tab, 'pages')),
  };
}

function arrowLineOf(tab: Y.Map<unknown>): Pick<TabSettings, 'arrowLine'> {
  const line = coerceArrowLine(tab.get('arrowLine')) as ArrowLine | undefined;
  return line === undefined || line === defaultArrowLine ? {} : { arrowLine: line };
}

function lookOf(tab: Y.Map<unknown>): Pick<TabSettings, 'look'> {
  const look = coerceLook(tab.get('look')) as TabLook | undefined;
  return look === undefined || look === defaultLook ? {} : { look };
}

/** Bottom to top. */
function readLayers(layers: Y.Map<unknown> | null): Layer[] {
  return inOrder(layers).flatMap(({ id, value }) => {
    const layer = coerceLayer({
      id,
      name: coerceName(value['name']) ?? 'Layer',
      locked: value['locked'] === true,
      hidden: value['hidden'] === true,
    });
    return layer === undefined ? [] : [layer as Layer];
  });
}

/** In the order of the row. `place` is counted, not stored. */
function readPages(pages: Y.Map<unknown> | null): Page[] {
  const valid: Page[] = [];
  for (const { id, value } of inOrder(pages)) {
    const page = coercePage({ ...value, id, place: valid.length + 1 });
    if (page !== undefined) valid.push(page as Page);
  }
  return valid;
}

function inOrder(map: Y.Map<unknown> | null): { id: string; order: string; value: Record<string, unknown> }[] {
  const entries: { id: string; order: string; value: Record<string, unknown> }[] = [];
  map?.forEach((value, id) => {
    if (!isPlainObject(value)) return;
    const own = Object.hasOwn(value, 'order') ? value['order'] : undefined;
    entries.push({ id, order: (coerceOrder(own) ?? firstOrderKey) as string, value });
  });
  return entries.sort(byOrder);
}

const coerceName = coercerOf(Name);
const coerceMode = coercerOf(TabMode);
const coerceTheme = coercerOf(ThemeId);
const coerceArrowLine = coercerOf(ArrowLine);
const coerceLook = coercerOf(TabLook);
const coerceOrder = coercerOf(OrderKey);
const coerceLayer = coercerOf(Layer);
const coercePage = coercerOf(Page);
const coerceId = coercerOf({ type: 'string', maxLength: 64 });
