import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import type { Element } from '#schema/element.ts';
import { readTab } from '#schema/ydoc/read.ts';
import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import { watchTabs } from '#schema/ydoc/watch.ts';
import { applyEdits, insertTab, removeTab, setTab } from '#schema/ydoc/write.ts';

import { TabStore, type TabStoreChange } from './tab-store.ts';

const tabId = 'tab_00000000000000000001';
const settings = {
  id: tabId,
  name: 'Tab',
  mode: 'canvas',
  theme: 'light',
  locked: false,
  order: 'a0',
  layers: [],
  pages: [],
} as const;
const box = (name: string, more: object = {}) => ({ id: `${name}~00000000`, type: 'shape', shape: 'square', z: 'a0', x: 0, y: 0, width: 9, height: 9, ...more }) as Element; // prettier-ignore

function stand() {
  const doc = new Y.Doc();
  insertTab(doc, { ...settings, layers: [], pages: [] });
  applyEdits(doc, tabId, ['a', 'b', 'c'].map((name) => ({ id: box(name).id, before: null, after: box(name) }))); // prettier-ignore
  const store = TabStore.of(doc, tabId)!;
  const told: TabStoreChange[] = [];
  store.onChange((change) => void told.push(change));
  watchTabs(doc, (change) => change.tab === tabId && store.take(change, false));
  return { doc, store, told, elements: mapIn(mapIn(rootMap(doc, 'tabs'), tabId), 'elements')! };
}

/** Compares the store with the reader. */
function expectAsRead(doc: Y.Doc, { view }: TabStore): void {
  const { elements, skipped, ...own } = readTab(doc, tabId)!;
  expect(new Map(Array.from(view.elements(), (element) => [element.id, element]))).toEqual(elements);
  expect([view.skipped, view.settings]).toEqual([skipped, own]);
}

describe('a tab as plain values', () => {
  test('keeps the objects of all elements but the changed one, and reports only that', () => {
    const { doc, store, told } = stand();
    const before = ['a', 'c'].map((name) => store.view.get(box(name).id));
    applyEdits(doc, tabId, [{ id: box('b').id, before: box('b'), after: box('b', { x: 5 }) }]);
    expect(['a', 'c'].map((name) => store.view.get(box(name).id))).toEqual(before);
    for (const [at, name] of ['a', 'c'].entries()) expect(store.view.get(box(name).id)).toBe(before[at]);
    expect(store.view.get(box('b').id)).toMatchObject({ x: 5 });
    expect(told).toEqual([{ elements: new Set([box('b').id]), settings: false, local: false }]);
    expectAsRead(doc, store);
  });

  test('skips an invalid element until it is repaired or deleted', () => {
    const { doc, store, elements } = stand();
    elements.set('bad~00000000', 'no element');
    (elements.get(box('a').id) as Y.Map<unknown>).set('at', [1e9, Number.NaN]);
    expectAsRead(doc, store);
    expect(store.view.skipped.length).toBe(2);
    elements.delete('bad~00000000');
    (elements.get(box('a').id) as Y.Map<unknown>).set('at', [1, 2]);
    expectAsRead(doc, store);
    expect(store.view.skipped).toEqual([]);
  });

  test('follows settings, a replaced tab, and its deletion', () => {
    const { doc, store, told } = stand();
    let names = '';
    store.settings.subscribe(() => (names += store.settings.get().name));
    setTab(doc, tabId, { name: 'Other' });
    expectAsRead(doc, store);
    expect([names, told.at(-1)?.elements]).toEqual(['Other', new Set()]);
    doc.transact(() => {
      insertTab(doc, { ...settings, name: 'Anew', layers: [], pages: [] });
      applyEdits(doc, tabId, [{ id: box('d').id, before: null, after: box('d') }]);
    });
    expectAsRead(doc, store);
    expect([names, told.at(-1)]).toEqual(['OtherAnew', { elements: 'all', settings: true, local: false }]);
    removeTab(doc, tabId);
    expect([[...store.view.elements()], TabStore.of(doc, tabId)]).toEqual([[], null]);
  });
});
