import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { newId } from '#schema/ids.ts';
import { isProblem } from '#schema/problem.ts';
import { applyEdits, initDocument, insertTab } from '#schema/ydoc/write.ts';

import { CopyPool } from './copy-pool.ts';

/** The updates of a document with that number of texts, each with a note of that length. */
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

describe('copy-pool', () => {
  test('a copy that takes too much time or memory is null, and the next one succeeds', { timeout: 60_000 }, async () => {
    const large = updatesOf(3_000, 5_000);
    expect(await new CopyPool({ deadlineMs: 50 }).copy({ updates: large, name: 'x' })).toBeNull();
    const tight = new CopyPool({ heapMb: 16 });
    expect(await tight.copy({ updates: large, name: 'x' })).toBeNull();
    expect(await tight.copy({ updates: updatesOf(3, 5), name: 'x' })).toMatchObject({ tabs: [{ counts: { elements: 3 } }] });
  });

  test('a copy whose worker does not start in time is refused as room_unavailable', async () => {
    const copy = await new CopyPool({ startMs: 0 }).copy({ updates: updatesOf(3, 5), name: 'x' });
    expect(isProblem(copy) && [copy.code, copy.members['retryAfter']]).toEqual(['room_unavailable', 1]);
  });

  test('copies beyond the number of threads wait their turn', { timeout: 60_000 }, async () => {
    const pool = new CopyPool();
    const updates = updatesOf(3, 5);
    const copies = await Promise.all([1, 2, 3, 4, 5].map((name) => pool.copy({ updates, name: String(name) })));
    expect(copies).toMatchObject(Array(5).fill({ tabs: [{}] }));
  });
});
