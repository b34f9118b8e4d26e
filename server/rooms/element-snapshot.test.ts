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

function snapshotsDuring(
  doc: Y.Doc,
  ids: readonly string[],
  change: () => void,
  removed: readonly string[] = [],
): ElementSnapshot[] {
  const readSnapshots = snapshotsOf(doc, { tabs: new Map([[tab, new Set(ids)]]), removedTabs: new Set(removed) });
  doc.transact(change);
  return readSnapshots();
}

describe('snapshots of elements', () => {
  test('RM13 of an element that stays, only the changed fields are kept, by name', () => {
    const [a, b, c] = [box('a', { note: 'long' }), box('b'), box('c')];
    const doc = docWith(a, b, c);
    const snapshots = snapshotsDuring(doc, [a.id, b.id, c.id, 'd~00000000'], () => {
      rawOf(doc, a.id).set('at', [5, 0]);
      rawOf(doc, a.id).set('fill', 'red');
      rawOf(doc, b.id).delete('label');
      applyEdits(doc, tab, [
        { id: c.id, before: c, after: null },
        { id: 'd~00000000', before: null, after: box('d') },
      ]);
    });
    expect(editedElements(snapshots).get(tab)).toEqual([
      { id: a.id, fields: { x: 0, y: 0, fill: null } },
      { id: b.id, fields: { label: 'b' } },
      { id: c.id, was: c },
      { id: 'd~00000000', was: null },
    ]);
  });

  test('RM14 of several updates the first values count, with all changed keys; unchanged elements leave none', () => {
    const [a, b] = [box('a'), box('b')];
    const doc = docWith(a, b);
    const snapshots = [
      ...snapshotsDuring(doc, [a.id, b.id], () => rawOf(doc, a.id).set('label', 'one')),
      ...snapshotsDuring(doc, [a.id], () => rawOf(doc, a.id).set('label', 'two')),
      ...snapshotsDuring(doc, [a.id], () => rawOf(doc, a.id).set('note', 'new')),
    ];
    expect(editedElements(snapshots).get(tab)).toEqual([{ id: a.id, fields: { label: 'a', note: null } }]);
  });

  test('RM15 a removed tab leaves a snapshot of each element, and unreadable elements count as absent', () => {
    const [a, b] = [box('a'), box('b')];
    const doc = docWith(a, b);
    rawOf(doc, b.id).set('type', 'nonsense');
    const snapshots = snapshotsDuring(doc, [], () => removeTab(doc, tab), [tab]);
    expect(editedElements(snapshots).get(tab)).toEqual([
      { id: a.id, was: a },
      { id: b.id, was: null },
    ]);
  });

  test('RM14 the values before random batches are restored', () => {
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
          const snapshots = batch.flatMap(({ element, how, value }) => {
            const id = `${element}~00000000`;
            const current = elementsOf(doc).get(id) ?? null;
            return snapshotsDuring(doc, [id], () => {
              if (how === 'remove' && current !== null) applyEdits(doc, tab, [{ id, before: current, after: null }]);
              else if (how === 'add' && current === null)
                applyEdits(doc, tab, [{ id, before: null, after: box(element, { x: value } as Partial<Element>) }]);
              else if (how === 'replace' && current !== null) {
                const map = new Y.Map(Object.entries({ type: 'sticky', z: 'a0', at: [value, 0], size: [1, 1] }));
                ((doc.getMap('tabs').get(tab) as Y.Map<Y.Map<unknown>>).get('elements') as Y.Map<unknown>).set(id, map);
              } else if (current !== null && how === 'move') rawOf(doc, id).set('at', [value, value]);
              else if (current !== null && how === 'label') rawOf(doc, id).set('label', `${value}`);
              else if (current !== null && how === 'unset') rawOf(doc, id).delete('label');
            });
          });
          // As the row stores them.
          for (const edited of JSON.parse(JSON.stringify(editedElements(snapshots).get(tab) ?? []))) pasts.note(edited);
        }
        const now = elementsOf(doc);
        for (const id of ['a~00000000', 'b~00000000', 'c~00000000']) {
          const was = pasts.of(id, now.get(id) ?? null);
          const original = before.get(id) ?? null;
          if (was === undefined) expect(canonical(now.get(id) ?? null)).toBe(canonical(original));
          else expect(canonical(was)).toBe(canonical(original));
        }
      }),
      fuzz(500),
    );
  });
});
