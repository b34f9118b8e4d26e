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
import { DocumentRooms, type RoomsOptions } from './rooms.ts';

const call: Call<null> = { actor: null, requestId: 'test', key: null, replayed: false };
const ada: EditAuthor = { name: 'Ada', color: '#c2410c', userId: 'user_ada' };

let folder: string;
let storage: Storage;
let rooms: DocumentRooms;
let rings: [string, number | null][];
let documentId: string;
const tabId = newId('tab');

const makeRooms = (tuning = {}, more: Partial<RoomsOptions> = {}): DocumentRooms =>
  new DocumentRooms({
    storage,
    now: Date.now,
    log: { warn: () => undefined, error: (data, message) => expect.fail(`${message} ${JSON.stringify(data)}`) },
    ring: (id, seq) => rings.push([id, seq]),
    onStranded: () => undefined,
    onAccessChanged: () => undefined,
    tuning,
    ...more,
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-rooms-'));
  storage = await openStorage({ dataDir: folder });
  rings = [];
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

/** The journal as a process that starts now would read it. */
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
  Y.applyUpdate(live, state!.update);
  await rooms.attach(documentId, live, state!.seq);
  return live;
}

/** An editor's edit, as the live protocol hands it over. */
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
    images: [],
  });
}

describe('a write', () => {
  test('[W3] is in the live document only after its commit, and in the journal then', async () => {
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
    expect(rings).toEqual([[documentId, 2]]);
  });

  test('[W4] that throws leaves nothing in live, shadow or journal', async () => {
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

  test('[W4] that is refused after an edit leaves nothing, but the edits of editors stay', async () => {
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

  test('[W2] sees what editors did just before, and their edits are in the journal before it', async () => {
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

  test('a plain refusal leaves journal, revision and position as they were', async () => {
    const before = await loadState(storage.db, documentId);
    const refused = await rooms.write(call, documentId, () => Promise.resolve(problem('target_not_found')));
    expect(isProblem(refused) && refused.code).toBe('target_not_found');
    expect(await loadState(storage.db, documentId)).toEqual(before);
    expect(rings).toEqual([]);
  });

  test('of a document that is not there is document_not_found', async () => {
    const refused = await rooms.write(call, newId('doc'), () => Promise.resolve(null));
    expect(isProblem(refused) && refused.code).toBe('document_not_found');
  });
});

describe('edits of editors', () => {
  test('[B1] [B2] a batch is one row that raises its tab by one and notes its elements', async () => {
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

  test('are acknowledged only when they are in the journal', async () => {
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

  test('that the storage does not take are not acknowledged', async () => {
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
  test('is followed row by row by a room that another process overtakes', async () => {
    const live = await openLive();
    const other = makeRooms();
    await other.write(call, documentId, (room) => {
      room.edit((doc) => setDocumentName(doc, 'Two'));
      room.notify({ type: 'changeset', id: 'cs_1' });
      return Promise.resolve(null);
    });
    const notices: string[] = [];
    live.broadcastStateless = (payload) => void notices.push(payload);
    rooms.hear(documentId, 2);
    await rooms.read(documentId, () => null);
    expect(canonicalJson(live)).toContain('Two');
    expect(notices).toEqual(['{"type":"changeset","id":"cs_1"}']);
    other.close();
  });

  test('is followed to its end by a room that nobody told, for all that ask at once', async () => {
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

  test('that was compacted is followed by whole state, and a cold load equals it', async () => {
    const live = await openLive();
    const other = makeRooms({ compactRows: 20, keepTailRows: 2 });
    for (let index = 0; index < 60; index += 1) {
      await other.write(call, documentId, (room) => {
        room.edit((doc) => addBox(doc, `a~${String(index).padStart(8, '0')}`, index));
        return Promise.resolve(null);
      });
    }
    await other.compact(documentId);
    rooms.hear(documentId, 61);
    await rooms.read(documentId, () => null);
    expect(canonicalJson(live)).toBe(canonicalJson(await cold()));
    expect((await loadState(storage.db, documentId))?.snapshot?.seq).toBe(61);
    other.close();
  });

  test('that stands behind what an editor is to be shown fails the load, and the room goes without a trace', async () => {
    rooms.close();
    rooms = makeRooms({ idleMs: 20 }, { log: { warn: () => undefined, error: () => undefined } });
    const live = new Document(documentId, {}, { flushDelay: false });
    await expect(rooms.attach(documentId, live, 99)).rejects.toThrow('behind 99');
    await vi.waitFor(() => expect(rooms.loaded).toBe(0));
  });

  test('[J2] [K3] of an older database is refused, also when the room was dropped since, until it stands where it was seen', async () => {
    rooms.close();
    const [regressions, complaints]: [string[], string[]] = [[], []];
    const log = { warn: () => undefined, error: (_data: object, message: string) => void complaints.push(message) };
    rooms = makeRooms({ idleMs: 10 }, { log, onRegressed: () => void regressions.push('regressed') });
    const rename = (name: string): Promise<unknown> =>
      rooms.write(call, documentId, (room) => {
        room.edit((doc) => setDocumentName(doc, name));
        return Promise.resolve(null);
      });
    await rename('Two');
    await rename('Three');
    const newest = await storage.db.selectFrom('journal').selectAll().where('seq', '=', 3).executeTakeFirstOrThrow();
    const standAt = (seq: number): Promise<unknown> =>
      storage.transact(async (tx) => {
        await tx.updateTable('documents').set({ seq }).where('id', '=', documentId).execute();
        if (seq === 2) await tx.deleteFrom('journal').where('seq', '=', 3).execute();
        else await tx.insertInto('journal').values(newest).execute();
      });
    await standAt(2);
    await vi.waitFor(() => expect(rooms.loaded).toBe(0));
    for (const attempt of [() => rename('Four'), () => rename('Five'), () => rooms.read(documentId, () => null)])
      await expect(attempt()).rejects.toThrow('stands at 2, behind 3');
    expect([regressions.length, complaints.length]).toEqual([1, 1]);
    await standAt(3);
    await rename('Six');
    expect(canonicalJson(await cold())).toContain('Six');
  });

  test('a tab index is kept up by element and equals a fresh reading', async () => {
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

  test('of a large write the index and the lint are right at once, and when they were brought up to date bit by bit', async () => {
    const ids = Array.from({ length: 1_200 }, (_, index) => `b${index}~00000000`);
    const move = (from: number | null, to: number, then: (room: RoomWrite) => void = () => undefined): Promise<unknown> =>
      rooms.write(call, documentId, (room) => {
        room.lint(tabId, room.tab(tabId)!, []);
        const edits = ids.map((id) => ({ id, before: from === null ? null : box(id, from), after: box(id, to) }));
        room.edit((doc) => applyEdits(doc, tabId, edits));
        then(room);
        return Promise.resolve(null);
      });
    const expectRight = async (x: number): Promise<void> => {
      await rooms.read(documentId, (reading) => {
        const tab = reading.tab(tabId)!;
        for (const id of ids) expect(tab.get(id)).toEqual(box(id, x));
        expect(reading.lint(tabId, tab, [])).toEqual(lint(tab));
      });
    };
    await move(null, 0);
    await expectRight(0);
    await move(0, 70);
    await move(70, 90, (room) => {
      for (const id of ids) expect(room.tab(tabId)?.get(id)).toMatchObject({ x: 90 });
    });
    await expectRight(90);
    await move(90, 110);
    for (let turns = 0; turns < 3; turns += 1) await nextTurn();
    await expectRight(110);
  });
});
