import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';
import { hasWaiting } from '#schema/ydoc/struct-store.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { integrable } from './integrable.ts';

/** The updates of three people who write to one another's maps. Each of them has all earlier updates. */
function writings(steps: readonly (readonly [writer: number, key: number, kind: number])[]): Uint8Array[] {
  const docs = [1, 2, 3].map((clientId) => {
    const doc = new Y.Doc();
    doc.clientID = clientId;
    return doc;
  });
  const updates: Uint8Array[] = [];
  for (const doc of docs)
    doc.on('update', (update: Uint8Array, origin: unknown) => void (origin !== 'remote' && updates.push(update)));
  for (const [writer, key, kind] of steps) {
    const doc = docs[writer % 3]!;
    const root = doc.getMap('items');
    const present = root.get(`k${key}`);
    if (kind === 0) root.set(`k${key}`, new Y.Map());
    else if (kind === 1 && present instanceof Y.Map) present.set('v', key);
    else if (kind === 2) root.delete(`k${key}`);
    else root.set(`k${key}`, kind);
    for (const other of docs) Y.applyUpdate(other, Y.encodeStateAsUpdate(doc, Y.encodeStateVector(other)), 'remote');
  } // prettier-ignore
  return updates;
}

const stateOf = (doc: Y.Doc): unknown => [...Y.decodeStateVector(Y.encodeStateVector(doc))].toSorted(([a], [b]) => a - b);

test('[GD23] of any subset of updates, everything the document can take is kept and everything that would wait is left out', () => {
  const step = fc.tuple(fc.nat(2), fc.nat(4), fc.nat(3));
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), fc.infiniteStream(fc.boolean()), (steps, coins) => {
      const updates = writings(steps);
      const applied = updates.filter(() => coins.next().value === true && coins.next().value === true);
      const received = updates.filter(() => coins.next().value === true || coins.next().value === true);
      if (received.length === 0) return;
      const doc = new Y.Doc();
      for (const update of applied) Y.applyUpdate(doc, integrable(update, doc)!);
      expect(hasWaiting(doc)).toBe(false);
      const twin = new Y.Doc();
      Y.applyUpdate(twin, Y.encodeStateAsUpdate(doc));
      const update = Y.mergeUpdates(received);
      Y.applyUpdate(doc, integrable(update, doc)!);
      expect(hasWaiting(doc)).toBe(false);
      Y.applyUpdate(twin, update);
      expect(stateOf(doc)).toEqual(stateOf(twin));
      for (const one of updates) for (const replica of [doc, twin]) Y.applyUpdate(replica, one);
      expect(doc.getMap('items').toJSON()).toEqual(twin.getMap('items').toJSON());
    }),
    fuzz(),
  );
});

test('[GD23] everything an editor wrote is kept, even if edits of others wait in its document', () => {
  const [first, second] = writings([[0, 0, 0], [0, 0, 1]]); // prettier-ignore
  const editor = new Y.Doc();
  Y.applyUpdate(editor, second!);
  editor.getMap('items').set('own', 1);
  expect(hasWaiting(editor)).toBe(true);
  const server = new Y.Doc();
  Y.applyUpdate(server, integrable(Y.encodeStateAsUpdate(editor), server)!);
  expect(server.getMap('items').toJSON()).toEqual({ own: 1 });
  Y.applyUpdate(server, Y.mergeUpdates([first!, second!]));
  expect(server.getMap('items').toJSON()).toEqual({ own: 1, k0: { v: 0 } });
});

test('[GD24] a value that would be replaced by something left out stays, with everything in it', () => {
  const doc = new Y.Doc();
  doc.getMap('items').set('box', new Y.Map([['at', 1]]));
  doc.getMap('items').set('word', 'old');
  const writer = new Y.Doc();
  Y.applyUpdate(writer, Y.encodeStateAsUpdate(doc));
  const updates: Uint8Array[] = [];
  writer.on('update', (update: Uint8Array) => void updates.push(update));
  const items = writer.getMap('items');
  items.set('lost', 1);
  items.set('word', 'new');
  items.set('box', new Y.Map([['at', 2]]));
  const editor = new Y.Doc();
  Y.applyUpdate(editor, Y.encodeStateAsUpdate(doc));
  for (const update of updates.slice(1)) Y.applyUpdate(editor, update);
  editor.getMap('items').set('own', 1);
  const received = integrable(Y.encodeStateAsUpdate(editor, Y.encodeStateVector(doc)), doc)!;
  Y.applyUpdate(doc, received);
  expect(doc.getMap('items').toJSON()).toEqual({ box: { at: 1 }, word: 'old', own: 1 });
  for (const update of updates) Y.applyUpdate(doc, update);
  expect(doc.getMap('items').toJSON()).toEqual({ box: { at: 2 }, word: 'new', own: 1, lost: 1 });
});

test('[GD25] an update with new structs of too many clients is not searched', () => {
  const updates = Array.from({ length: limits.clientIdsPerHandshake + 1 }, (_, index) => {
    const doc = new Y.Doc();
    doc.clientID = index + 1;
    doc.getMap('items').set(`k${index}`, index);
    return Y.encodeStateAsUpdate(doc);
  });
  expect(integrable(Y.mergeUpdates(updates), new Y.Doc())).toBeNull();
});
