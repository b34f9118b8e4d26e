import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { Document } from '@hocuspocus/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as Y from 'yjs';

import { lint } from '#core/lint/lint.ts';
import { newId } from '#schema/ids.ts';
import { isProblem, problem } from '#schema/problem.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { firstOrderKey } from '#schema/ydoc/order-key.ts';
import { applyEdits, initDocument, insertTab, setDocumentName } from '#schema/ydoc/write.ts';
import type { Call } from '#server/call.ts';
import { insertDocument } from '#storage/documents.ts';
import { eventsAfter } from '#storage/outbox.ts';
import { loadState } from '#storage/snapshots.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { tabRev } from '#storage/tabs.ts';
import { touchesSince } from '#storage/touches.ts';
import { insertUser } from '#storage/users.ts';

import type { EditAuthor } from './pending-edits.ts';
import type { RoomWrite } from './port.ts';
import { DocumentRooms } from './rooms.ts';
import type { RoomsOptions } from './rooms-options.ts';

const call: Call<null> = { actor: null, requestId: 'test', key: null, replayed: false };
const ada: EditAuthor = { name: 'Ada', color: '#c2410c', userId: 'user_ada' };

let folder: string;
let storage: Storage;
let rooms: DocumentRooms;
let notified: [string, number | null][];
let documentId: string;
const tabId = newId('tab');

const makeRooms = (tuning = {}, more: Partial<RoomsOptions> = {}): DocumentRooms =>
  new DocumentRooms({
    storage,
    now: Date.now,
    log: { warn: () => undefined, error: (data, message) => expect.fail(`${message} ${JSON.stringify(data)}`) },
    notifyNodes: (id, seq) => notified.push([id, seq]),
    onStranded: () => undefined,
    onAccessChanged: () => undefined,
    tuning,
    ...more,
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-rooms-'));
  storage = await openStorage({ dataDir: folder });
  notified = [];
  rooms = makeRooms();
  documentId = newId('doc');
  await storage.transact(async (tx) => {
    const user = { id: 'user_ada', name: 'Ada', color: '#c2410c', email: null, passwordHash: null, createdAt: 1 };
    await insertUser(tx, user);
    await insertDocument(tx, { id: documentId, name: 'One', ownerId: user.id, at: 1 });
    await rooms.create(tx, documentId, initial, 1);
  });
});

afterEach(async () => {
  await rooms.flushAll(1_000);
  rooms.close();
  await storage.close();
  rmSync(folder, { recursive: true });
});

function initial(doc: Y.Doc): void {
  initDocument(doc, { name: 'One' });
  insertTab(doc, {
    id: tabId,
    name: 'Tab 1',
    mode: 'canvas',
    theme: 'light',
    locked: false,
    order: firstOrderKey,
    layers: [],
    pages: [],
  });
}

const box = (id: string, x: number) =>
  ({ type: 'shape', shape: 'square', id, z: 'a0', x, y: 0, width: 100, height: 50 }) as const;
const addBox = (doc: Y.Doc, id: string, x = 0): void => applyEdits(doc, tabId, [{ id, before: null, after: box(id, x) }]);

/** The journal as a process that starts now reads it. */
async function cold(): Promise<Y.Doc> {
  const state = await loadState(storage.db, documentId);
  const doc = new Y.Doc();
  for (const bytes of [...(state?.snapshot ? [state.snapshot.bytes] : []), ...(state?.rows ?? []).map((row) => row.bytes)])
    Y.applyUpdate(doc, bytes);
  return doc;
}

async function openLive(): Promise<Document> {
  const state = await rooms.load(documentId);
  const live = new Document(documentId, {}, { flushDelay: false });
  for (const update of state!.updates) Y.applyUpdate(live, update);
  await rooms.attach(documentId, live, state!.seq);
  return live;
}

/** An editor's edit, as the live protocol passes it on. */
function editLive(live: Document, change: (doc: Y.Doc) => void, elements: readonly string[]): void {
  const editor = new Y.Doc();
  Y.applyUpdate(editor, Y.encodeStateAsUpdate(live));
  let update: Uint8Array | null = null;
  editor.on('update', (bytes: Uint8Array) => {
    update = bytes;
  });
  change(editor);
  Y.applyUpdate(live, update!, { source: 'connection' });
  rooms.add(documentId, {
    update: update!,
    editor: ada,
    tabs: new Map([[tabId, new Set(elements)]]),
    settings: new Set(),
    pages: new Map(),
    removedTabs: new Set(),
    items: new Set(),
    snapshots: [],
  });
}

describe('a write', () => {
  test('RM3 is in the live document only after its commit, and then in the journal too', async () => {
    const live = await openLive();
    let seenInside = true;
    await rooms.write(call, documentId, (room) => {
      room.edit((doc) => addBox(doc, 'a~00000001'));
      seenInside = canonicalJson(live).includes('a~00000001');
      return Promise.resolve(null);
    });
    expect(seenInside).toBe(false);
    expect(canonicalJson(live)).toContain('a~00000001');
    expect(canonicalJson(await cold())).toBe(canonicalJson(live));
    expect(notified).toEqual([[documentId, 2]]);
  });

  test('RM4 that throws leaves nothing in live document, shadow or journal', async () => {
    const live = await openLive();
    const before = canonicalJson(live);
    const failing = rooms.write(call, documentId, (room) => {
      room.edit((doc) => addBox(doc, 'a~00000001'));
      return Promise.reject(new Error('broken'));
    });
    await expect(failing).rejects.toThrow('broken');
    expect(canonicalJson(live)).toBe(before);
    expect(canonicalJson(await cold())).toBe(before);
    const seen = await rooms.read(documentId, (reading) => reading.tab(tabId)?.size);
    expect(seen).toBe(0);
  });

  test('RM4 RM5 that is refused after an edit leaves nothing, and the edits of editors are kept', async () => {
    const live = await openLive();
    editLive(live, (doc) => addBox(doc, 'b~00000002'), ['b~00000002']);
    const refused = await rooms.write(call, documentId, (room) => {
      room.edit((doc) => addBox(doc, 'a~00000001'));
      return Promise.resolve(problem('test_failed'));
    });
    expect(isProblem(refused)).toBe(true);
    await rooms.flush(documentId);
    const text = canonicalJson(await cold());
    expect(text).toContain('b~00000002');
    expect(text).not.toContain('a~00000001');
    expect(canonicalJson(live)).toBe(text);
  });

  test('RM2 sees the latest edits of editors, which are in the journal before it', async () => {
    const live = await openLive();
    editLive(live, (doc) => addBox(doc, 'b~00000002'), ['b~00000002']);
    const size = await rooms.write(call, documentId, (room) => {
      room.edit((doc) => addBox(doc, 'a~00000001'));
      return Promise.resolve(room.tab(tabId)?.size ?? -1);
    });
    expect(size).toBe(2);
    const state = await loadState(storage.db, documentId);
    expect(state?.rows.map((row) => row.kind)).toEqual(['server', 'editors', 'server']);
  });

  test('RM2 gets what it reads first as it is after the edits of editors', async () => {
    const live = await openLive();
    const read = (room: RoomWrite, { rev }: { rev: number }) => tabRev(room.tx, documentId, tabId).then((now) => [rev, now.rev]);
    const write = () => rooms.writeAfterRead(call, documentId, { read: (tx) => tabRev(tx, documentId, tabId), work: read });
    expect(await write()).toEqual([0, 0]);
    editLive(live, (doc) => addBox(doc, 'by-hand'), ['by-hand']);
    expect(await write()).toEqual([1, 1]);
  });

  test('RM1 that is refused leaves journal, revision and position unchanged', async () => {
    const before = await loadState(storage.db, documentId);
    const refused = await rooms.write(call, documentId, () => Promise.resolve(problem('target_not_found')));
    expect(isProblem(refused) && refused.code).toBe('target_not_found');
    expect(await loadState(storage.db, documentId)).toEqual(before);
    expect(notified).toEqual([]);
  });

  test('RM6 of a missing document is document_not_found', async () => {
    const refused = await rooms.write(call, newId('doc'), () => Promise.resolve(null));
    expect(isProblem(refused) && refused.code).toBe('document_not_found');
  });
});

describe('edits of editors', () => {
  test('RM10 a batch is one row that raises the revision of its tab by one and records its elements', async () => {
    const live = await openLive();
    editLive(live, (doc) => addBox(doc, 'a~00000001'), ['a~00000001']);
    editLive(live, (doc) => addBox(doc, 'b~00000002'), ['b~00000002']);
    await new Promise<void>((resolve) => rooms.whenDurable(documentId, resolve));
    expect((await loadState(storage.db, documentId))?.rows).toHaveLength(2);
    expect((await tabRev(storage.db, documentId, tabId)).rev).toBe(1);
    expect((await touchesSince(storage.db, documentId, tabId, 0)).map((touch) => [touch.elementId, touch.name])).toEqual([
      ['a~00000001', 'Ada'],
      ['b~00000002', 'Ada'],
    ]);
    expect((await eventsAfter(storage.db, documentId, 0, 10)).map((event) => event.type)).toEqual(['tab']);
    expect(canonicalJson(await cold())).toBe(canonicalJson(live));
  });

  test('RM11 are acknowledged only when they are in the journal', async () => {
    const live = await openLive();
    editLive(live, (doc) => addBox(doc, 'a~00000001'), ['a~00000001']);
    let isDurable = false;
    rooms.whenDurable(documentId, () => {
      isDurable = true;
    });
    expect(isDurable).toBe(false);
    await rooms.flush(documentId);
    expect(isDurable).toBe(true);
    expect(canonicalJson(await cold())).toContain('a~00000001');
  });

  test('RM11 that could not be stored are not acknowledged', async () => {
    const live = await openLive();
    await storage.close();
    editLive(live, (doc) => addBox(doc, 'a~00000001'), ['a~00000001']);
    await expect(rooms.flush(documentId)).rejects.toThrow();
    let isDurable = false;
    rooms.whenDurable(documentId, () => {
      isDurable = true;
    });
    expect(isDurable).toBe(false);
    rooms.close();
    storage = await openStorage({ dataDir: folder });
    expect(canonicalJson(await cold())).not.toContain('a~00000001');
  });
});

describe('the journal', () => {
  test('RM18 is followed row by row by the room of another process', async () => {
    const live = await openLive();
    const other = makeRooms();
    await other.write(call, documentId, (room) => {
      room.edit((doc) => setDocumentName(doc, 'Two'));
      room.notify({ type: 'changeset', id: 'cs_1' });
      return Promise.resolve(null);
    });
    const notices: string[] = [];
    live.broadcastStateless = (payload) => void notices.push(payload);
    rooms.onRemoteWrite(documentId, 2);
    await rooms.read(documentId, () => null);
    expect(canonicalJson(live)).toContain('Two');
    expect(notices).toEqual(['{"type":"changeset","id":"cs_1"}']);
    other.close();
  });

  test('RM19 is followed to its end without a notification, once for concurrent callers', async () => {
    const live = await openLive();
    const other = makeRooms();
    for (const name of ['Two', 'Three']) {
      await other.write(call, documentId, (room) => {
        room.edit((doc) => setDocumentName(doc, name));
        return Promise.resolve(null);
      });
    }
    await Promise.all([rooms.catchUp(documentId), rooms.catchUp(documentId)]);
    expect(canonicalJson(live)).toContain('Three');
    await rooms.catchUp(newId('doc'));
    other.close();
  });

  test('RM20 that was compacted is followed by its whole state, which equals a cold load', async () => {
    const live = await openLive();
    const other = makeRooms({ compactRows: 20, keepTailRows: 2 });
    for (let index = 0; index < 60; index += 1) {
      await other.write(call, documentId, (room) => {
        room.edit((doc) => addBox(doc, `a~${String(index).padStart(8, '0')}`, index));
        return Promise.resolve(null);
      });
    }
    await other.compact(documentId);
    rooms.onRemoteWrite(documentId, 61);
    await rooms.read(documentId, () => null);
    expect(canonicalJson(live)).toBe(canonicalJson(await cold()));
    expect((await loadState(storage.db, documentId))?.snapshot?.seq).toBe(61);
    other.close();
  });

  test('RM20 that was compacted by a room which had to load it is not compacted again for its next row', async () => {
    const add = (on: DocumentRooms, index: number): Promise<unknown> =>
      on.write(call, documentId, (room) => {
        room.edit((doc) => addBox(doc, `a~${String(index).padStart(8, '0')}`, index));
        return Promise.resolve(null);
      });
    for (let index = 0; index < 30; index += 1) await add(rooms, index);
    const other = makeRooms({ compactRows: 20, keepTailRows: 2 });
    await other.compact(documentId);
    await add(other, 30);
    await new Promise(setImmediate);
    // Waits for its turn after a compaction.
    await other.read(documentId, () => null);
    expect((await loadState(storage.db, documentId))?.snapshot?.seq).toBe(31);
    other.close();
  });

  test('RM20 that is large is compacted in a thread, while others write', async () => {
    rooms.close();
    rooms = makeRooms({ compactRows: 1_000, compactApartBytes: 0, keepTailRows: 2 });
    const live = await openLive();
    const add = (index: number): Promise<unknown> =>
      rooms.write(call, documentId, (room) => {
        room.edit((doc) => addBox(doc, `a~${String(index).padStart(8, '0')}`, index));
        return Promise.resolve(null);
      });
    for (let index = 0; index < 20; index += 1) await add(index);
    const compacted = rooms.compact(documentId);
    for (let index = 20; index < 30; index += 1) await add(index);
    await compacted;
    const state = await loadState(storage.db, documentId);
    expect(state?.snapshot?.seq).toBe(21);
    expect(state?.seq).toBe(31);
    expect(canonicalJson(live)).toBe(canonicalJson(await cold()));
  });

  test('RM21 that is behind the state for an editor fails the load, and leaves no room', async () => {
    rooms.close();
    rooms = makeRooms({ idleMs: 20 }, { log: { warn: () => undefined, error: () => undefined } });
    const live = new Document(documentId, {}, { flushDelay: false });
    await expect(rooms.attach(documentId, live, 99)).rejects.toThrow('behind 99');
    await vi.waitFor(() => expect(rooms.loaded).toBe(0));
  });

  test('RM22 of an older database is refused, even if the room was dropped, until it has caught up', async () => {
    rooms.close();
    const [regressions, errors]: [string[], string[]] = [[], []];
    const log = { warn: () => undefined, error: (_data: object, message: string) => void errors.push(message) };
    rooms = makeRooms({ idleMs: 10 }, { log, onRegressed: () => void regressions.push('regressed') });
    const rename = (name: string): Promise<unknown> =>
      rooms.write(call, documentId, (room) => {
        room.edit((doc) => setDocumentName(doc, name));
        return Promise.resolve(null);
      });
    await rename('Two');
    await rename('Three');
    const newest = await storage.db.selectFrom('journal').selectAll().where('seq', '=', 3).executeTakeFirstOrThrow();
    const setPosition = (seq: number): Promise<unknown> =>
      storage.transact(async (tx) => {
        await tx.updateTable('documents').set({ seq }).where('id', '=', documentId).execute();
        if (seq === 2) await tx.deleteFrom('journal').where('seq', '=', 3).execute();
        else await tx.insertInto('journal').values(newest).execute();
      });
    await setPosition(2);
    await vi.waitFor(() => expect(rooms.loaded).toBe(0));
    for (const attempt of [() => rename('Four'), () => rename('Five'), () => rooms.read(documentId, () => null)])
      await expect(attempt()).rejects.toThrow('is at 2, behind 3');
    expect([regressions.length, errors.length]).toEqual([1, 1]);
    await setPosition(3);
    await rename('Six');
    expect(canonicalJson(await cold())).toContain('Six');
  });

  test('RM23 a tab index that was updated by element equals a fresh reading', async () => {
    await rooms.write(call, documentId, (room) => {
      room.tab(tabId);
      room.edit((doc) => addBox(doc, 'a~00000001'));
      return Promise.resolve(null);
    });
    await rooms.write(call, documentId, (room) => {
      room.edit((doc) =>
        applyEdits(doc, tabId, [{ id: 'a~00000001', before: box('a~00000001', 0), after: box('a~00000001', 70) }]),
      );
      return Promise.resolve(null);
    });
    const seen = await rooms.read(documentId, (reading) => reading.tab(tabId)?.get('a~00000001'));
    expect(seen).toMatchObject({ x: 70 });
  });

  test('RM23 index and lint are correct right after a large write, and after they were updated in turns', async () => {
    const ids = Array.from({ length: 1_200 }, (_, index) => `b${index}~00000000`);
    const move = (from: number | null, to: number, then: (room: RoomWrite) => void = () => undefined): Promise<unknown> =>
      rooms.write(call, documentId, (room) => {
        room.lintChange(tabId, { tab: room.tab(tabId)!, edits: [] });
        const edits = ids.map((id) => ({ id, before: from === null ? null : box(id, from), after: box(id, to) }));
        room.edit((doc) => applyEdits(doc, tabId, edits));
        then(room);
        return Promise.resolve(null);
      });
    const expectCorrect = async (x: number): Promise<void> => {
      await rooms.read(documentId, (reading) => {
        const tab = reading.tab(tabId)!;
        for (const id of ids) expect(tab.get(id)).toEqual(box(id, x));
        expect(reading.lint(tabId)).toEqual(lint(tab));
      });
    };
    await move(null, 0);
    await expectCorrect(0);
    await move(0, 70);
    await move(70, 90, (room) => {
      for (const id of ids) expect(room.tab(tabId)?.get(id)).toMatchObject({ x: 90 });
    });
    await expectCorrect(90);
    await move(90, 110);
    for (let turns = 0; turns < 3; turns += 1) await nextTurn();
    await expectCorrect(110);
  });
});
