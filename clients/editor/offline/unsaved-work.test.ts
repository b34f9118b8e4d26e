import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import type { Element } from '#schema/element.ts';
import { applyEdits, initDocument, insertTab } from '#schema/ydoc/write.ts';

import { unsavedWork } from './unsaved-work.ts';

const tab = 'tab_0123456789abcdef0123';
const box = (id: string, label: string): Element => ({
  type: 'shape',
  shape: 'square',
  id,
  z: 'a0',
  x: 0,
  y: 0,
  width: 9,
  height: 9,
  label,
});
const a = box('a~00000000', 'a');

function twoCopies(): [Y.Doc, Y.Doc] {
  const [mine, theirs] = [new Y.Doc(), new Y.Doc()];
  initDocument(mine, { name: 'Plans' });
  insertTab(mine, { id: tab, name: 'Tab', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] });
  applyEdits(mine, tab, [{ id: a.id, before: null, after: a }]);
  Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine));
  return [mine, theirs];
}

describe('unsaved work', () => {
  test('is null for equal copies', () => {
    expect(unsavedWork(...twoCopies())).toBeNull();
  });

  test('is what was added, changed and removed, as a whole, and nothing else', () => {
    const [mine, theirs] = twoCopies();
    const b = box('b~00000000', 'b');
    applyEdits(theirs, tab, [{ id: b.id, before: null, after: b }]);
    applyEdits(mine, tab, [
      { id: a.id, before: a, after: { ...a, label: 'changed' } },
      { id: 'c~00000000', before: null, after: box('c~00000000', 'c') },
    ]);
    const work = unsavedWork(mine, theirs);
    const [only] = work?.tabs ?? [];
    expect([work?.tabs.length, only?.name, only?.settings]).toEqual([1, 'Tab', {}]);
    expect(only?.elements.removed).toEqual([b.id]);
    expect(Object.keys(only?.elements.changed ?? {})).toEqual([a.id, 'c~00000000']);
    expect(only?.elements.changed[a.id]).toMatchObject({ label: 'changed', at: [0, 0] });
  });
});
