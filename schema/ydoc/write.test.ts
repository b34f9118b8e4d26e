import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { fuzz } from '#test/harness/fuzz.ts';

import type { Edit } from '../changeset.ts';
import { Element } from '../element.ts';
import type { Layer, Page, TabSettings } from '../tab.ts';
import { validationErrors } from '../validate.ts';
import { canonicalJson } from './canonical.ts';
import { anyElement } from './element.test-support.ts';
import { readDocumentName, readTab, readTabs } from './read.ts';
import { type TabDocChange, watchTabs } from './watch.ts';
import { applyEdits, initDocument, insertTab, removeTab, setDocumentName, setTab } from './write.ts';

const tabId = 'tab_0123456789abcdef0123';
const settings: TabSettings = {
  id: tabId,
  name: 'One',
  mode: 'canvas',
  theme: 'light',
  locked: false,
  order: 'a0',
  layers: [],
  pages: [],
};
const ids = ['a~00000001', 'b~00000001', 'c~00000001', 'd~00000001'];
const box = { id: 'a~00000001', type: 'shape', shape: 'square', z: 'a0', x: 0, y: 0, width: 100, height: 50 } as const;

let doc: Y.Doc;

beforeEach(() => {
  doc = newDocument();
});

function newDocument(): Y.Doc {
  const document = new Y.Doc();
  initDocument(document, { name: 'Plan' });
  insertTab(document, settings);
  return document;
}

function peerOf(other: Y.Doc): Y.Doc {
  const peer = new Y.Doc();
  Y.applyUpdate(peer, Y.encodeStateAsUpdate(other));
  return peer;
}

const elementsOf = (document: Y.Doc): ReadonlyMap<string, Element> => readTab(document, tabId)!.elements;
const updatesOf = (act: () => void): number => {
  let count = 0;
  const countUpdate = (): void => void (count += 1);
  doc.on('update', countUpdate);
  act();
  doc.off('update', countUpdate);
  return count;
};

describe('edits', () => {
  const anyEdits = fc.array(
    fc.constantFrom(...ids).chain((id) => fc.option(anyElement(id), { nil: null }).map((after) => ({ id, after }))),
  );

  test('YD10 after its edits are applied a tab reads as a plan left it, here and on another replica', () => {
    fc.assert(
      fc.property(fc.array(anyEdits, { maxLength: 4 }), (plans) => {
        const target = newDocument();
        const expected = new Map<string, Element>();
        for (const plan of plans) {
          const edits: Edit[] = [];
          for (const { id, after } of plan) {
            const before = expected.get(id) ?? null;
            if (before === null && after === null) continue;
            if (after !== null) expect(validationErrors(Element, after)).toEqual([]);
            edits.push({ id, before, after });
            if (after === null) expected.delete(id);
            else expected.set(id, after);
          }
          applyEdits(target, tabId, edits);
        }
        const plain = Object.fromEntries(expected);
        expect(Object.fromEntries(elementsOf(target))).toEqual(plain);
        const replica = peerOf(target);
        expect(JSON.stringify(sorted(Object.fromEntries(elementsOf(replica))))).toBe(JSON.stringify(sorted(plain)));
        expect(readTab(target, tabId)?.skipped).toEqual([]);
        expect(canonicalJson(replica)).toBe(canonicalJson(target));
      }),
      fuzz(300),
    );
  });

  test('YD11 a write to an element keeps what others write to its other fields at the same time', () => {
    applyEdits(doc, tabId, [{ id: box.id, before: null, after: { ...box, label: 'old', fill: 'blue' } }]);
    const peer = peerOf(doc);
    applyEdits(doc, tabId, [
      { id: box.id, before: { ...box, label: 'old', fill: 'blue' }, after: { ...box, x: 500, label: 'old' } },
    ]);
    const theirs = { ...box, label: 'theirs', fill: 'blue' } as const;
    applyEdits(peer, tabId, [{ id: box.id, before: { ...box, label: 'old', fill: 'blue' }, after: theirs }]);
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(peer));
    expect(elementsOf(doc).get(box.id)).toEqual({ ...box, x: 500, label: 'theirs' });
  });

  test('YD9 fields that the element’s type does not have stay in the map', () => {
    applyEdits(doc, tabId, [{ id: box.id, before: null, after: box }]);
    const map = ((doc.getMap('tabs').get(tabId) as Y.Map<unknown>).get('elements') as Y.Map<Y.Map<unknown>>).get(box.id);
    map?.set('later', 'from a newer editor');
    applyEdits(doc, tabId, [{ id: box.id, before: box, after: { ...box, x: 9 } }]);
    expect(map?.toJSON()).toEqual({
      type: 'shape',
      shape: 'square',
      z: 'a0',
      at: [9, 0],
      size: [100, 50],
      later: 'from a newer editor',
    });
  });

  test('YD12 writing what is already stored makes no update', () => {
    applyEdits(doc, tabId, [{ id: box.id, before: null, after: box }]);
    const updates = updatesOf(() => {
      applyEdits(doc, tabId, [{ id: box.id, before: box, after: { ...box } }]);
      applyEdits(doc, tabId, [{ id: 'z~00000001', before: { ...box, id: 'z~00000001' }, after: null }]);
      setTab(doc, tabId, { name: 'One', locked: false, layers: [], pages: [] });
      setDocumentName(doc, 'Plan');
      removeTab(doc, 'tab_none');
      setTab(doc, 'tab_none', { name: 'x' });
      applyEdits(doc, 'tab_none', [{ id: box.id, before: null, after: box }]);
    });
    expect(updates).toBe(0);
  });

  test('YD14 all edits of a call are one update, also within a caller’s transaction', () => {
    const other = { ...box, id: 'b~00000001' };
    const edits: Edit[] = [
      { id: box.id, before: null, after: box },
      { id: other.id, before: null, after: other },
    ];
    expect(updatesOf(() => applyEdits(doc, tabId, edits))).toBe(1);
    expect(updatesOf(() => doc.transact(() => (setDocumentName(doc, 'x'), setTab(doc, tabId, { name: 'y' }))))).toBe(1);
  });
});

describe('tabs', () => {
  const layer = (id: string): Layer => ({ id, name: id.toUpperCase(), locked: id === 'b', hidden: false });
  const page = (id: string, place: number): Page => ({
    id,
    place,
    kind: 'slide',
    name: id,
    size: '16:9',
    orientation: 'landscape',
    layout: 'title',
    background: ['#ffffff', '#000000'],
    rect: { x: 0, y: 0, width: 1280, height: 720 },
  });

  test('YD13 settings, layers and pages read as they were written, whatever order they are put in', () => {
    const written: TabSettings = { ...settings, id: 'tab_2', name: 'Two', mode: 'pages', theme: 'custom:mine', locked: true, order: 'Zz', layers: [layer('b'), layer('a')], pages: [page('y', 1), page('x', 2)] }; // prettier-ignore
    insertTab(doc, written);
    expect(readTabs(doc)).toEqual([written, settings]);
    setTab(doc, 'tab_2', { layers: [layer('a'), layer('c'), layer('b')], pages: [page('x', 1)], locked: false, order: 'a5' });
    expect(readTabs(doc)).toEqual([settings, { ...written, locked: false, order: 'a5', layers: [layer('a'), layer('c'), layer('b')], pages: [page('x', 1)] }]); // prettier-ignore
    removeTab(doc, tabId);
    expect(readTabs(doc).map(({ id }) => id)).toEqual(['tab_2']);
    setDocumentName(doc, 'Renamed');
    expect(readDocumentName(doc)).toBe('Renamed');
  });
});

describe('watching', () => {
  test('YD15 YD16 a transaction is reported once per tab, with the elements and settings that it changed', () => {
    const changes: TabDocChange[] = [];
    const stop = watchTabs(doc, (change) => changes.push(change));
    const other = { ...box, id: 'b~00000001' };
    applyEdits(
      doc,
      tabId,
      [box, other].map((after) => ({ id: after.id, before: null, after })),
    );
    applyEdits(doc, tabId, [
      { id: box.id, before: box, after: { ...box, x: 1 } },
      { id: other.id, before: other, after: null },
    ]);
    doc.transact(() => {
      setTab(doc, tabId, { name: 'x' });
      setTab(doc, tabId, { layers: [{ id: 'l', name: 'L', locked: false, hidden: false }] });
    });
    insertTab(doc, { ...settings, id: 'tab_2' });
    (doc.getMap('tabs').get('tab_2') as Y.Map<unknown>).set('elements', new Y.Map());
    removeTab(doc, 'tab_2');
    setDocumentName(doc, 'not a tab');
    stop();
    removeTab(doc, tabId);
    const both = new Set([box.id, other.id]);
    expect(changes).toEqual([
      { tab: tabId, elements: both, settings: false },
      { tab: tabId, elements: both, settings: false },
      { tab: tabId, elements: new Set(), settings: true },
      { tab: 'tab_2', elements: 'all', settings: true },
      { tab: 'tab_2', elements: 'all', settings: true },
      { tab: 'tab_2', elements: 'all', settings: true, removed: true },
    ]);
  });

  test('YD15 a reader that follows the changes has what a fresh reader returns', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...ids), anyElement('x~00000001')), { maxLength: 12 }), (writes) => {
        const followedDoc = newDocument();
        const followedElements = new Map<string, Element>();
        watchTabs(followedDoc, ({ elements }) => {
          const fresh = elementsOf(followedDoc);
          for (const id of elements === 'all' ? fresh.keys() : elements) {
            const element = fresh.get(id);
            if (element === undefined) followedElements.delete(id);
            else followedElements.set(id, element);
          }
        });
        for (const [id, element] of writes) {
          const before = followedElements.get(id) ?? null;
          const after = before !== null && element.type === 'text' ? null : { ...element, id };
          const peer = peerOf(followedDoc);
          applyEdits(peer, tabId, [{ id, before, after }]);
          Y.applyUpdate(followedDoc, Y.encodeStateAsUpdate(peer));
        }
        expect(followedElements).toEqual(elementsOf(followedDoc));
      }),
      fuzz(),
    );
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, sorted((value as Record<string, unknown>)[name])]));
}
