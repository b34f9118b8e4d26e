import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import type { Element } from '#schema/element.ts';
import type { Layer, TabSettings } from '#schema/tab.ts';
import { watchTabs } from '#schema/ydoc/watch.ts';
import { applyEdits, insertTab, setTab } from '#schema/ydoc/write.ts';

import { areEditsAllowed, LockWatch } from './locks.ts';
import { TabStore } from './tab-store.ts';

const tabId = 'tab_00000000000000000001';
const layer = (id: string, locked = false): Layer => ({ id, name: id, locked, hidden: false });
const settings: TabSettings = { id: tabId, name: 'Tab', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [layer('deep'), layer('held', true)], pages: [] }; // prettier-ignore
const box = (id: string, more: Partial<Element> = {}) => ({ id, type: 'shape', shape: 'square', z: 'a0', x: 0, y: 0, width: 9, height: 9, ...more }) as Element; // prettier-ignore
const [free, locked, lain] = [box('free~00000000'), box('locked~00000000', { locked: true }), box('lain~00000000', { layer: 'held' })]; // prettier-ignore

function documentWith(...elements: readonly Element[]): Y.Doc {
  const doc = new Y.Doc();
  insertTab(doc, settings);
  put(doc, ...elements);
  return doc;
}
const put = (doc: Y.Doc, ...elements: readonly Element[]): void =>
  applyEdits(doc, tabId, elements.map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore

describe('edits', () => {
  const { view } = TabStore.of(documentWith(free, locked, lain), tabId)!;
  test.each<[what: string, before: Element | null, after: Element | null, isAllowed: boolean]>([
    ['of what is free', free, { ...free, note: 'x' }, true],
    ['of what is locked', locked, { ...locked, note: 'x' }, false],
    ['that remove what is locked', locked, null, false],
    ['of what lies on a locked layer', lain, { ...lain, note: 'x' }, false],
    ['that take off a locked layer', lain, box(lain.id), false],
    ['that put onto a locked layer', free, { ...free, layer: 'held' }, false],
    ['that make something on a locked layer', null, box('new~00000000', { layer: 'held' }), false],
    ['that put onto an open layer', free, { ...free, layer: 'deep' }, true],
  ])('%s', (_what, before, after, isAllowed) => {
    const edit = { id: (before ?? after)!.id, before, after };
    expect(areEditsAllowed(view, [edit])).toBe(isAllowed);
    expect(areEditsAllowed(view, [{ id: free.id, before: free, after: null }, edit])).toBe(isAllowed);
  });

  test('of a locked tab are not allowed', () => {
    const doc = documentWith(free);
    setTab(doc, tabId, { locked: true });
    expect(areEditsAllowed(TabStore.of(doc, tabId)!.view, [{ id: free.id, before: free, after: null }])).toBe(false);
  });
});

describe('a watch', () => {
  type Change = (doc: Y.Doc) => void;
  const edit = (before: Element, after: Element): Change => (doc) => applyEdits(doc, tabId, [{ id: before.id, before, after }]); // prettier-ignore
  test.each<[what: string, change: Change, tells: boolean]>([
    ['an element that is locked', edit(free, { ...free, locked: true }), true],
    ['a locked element that is put back', (doc) => put(doc, { ...locked, note: 'as before' }), true],
    ['an element that is put back onto a locked layer', edit(free, { ...free, layer: 'held' }), true],
    ['a layer that is locked', (doc) => setTab(doc, tabId, { layers: [layer('deep', true), layer('held', true)] }), true],
    ['a tab that is locked', (doc) => setTab(doc, tabId, { locked: true }), true],
    ['a tab that is put there with something locked in it', (doc) => doc.transact(() => (insertTab(doc, { ...settings, id: 'tab_00000000000000000002' }), applyEdits(doc, 'tab_00000000000000000002', [{ id: locked.id, before: null, after: locked }]))), true], // prettier-ignore
    ['an element that moves', edit(free, { ...free, note: 'x' }), false],
    ['an element that comes onto an open layer', edit(free, { ...free, layer: 'deep' }), false],
    ['a layer that is unlocked', (doc) => setTab(doc, tabId, { layers: [layer('deep'), layer('held')] }), false],
    ['a tab that is named', (doc) => setTab(doc, tabId, { name: 'Other' }), false],
  ])('%s', (_what, change, tells) => {
    for (const isOwn of [false, true]) {
      const doc = documentWith(free, locked, lain);
      let told = 0;
      const watch = new LockWatch(doc, () => (told += 1));
      let local = false;
      watchTabs(doc, (seen) => watch.take(seen, local));
      // The first change shows what is locked already.
      setTab(doc, tabId, { theme: 'dark' });
      told = 0;
      local = isOwn;
      change(doc);
      expect(told > 0).toBe(tells && !isOwn);
    }
  });
});
