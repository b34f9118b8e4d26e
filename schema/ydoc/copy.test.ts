import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import type { Element } from '../element.ts';
import { newId } from '../ids.ts';
import { canonicalJson } from './canonical.ts';
import { copyDocument } from './copy.ts';
import { readDocumentName, readTab } from './read.ts';
import { clientsOf } from './struct-store.ts';
import { addComment, readThreads } from './threads.ts';
import { setVotes } from './votes.ts';
import { applyEdits, initDocument, insertTab } from './write.ts';

const tabId = 'tab_0123456789abcdef0123';
const box: Element = {
  id: 'a~00000001',
  type: 'shape',
  shape: 'square',
  z: 'a0',
  x: 0,
  y: 0,
  width: 100,
  height: 50,
  label: 'kept',
};
const deletedBox: Element = { ...box, id: 'b~00000001', label: 'a deleted secret' };

function source(): Y.Doc {
  const doc = new Y.Doc();
  initDocument(doc, { name: 'Plan' });
  insertTab(doc, { id: tabId, name: 'One', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] });
  applyEdits(doc, tabId, [box, deletedBox].map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore
  for (const { id } of [box, deletedBox]) {
    addComment(doc, id, { id: newId('cmt'), text: 'x', createdAt: 1, authorId: 'user_1', authorName: 'Ada', authorColor: '#c2410c' }); // prettier-ignore
    setVotes(doc, id, new Map([['ann', 1]]));
  }
  applyEdits(doc, tabId, [{ id: deletedBox.id, before: deletedBox, after: null }]);
  return doc;
}
function loaded(update: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, update);
  return doc;
}

describe('a copy', () => {
  test('YD25 is written by one client and contains nothing that was deleted', () => {
    const { update } = copyDocument([Y.encodeStateAsUpdate(source())], 'Copy of Plan');
    const copy = loaded(update);
    expect([...clientsOf(copy)]).toHaveLength(1);
    expect(Buffer.from(update).includes('a deleted secret')).toBe(false);
    expect(Buffer.from(update).includes('kept')).toBe(true);
    expect(readDocumentName(copy)).toBe('Copy of Plan');
  });

  test('YD26 keeps the ids, and leaves out threads and votes of deleted elements', () => {
    const { update, tabs } = copyDocument([Y.encodeStateAsUpdate(source())], 'Copy of Plan');
    const copy = loaded(update);
    expect([...(readTab(copy, tabId)?.elements.values() ?? [])]).toEqual([box]);
    expect([...readThreads(copy).keys()]).toEqual([box.id]);
    expect([...copy.getMap('votes').keys()]).toEqual([box.id]);
    expect(tabs.map(({ counts }) => counts)).toEqual([{ elements: 1, arrows: 0 }]);
  });

  test('YD27 shares nothing with its source', () => {
    const original = source();
    const copy = loaded(copyDocument([Y.encodeStateAsUpdate(original)], 'Copy of Plan').update);
    const before = canonicalJson(copy);
    applyEdits(original, tabId, [{ id: box.id, before: box, after: { ...box, x: 9 } }]);
    expect(canonicalJson(copy)).toBe(before);
    const originalBefore = canonicalJson(original);
    applyEdits(copy, tabId, [{ id: box.id, before: box, after: null }]);
    expect(canonicalJson(original)).toBe(originalBefore);
  });
});
