/**
 * read: plain values of what lies in a document's Y.Doc. Total: whatever an old or hostile client wrote.
 *
 * R1  No reader throws, whatever lies in the roots.
 * R2  What a reader yields satisfies the schemas of schema/tab.ts and schema/element.ts.
 * R3  What it left out or mended is listed in `skipped`, in words of our own; never a text from the document.
 * R4  The cost of a tab is its own size: no reader looks at another tab.
 */
import * as Y from 'yjs';

import { type Element, OrderKey, type ShapeKind } from '../element.ts';
import { Layer, Name, Page, type Skipped, type TabSettings, type TabState, ThemeId, TabMode } from '../tab.ts';
import { type ElementReading, readElement, unreadable } from './element-layout.ts';
import { isPlainObject, coercerOf } from './coerce.ts';
import { byOrder, firstOrderKey } from './order-key.ts';
import { mapIn, rootMap } from './roots.ts';

export { readElement } from './element-layout.ts';

/** A tab with its elements; null when the document has no such tab. */
export function readTab(doc: Y.Doc, tabId: string): TabState | null {
  const tab = mapIn(rootMap(doc, 'tabs'), tabId);
  return tab === null ? null : { ...settingsOf(tabId, tab), ...readElements(tab) };
}

/** What of a tab is not its elements, at their cost none; null when the document has no such tab. */
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

/** One element of a tab as it lies there now; null when it is missing or means nothing. */
export const readElementOf = (doc: Y.Doc, tabId: string, elementId: string): Element | null =>
  readElementAt(doc, tabId, elementId).element;

/** The same with what the tab's `skipped` says of it; null when there is nothing to say. */
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

/** Whether a tab has something under an element's id, readable or not, at the cost of a look-up. */
export function holdsOn(doc: Y.Doc, tabId: string): (elementId: string) => boolean {
  const elements = mapIn(mapIn(rootMap(doc, 'tabs'), tabId), 'elements');
  return (elementId) => elements?.has(elementId) === true;
}

/** Ids of a tab's elements that are said to be of this shape, without reading more of any. */
export function elementIdsOf(doc: Y.Doc, tabId: string, shape: ShapeKind): string[] {
  const ids: string[] = [];
  mapIn(mapIn(rootMap(doc, 'tabs'), tabId), 'elements')?.forEach((value, id) => {
    if (value instanceof Y.Map && value.get('shape') === shape) ids.push(id);
  });
  return ids;
}

/** How many elements `readTab` yields, without reading them: `elements` are boxes. */
export function countElements(doc: Y.Doc, tabId: string): { elements: number; arrows: number } {
  const counts = { elements: 0, arrows: 0 };
  mapIn(mapIn(rootMap(doc, 'tabs'), tabId), 'elements')?.forEach((value, id) => {
    if (unreadable(id, value) !== null) return;
    if ((value as Y.Map<unknown>).get('type') === 'arrow') counts.arrows += 1;
    else counts.elements += 1;
  });
  return counts;
}

/** The document's name; `Untitled` when it has none that can be used. */
export function readDocumentName(doc: Y.Doc): string {
  return (mendName(rootMap(doc, 'meta')?.get('name')) ?? 'Untitled') as string;
}

function readElements(tab: Y.Map<unknown>): { elements: Map<string, Element>; skipped: Skipped[] } {
  const elements = new Map<string, Element>();
  const skipped: Skipped[] = [];
  mapIn(tab, 'elements')?.forEach((value, id) => {
    const reading = readElement(id, value);
    if ('element' in reading) elements.set(id, reading.element);
    const told = skippedOf(id, reading);
    if (told !== null) skipped.push(told);
  });
  return { elements, skipped: skipped.sort(bySkippedId) };
}

function skippedOf(id: string, reading: ElementReading): Skipped | null {
  if ('skipped' in reading) return { id: mendId(id) as string, reason: reading.skipped };
  return reading.mended.length === 0 ? null : { id, reason: `mended: ${reading.mended.join(', ')}` };
}

/** The order of `skipped`: however the document came to be, it is the same. */
export const bySkippedId = (a: Skipped, b: Skipped): number =>
  a.id < b.id || (a.id === b.id && a.reason < b.reason) ? -1 : a.id === b.id && a.reason === b.reason ? 0 : 1;

function settingsOf(id: string, tab: Y.Map<unknown>): TabSettings {
  return {
    id,
    name: (mendName(tab.get('name')) ?? 'Untitled') as string,
    mode: (mendMode(tab.get('mode')) ?? 'canvas') as TabMode,
    theme: (mendTheme(tab.get('theme')) ?? 'light') as string,
    locked: tab.get('locked') === true,
    order: (mendOrder(tab.get('order')) ?? firstOrderKey) as string,
    layers: readLayers(mapIn(tab, 'layers')),
    pages: readPages(mapIn(tab, 'pages')),
  };
}

/** Bottom to top. */
function readLayers(layers: Y.Map<unknown> | null): Layer[] {
  return ordered(layers).flatMap(({ id, value }) => {
    const layer = mendLayer({
      id,
      name: mendName(value['name']) ?? 'Layer',
      locked: value['locked'] === true,
      hidden: value['hidden'] === true,
    });
    return layer === undefined ? [] : [layer as Layer];
  });
}

/** In the order of the row; `place` is counted, not stored. */
function readPages(pages: Y.Map<unknown> | null): Page[] {
  const read: Page[] = [];
  for (const { id, value } of ordered(pages)) {
    const page = mendPage({ ...value, id, place: read.length + 1 });
    if (page !== undefined) read.push(page as Page);
  }
  return read;
}

function ordered(map: Y.Map<unknown> | null): { id: string; order: string; value: Record<string, unknown> }[] {
  const entries: { id: string; order: string; value: Record<string, unknown> }[] = [];
  map?.forEach((value, id) => {
    if (!isPlainObject(value)) return;
    const own = Object.hasOwn(value, 'order') ? value['order'] : undefined;
    entries.push({ id, order: (mendOrder(own) ?? firstOrderKey) as string, value });
  });
  return entries.sort(byOrder);
}

const mendName = coercerOf(Name);
const mendMode = coercerOf(TabMode);
const mendTheme = coercerOf(ThemeId);
const mendOrder = coercerOf(OrderKey);
const mendLayer = coercerOf(Layer);
const mendPage = coercerOf(Page);
const mendId = coercerOf({ type: 'string', maxLength: 64 });
