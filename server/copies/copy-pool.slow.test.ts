import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { newId } from '#schema/ids.ts';
import { applyEdits, initDocument, insertTab } from '#schema/ydoc/write.ts';

import { CopyPool } from './copy-pool.ts';

/** The updates of a document with so many texts of so many characters. */
function updatesOf(elements: number, characters: number): Uint8Array[] {
  const doc = new Y.Doc();
  const tab = newId('tab');
  initDocument(doc, { name: 'Plans' });
  insertTab(doc, { id: tab, name: 'One', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] });
  const box = { type: 'text', z: 'a0', x: 0, y: 0, width: 10, height: 10 } as const;
  const edits = Array.from({ length: elements }, (_, index) => {
    const id = `t~${index.toString(36).padStart(8, '0')}`;
    return { id, before: null, after: { ...box, id, note: `${index} ${'x'.repeat(characters)}` } };
  });
  applyEdits(doc, tab, edits);
  return [Y.encodeStateAsUpdate(doc)];
}

describe('copier', () => {
  test('[C1] a copy that takes too long or too much memory is none, and the next one is made', { timeout: 60_000 }, async () => {
    const large = updatesOf(3_000, 5_000);
    expect(await new CopyPool({ deadlineMs: 5 }).copy({ updates: large, name: 'x' })).toBeNull();
    const tight = new CopyPool({ heapMb: 16 });
    expect(await tight.copy({ updates: large, name: 'x' })).toBeNull();
    expect((await tight.copy({ updates: updatesOf(3, 5), name: 'x' }))?.tabs).toMatchObject([{ counts: { elements: 3 } }]);
  });

  test('[C2] many at once are made, in turns', { timeout: 60_000 }, async () => {
    const copier = new CopyPool();
    const updates = updatesOf(3, 5);
    const made = await Promise.all([1, 2, 3, 4, 5].map((name) => copier.copy({ updates, name: String(name) })));
    expect(made.map((copied) => copied?.tabs.length)).toEqual([1, 1, 1, 1, 1]);
  });
});
