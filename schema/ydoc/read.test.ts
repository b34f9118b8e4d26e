import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { Element, type ElementType, elementSchemas } from '../element.ts';
import { Layer, Page, TabMode, ThemeId } from '../tab.ts';
import { validationErrors } from '../validate.ts';
import { canonicalJson } from './canonical.ts';
import { type Junk, junk, junkPlain, plant } from './junk.test-support.ts';
import { countElements, readDocumentName, readElement, readElementOf, readTab, readTabs } from './read.ts';
import { rootNames } from './roots.ts';
import { initDocument, insertTab } from './write.ts';

const tabId = 'tab_0123456789abcdef0123';

/** Reads an element with these entries. */
function reading(entries: Record<string, unknown>, id = 'box~00000001') {
  const map = new Y.Doc().getMap('it').set('element', new Y.Map(Object.entries(entries)));
  return readElement(id, map);
}

const good = { type: 'shape', shape: 'square', z: 'a0', at: [1, 2], size: [30, 40] };

/** Expects that everything the readers return satisfies its schema. */
function expectReadable(doc: Y.Doc): void {
  expect(typeof readDocumentName(doc)).toBe('string');
  for (const settings of readTabs(doc)) {
    expect(validationErrors(TabMode, settings.mode)).toEqual([]);
    expect(validationErrors(ThemeId, settings.theme)).toEqual([]);
    for (const layer of settings.layers) expect(validationErrors(Layer, layer)).toEqual([]);
    for (const page of settings.pages) expect(validationErrors(Page, page)).toEqual([]);
    const tab = readTab(doc, settings.id);
    let arrows = 0;
    for (const [id, element] of tab?.elements ?? []) {
      expect(validationErrors(Element, element)).toEqual([]);
      expect(element.id).toBe(id);
      expect(readElementOf(doc, settings.id, id)).toEqual(element);
      if (element.type === 'arrow') arrows += 1;
    }
    expect(countElements(doc, settings.id)).toEqual({ elements: (tab?.elements.size ?? 0) - arrows, arrows });
    for (const { id, reason } of tab?.skipped ?? []) expect(`${id}${reason}`.isWellFormed()).toBe(true);
  }
}

describe('junk', () => {
  test('YD1 YD2 readers return valid values and a text to compare, whatever the roots contain', () => {
    fc.assert(
      fc.property(fc.array(junk, { minLength: 3, maxLength: 3 }), junk, fc.nat(), ([tabs, elements, layers], other, pick) => {
        const hostile = new Y.Doc();
        for (const name of rootNames) plant(hostile.getMap(name), name === 'tabs' ? (tabs as Junk) : other);
        const tab = hostile.getMap('tabs').set(tabId, new Y.Map<unknown>());
        plant(tab, other);
        const real = tab.set('elements', new Y.Map<unknown>());
        plant(real, elements as Junk);
        const types = Object.keys(elementSchemas);
        const shaped = real.set('box~00000009', new Y.Map<unknown>());
        plant(shaped, layers as Junk);
        shaped.set('type', types[pick % types.length]);
        plant(tab.set('layers', new Y.Map<unknown>()), layers as Junk);
        plant(tab.set('pages', new Y.Map<unknown>()), layers as Junk);
        hostile.getText('loose').insert(0, 'text');
        const served = new Y.Doc();
        Y.applyUpdate(served, Y.encodeStateAsUpdate(hostile));
        expectReadable(hostile);
        expectReadable(served);
        expect(canonicalJson(served).length).toBeGreaterThan(2);
      }),
      fuzz(),
    );
  });

  test('YD1 YD2 each field of each type may contain any kind of value', () => {
    const types = Object.keys(elementSchemas) as ElementType[];
    const essentials = {
      from: { x: 0, y: 0 },
      to: { element: 'box~00000002' },
      imageId: 'img_1',
      url: 'https://a.b/',
      points: [[0, 0]],
    };
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.nat(), junkPlain, (type, pick, value) => {
        const names = ['at', 'size', ...Object.keys(elementSchemas[type].properties)];
        const read = reading({ ...good, ...essentials, type, [names[pick % names.length] ?? 'at']: value });
        if ('skipped' in read) return;
        expect(validationErrors(Element, read.element)).toEqual([]);
      }),
      fuzz(3_000),
    );
  });

  test('YD6 an element that was stored with a user name in its address reads whole', () => {
    expect(reading({ ...good, link: 'https://u:p@b.org/' })).toMatchObject({
      element: { link: 'https://b.org/' },
      coerced: ['link'],
    });
    expect(reading({ ...good, type: 'video', url: 'https://u@b.org/v' })).toMatchObject({ element: { url: 'https://b.org/v' } });
  });

  test('YD1 roots of other types, list entries in maps and very deep nesting are readable', () => {
    const doc = new Y.Doc();
    doc.getArray('tabs').push([1, 2]);
    doc.getText('meta').insert(0, 'x');
    expect(readTabs(doc)).toEqual([]);
    expect(readTab(doc, tabId)).toBeNull();
    expectReadable(doc);
    const deep = new Y.Doc();
    let map = deep.getMap('tabs') as Y.Map<unknown>;
    for (let depth = 0; depth < 1_000; depth += 1) map = map.set(tabId, new Y.Map<unknown>());
    let nested: unknown = 1;
    for (let depth = 0; depth < 1_000; depth += 1) nested = [nested];
    deep.getMap('tabs').set('tab_1', new Y.Map([['elements', new Y.Map([['box~00000001', new Y.Map([...Object.entries(good), ['label', nested]])]])]])); // prettier-ignore
    expectReadable(deep);
    expect(canonicalJson(deep)).toContain('$deep');
  });

  test('YD3 skipped names what was left out or coerced, in fixed words', () => {
    const doc = new Y.Doc();
    insertTab(doc, { id: tabId, name: 'One', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] });
    const elements = (doc.getMap('tabs').get(tabId) as Y.Map<unknown>).get('elements') as Y.Map<unknown>;
    elements.set('plain~00000001', 5);
    elements.set('odd~00000001', new Y.Map([['type', '<script>']]));
    elements.set('BAD ID', new Y.Map(Object.entries(good)));
    elements.set('loose~00000001', new Y.Map(Object.entries({ type: 'arrow', z: 'a0', from: { x: 0, y: 0 } })));
    elements.set(
      'box~00000001',
      new Y.Map(Object.entries({ ...good, opacity: 7, fill: 'puce', group: 'a//b', z: 5, later: 'unknown to us' })),
    );
    const tab = readTab(doc, tabId);
    expect([...(tab?.elements.keys() ?? [])]).toEqual(['box~00000001']);
    expect(tab?.elements.get('box~00000001')).toEqual({ id: 'box~00000001', type: 'shape', shape: 'square', z: 'a0', x: 1, y: 2, width: 30, height: 40, opacity: 1 }); // prettier-ignore
    expect(tab?.skipped).toEqual([
      { id: 'BAD ID', reason: 'its id is not an element id' },
      { id: 'box~00000001', reason: 'coerced: z, opacity, fill, group' },
      { id: 'loose~00000001', reason: 'its to cannot be read' },
      { id: 'odd~00000001', reason: 'its type is not known' },
      { id: 'plain~00000001', reason: 'it is not a map' },
    ]);
  });
});

describe('elements', () => {
  test('YD6 YD8 missing positions and sizes have fallbacks, and those out of range are clamped', () => {
    expect(reading({ type: 'text', z: 'a0' })).toEqual({
      element: { id: 'box~00000001', type: 'text', z: 'a0', x: 0, y: 0, width: 120, height: 80 },
      coerced: ['at', 'size'],
    });
    expect(reading({ ...good, at: [1e300, 'far'], size: [0, -5] })).toMatchObject({ element: { x: 1e7, y: 0, width: 1, height: 1 }, coerced: ['at', 'size'] }); // prettier-ignore
    expect(reading({ ...good, shape: 'blob' })).toMatchObject({ element: { shape: 'square' }, coerced: ['shape'] });
    expect(reading({ type: 'table', z: 'a0', at: [0, 0], size: [9, 9], rows: [['a', 5, 'c'], 'x'] })).toMatchObject({ element: { columns: [''], rows: [['a', '', 'c']] } }); // prettier-ignore
  });

  test('YD9 fields that the type does not have are not read', () => {
    expect(reading({ ...good, comments: ['x'], x: 5, id: 'other' })).toEqual({
      element: { ...picked, id: 'box~00000001' },
      coerced: [],
    });
  });

  test('YD6 texts are cut at code points and cleaned', () => {
    const read = reading({ ...good, label: `nul\0 \ud800 ${'🙂'.repeat(10_000)}` });
    const label = 'element' in read ? (read.element.label ?? '') : '';
    expect(Array.from(label)).toHaveLength(10_000);
    expect(label.startsWith('nul \ufffd 🙂')).toBe(true);
  });

  slowTest('reading a tab of 10,000 elements takes less than 2 seconds of CPU', () => {
    const doc = new Y.Doc();
    initDocument(doc, { name: 'Large' });
    insertTab(doc, { id: tabId, name: 'One', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] });
    const elements = (doc.getMap('tabs').get(tabId) as Y.Map<unknown>).get('elements') as Y.Map<unknown>;
    doc.transact(() => {
      for (let index = 0; index < 10_000; index += 1) {
        const id = `box~${index.toString(36).padStart(8, '0')}`;
        elements.set(id, new Y.Map(Object.entries({ ...good, label: `Step ${index}`, fill: 'blue', text: 'md' })));
      }
    });
    readTab(doc, tabId);
    const start = threadMs();
    expect(readTab(doc, tabId)?.elements.size).toBe(10_000);
    expect(threadMs() - start).toBeLessThan(2_000);
  });
});

const picked = { type: 'shape', shape: 'square', z: 'a0', x: 1, y: 2, width: 30, height: 40 };
