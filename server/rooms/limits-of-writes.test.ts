/** Limits on every write to a document. */
import { afterEach, beforeEach, expect, test } from 'vitest';

import type * as Y from 'yjs';

import { newId } from '#schema/ids.ts';
import { firstOrderKey } from '#schema/ydoc/order-key.ts';
import { root } from '#schema/ydoc/roots.ts';
import { applyEdits, initDocument, insertTab } from '#schema/ydoc/write.ts';
import { insertDocument } from '#storage/documents.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { insertUser } from '#storage/users.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { DocumentRooms } from './rooms.ts';

const call = { actor: null, requestId: 'test', key: null, replayed: false };
const documentId = newId('doc');
const tabId = newId('tab');
const folder = temporaryFolder('limits-of-writes');

let storage: Storage;
let rooms: DocumentRooms;
beforeEach(async () => {
  storage = await openStorage({ dataDir: folder.path });
  rooms = new DocumentRooms({
    storage,
    now: Date.now,
    log: { warn: () => undefined, error: (data, message) => expect.fail(`${message} ${JSON.stringify(data)}`) },
    notifyNodes: () => undefined,
    onStranded: () => undefined,
    onAccessChanged: () => undefined,
    tuning: { documentBytes: 20_000, sharedMs: { sqlite: Infinity, postgres: Infinity } },
  });
  await storage.transact(async (tx) => {
    const user = { id: 'user_ada', name: 'Ada', color: '#c2410c', email: null, passwordHash: null, createdAt: 1 };
    await insertUser(tx, user);
    await insertDocument(tx, { id: documentId, name: 'One', ownerId: user.id, at: 1 });
    await rooms.create(tx, documentId, initial, 1);
  });
});
afterEach(async () => {
  rooms.close();
  await storage.close();
  folder.remove();
});

function initial(doc: Y.Doc): void {
  initDocument(doc, { name: 'One' });
  const settings = { name: 'Tab 1', mode: 'canvas', theme: 'light', locked: false, order: firstOrderKey } as const;
  insertTab(doc, { id: tabId, ...settings, layers: [], pages: [] });
}

const noteOf = (index: number) =>
  ({
    type: 'text',
    id: `n${index}~0000000${index}`,
    z: 'a0',
    x: 0,
    y: 0,
    width: 9,
    height: 9,
    label: 'x'.repeat(5_000),
  }) as const;

/** `ok`, or the code of the refusal. */
async function resultOf(change: (doc: Y.Doc) => void): Promise<string> {
  const answer = await rooms.write(call, documentId, (room) => {
    room.edit(change);
    return Promise.resolve('ok');
  });
  return typeof answer === 'string' ? answer : answer.code;
}
const put = (index: number): Promise<string> =>
  resultOf((doc) => applyEdits(doc, tabId, [{ id: noteOf(index).id, before: null, after: noteOf(index) }]));
const remove = (index: number): Promise<string> =>
  resultOf((doc) => applyEdits(doc, tabId, [{ id: noteOf(index).id, before: noteOf(index), after: null }]));

test('RM7 a document does not grow beyond its limit, and can be made smaller at any time', async () => {
  expect([await put(1), await put(2), await put(3), await put(4)]).toEqual(['ok', 'ok', 'ok', 'too_large']);
  const sizes = await rooms.read(documentId, (reading) => reading.counts(tabId).elements);
  expect(sizes).toBe(3);
  expect([await remove(2), await put(4), await put(5)]).toEqual(['ok', 'ok', 'too_large']);
});

test('RM7 RM38 writes that share a transaction do not make a document larger together', async () => {
  await rooms.prepareTab(documentId, tabId, 'plan');
  const putTogether = (index: number) =>
    rooms.writeAfterRead(call, documentId, {
      read: () => Promise.resolve(),
      work(room) {
        room.edit((doc) => applyEdits(doc, tabId, [{ id: noteOf(index).id, before: null, after: noteOf(index) }]));
        return Promise.resolve('ok');
      },
      isRepeatable: true,
    });
  const answers = await Promise.all([1, 2, 3, 4, 5].map(putTogether));
  expect(answers.map((answer) => (typeof answer === 'string' ? answer : answer.code))).toEqual([
    'ok',
    'ok',
    'ok',
    'too_large',
    'too_large',
  ]);
  expect(await rooms.read(documentId, (reading) => reading.counts(tabId).elements)).toBe(3);
});

test('RM9 a document of a newer schema version is read as far as it is understood, and not resultOf', async () => {
  expect(await put(1)).toBe('ok');
  expect(await resultOf((doc) => root(doc, 'meta').set('version', 2))).toBe('ok');
  expect(await put(2)).toBe('room_unavailable');
  expect(await rooms.read(documentId, (reading) => reading.counts(tabId).elements)).toBe(1);
});
