import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { Pasts } from '#core/history/past.ts';
import { canonical } from '#core/history/history.test-support.ts';
import type { Element } from '#schema/element.ts';
import { readTab } from '#schema/ydoc/read.ts';
import { applyEdits, insertTab, removeTab } from '#schema/ydoc/write.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { editedElements, type ElementSnapshot, snapshotsOf } from './element-snapshot.ts';

const tab = 'tab_00000000000000000001';
const settings = {
  id: tab,
  name: 'T',
  mode: 'canvas',
  theme: 'light',
  locked: false,
  order: 'a0',
  layers: [],
  pages: [],
} as const;
const box = (slug: string, more: Partial<Element> = {}): Element =>
  ({ id: `${slug}~00000000`, type: 'text', z: 'a0', x: 0, y: 0, width: 10, height: 10, label: slug, ...more }) as Element;
const elementsOf = (doc: Y.Doc): Map<string, Element> => new Map(readTab(doc, tab)?.elements);
const rawOf = (doc: Y.Doc, id: string): Y.Map<unknown> =>
  ((doc.getMap('tabs').get(tab) as Y.Map<Y.Map<unknown>>).get('elements') as Y.Map<Y.Map<unknown>>).get(id)!;

function docWith(...elements: Element[]): Y.Doc {
  const doc = new Y.Doc();
  insertTab(doc, settings);
  applyEdits(doc, tab, elements.map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore
  return doc;
}

function during(doc: Y.Doc, ids: readonly string[], change: () => void, removed: readonly string[] = []): ElementSnapshot[] {
  const images = snapshotsOf(doc, { tabs: new Map([[tab, new Set(ids)]]), removedTabs: new Set(removed) });
  doc.transact(change);
  return images();
}

describe('images of elements', () => {
  test('[M2] of an element that stays only the fields that changed are kept, by their names', () => {
    const [a, b, c] = [box('a', { note: 'long' }), box('b'), box('c')];
    const doc = docWith(a, b, c);
    const images = during(doc, [a.id, b.id, c.id, 'd~00000000'], () => {
      rawOf(doc, a.id).set('at', [5, 0]);
      rawOf(doc, a.id).set('fill', 'red');
      rawOf(doc, b.id).delete('label');
      applyEdits(doc, tab, [
        { id: c.id, before: c, after: null },
        { id: 'd~00000000', before: null, after: box('d') },
      ]);
    });
    expect(editedElements(images).get(tab)).toEqual([
      { id: a.id, fields: { x: 0, y: 0, fill: null } },
      { id: b.id, fields: { label: 'b' } },
      { id: c.id, was: c },
      { id: 'd~00000000', was: null },
    ]);
  });

  test('[M3] of several updates the first image counts, with all that changed; what did not change leaves none', () => {
    const [a, b] = [box('a'), box('b')];
    const doc = docWith(a, b);
    const images = [
      ...during(doc, [a.id, b.id], () => rawOf(doc, a.id).set('label', 'one')),
      ...during(doc, [a.id], () => rawOf(doc, a.id).set('label', 'two')),
      ...during(doc, [a.id], () => rawOf(doc, a.id).set('note', 'new')),
    ];
    expect(editedElements(images).get(tab)).toEqual([{ id: a.id, fields: { label: 'a', note: null } }]);
  });

  test('a tab that goes leaves an image of all that lay on it; what cannot be read was not there', () => {
    const [a, b] = [box('a'), box('b')];
    const doc = docWith(a, b);
    rawOf(doc, b.id).set('type', 'nonsense');
    const images = during(doc, [], () => removeTab(doc, tab), [tab]);
    expect(editedElements(images).get(tab)).toEqual([
      { id: a.id, was: a },
      { id: b.id, was: null },
    ]);
  });

  test('[M1] [M3] in random batches the past is what lay there', () => {
    const step = fc.record({
      element: fc.constantFrom('a', 'b', 'c'),
      how: fc.constantFrom('move', 'label', 'unset', 'remove', 'add', 'replace'),
      value: fc.nat(99),
    });
    fc.assert(
      fc.property(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 6 }), (batches) => {
        const doc = docWith(box('a'), box('b'));
        const before = elementsOf(doc);
        const pasts = new Pasts();
        for (const batch of batches) {
          const images = batch.flatMap(({ element, how, value }) => {
            const id = `${element}~00000000`;
            const lies = elementsOf(doc).get(id) ?? null;
            return during(doc, [id], () => {
              if (how === 'remove' && lies !== null) applyEdits(doc, tab, [{ id, before: lies, after: null }]);
              else if (how === 'add' && lies === null)
                applyEdits(doc, tab, [{ id, before: null, after: box(element, { x: value } as Partial<Element>) }]);
              else if (how === 'replace' && lies !== null) {
                const map = new Y.Map(Object.entries({ type: 'sticky', z: 'a0', at: [value, 0], size: [1, 1] }));
                ((doc.getMap('tabs').get(tab) as Y.Map<Y.Map<unknown>>).get('elements') as Y.Map<unknown>).set(id, map);
              } else if (lies !== null && how === 'move') rawOf(doc, id).set('at', [value, value]);
              else if (lies !== null && how === 'label') rawOf(doc, id).set('label', `${value}`);
              else if (lies !== null && how === 'unset') rawOf(doc, id).delete('label');
            });
          });
          // As the row keeps them.
          for (const edited of JSON.parse(JSON.stringify(editedElements(images).get(tab) ?? []))) pasts.note(edited);
        }
        const now = elementsOf(doc);
        for (const id of ['a~00000000', 'b~00000000', 'c~00000000']) {
          const was = pasts.of(id, now.get(id) ?? null);
          const lay = before.get(id) ?? null;
          if (was === undefined) expect(canonical(now.get(id) ?? null)).toBe(canonical(lay));
          else expect(canonical(was)).toBe(canonical(lay));
        }
      }),
      fuzz(500),
    );
  });
});
