import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';

import { DocumentSize } from './document-size.ts';

const limit = 10_000;

/** A document, and functions that change it and return the update. */
function documentWithUpdates(): {
  doc: Y.Doc;
  put: (key: string, characters: number) => Uint8Array;
  remove: (key: string) => Uint8Array;
} {
  const doc = new Y.Doc();
  const map = doc.getMap('tabs');
  const updateOf = (change: () => void): Uint8Array => {
    let update: Uint8Array | null = null;
    const keep = (bytes: Uint8Array): void => void (update = bytes);
    doc.on('update', keep);
    change();
    doc.off('update', keep);
    return update!;
  };
  return {
    doc,
    put: (key, characters) => updateOf(() => map.set(key, 'x'.repeat(characters))),
    remove: (key) => updateOf(() => map.delete(key)),
  };
}

describe('the size of a document', () => {
  test('RM8 overwriting does not make it larger, and adding does', () => {
    const { doc, put } = documentWithUpdates();
    const size = new DocumentSize(limit);
    const write = (key: string): boolean => {
      const before = Y.encodeStateAsUpdate(doc);
      const update = put(key, 3_000);
      const old = new Y.Doc();
      Y.applyUpdate(old, before);
      const isTaken = size.takes(update, old);
      size.grew(update.length);
      return isTaken;
    };
    expect(Array.from({ length: 20 }, () => write('same'))).not.toContain(false);
    expect(['a', 'b', 'c'].map(write)).toEqual([true, true, false]);
  });

  test('RM7 deleting is possible in a full document, and makes room', () => {
    const { doc, put, remove } = documentWithUpdates();
    for (const key of ['a', 'b', 'c']) put(key, 4_000);
    const full = new Y.Doc();
    Y.applyUpdate(full, Y.encodeStateAsUpdate(doc));
    const size = new DocumentSize(limit);
    size.loaded(Y.encodeStateAsUpdate(doc).length);
    const more = put('d', 10);
    expect(size.takes(more, full)).toBe(false);
    const less = remove('a');
    expect(size.takes(less, full)).toBe(true);
    Y.applyUpdate(full, more);
    Y.applyUpdate(full, less);
    expect(size.keeps(less, full)).toBe(true);
    expect(size.takes(put('e', 100), full)).toBe(true);
  });
});
