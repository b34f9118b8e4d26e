/** Random writes that arrive together in one room, some of which are refused or fail, with edits of an editor among them. */
import { Document } from '@hocuspocus/server';
import { expect } from 'vitest';
import * as Y from 'yjs';

import { newId } from '#schema/ids.ts';
import { isProblem, problem } from '#schema/problem.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { firstOrderKey } from '#schema/ydoc/order-key.ts';
import { applyEdits, initDocument, insertTab } from '#schema/ydoc/write.ts';
import type { Call } from '#server/call.ts';
import { insertDocument } from '#storage/documents.ts';
import { eventsAfter } from '#storage/outbox.ts';
import { loadState } from '#storage/snapshots.ts';
import type { Storage } from '#storage/storage.ts';
import { raiseRev, tabRev } from '#storage/tabs.ts';
import { SeededRandom } from '#test/harness/random.ts';

import type { RoomWrite } from './port.ts';
import { DocumentRooms } from './rooms.ts';

const ada = { name: 'Ada', color: '#c2410c', userId: 'user_ada' };
const call: Call<null> = { actor: null, requestId: 'test', key: null, replayed: false };

/** What a write does. Those that share its transaction have to be done again after one of the last two. */
const kinds = ['applied', 'applied', 'applied', 'refused', 'refused with rows', 'refused after an edit', 'failed'] as const;
const calmKinds = kinds.slice(0, -2);

/** `calm`: of histories in which no transaction has to be done again. */
export type SharedWriteCounts = { applied: number; calmWrites: number; calmTransactions: number };
export const noWrites = (): SharedWriteCounts => ({ applied: 0, calmWrites: 0, calmTransactions: 0 });

/** Plays one history; `counts` is increased by what happened. The person `user_ada` must exist. */
export async function playSharedWrites(storage: Storage, seed: number, counts: SharedWriteCounts): Promise<void> {
  const random = new SeededRandom(seed);
  const [documentId, tabId] = [newId('doc'), newId('tab')];
  const isCalm = random.chance(0.5);
  const counted: Storage = {
    ...storage,
    transact(work) {
      if (isCalm) counts.calmTransactions += 1;
      return storage.transact(work);
    },
  };
  const rooms = new DocumentRooms({
    storage: counted,
    now: Date.now,
    log: { warn: () => undefined, error: (data, message) => expect.fail(`${message} ${JSON.stringify(data)}`) },
    notifyNodes: () => undefined,
    onStranded: () => undefined,
    onAccessChanged: () => undefined,
    // However slow the machine is.
    tuning: { sharedMs: { sqlite: Infinity, postgres: Infinity } },
  });
  await storage.transact(async (tx) => {
    await insertDocument(tx, { id: documentId, name: 'One', ownerId: 'user_ada', at: 1 });
    await rooms.create(tx, documentId, (doc) => drawTab(doc, tabId), 1);
  });
  const live = await openLive(rooms, documentId);
  const applied: { readonly id: string; readonly rev: number }[] = [];
  const edited: string[] = [];
  /** What an editor had added before a write was called, and the write did not see. Collected, as a write that throws is done again. */
  const unseen: string[] = [];

  const write = async (index: number): Promise<void> => {
    const [kind, id] = [random.pick(isCalm ? calmKinds : kinds), `w${index}~00000001`];
    const seen = [...edited];
    const takesMs = random.chance(0.2) ? random.integer(0, 3) : null;
    const work = async (room: RoomWrite, { rev }: { readonly rev: number }) => {
      // Others edit and call meanwhile.
      if (takesMs !== null) await new Promise((resolve) => setTimeout(resolve, takesMs));
      const there = canonicalJson(room.doc);
      unseen.push(...seen.filter((one) => !there.includes(one)));
      if (kind === 'refused') return problem('target_not_found');
      if (kind === 'failed') throw new Error(`broken ${index}`);
      if (kind !== 'refused after an edit') {
        const raised = raiseRev(room.tx, documentId, tabId, 1);
        room.alongside(raised);
        room.event('changeset', { id }, tabId);
        if (kind === 'refused with rows') return problem('test_failed');
        expect(await raised, `seed ${seed}`).toBe(rev + 1);
      }
      room.edit((doc) => addBox(doc, tabId, id));
      return kind === 'applied' ? rev + 1 : problem('test_failed');
    };
    const answer = rooms.writeAfterRead(call, documentId, {
      read: (tx) => tabRev(tx, documentId, tabId),
      work,
      isRepeatable: random.chance(0.9),
    });
    if (isCalm) counts.calmWrites += 1;
    const rev = await answer.catch((error: Error) => error.message);
    // On a busy machine it may have waited too long.
    if (isProblem(rev) && rev.code === 'room_unavailable') return;
    if (kind === 'failed') expect(rev, `seed ${seed}`).toBe(`broken ${index}`);
    else expect(isProblem(rev), `seed ${seed}, ${kind}`).toBe(kind !== 'applied');
    if (typeof rev === 'number') applied.push({ id, rev });
  };

  for (let round = 0, index = 0; round < 3; round += 1) {
    const writes: Promise<void>[] = [];
    for (const end = index + random.integer(1, 20); index < end; index += 1) {
      writes.push(write(index));
      if (random.chance(0.1)) {
        edit(rooms, live, tabId, `e${index}~00000001`);
        edited.push(`e${index}~00000001`);
      }
      if (random.chance(0.2)) await new Promise((resolve) => setTimeout(resolve, random.integer(0, 4)));
    }
    await Promise.all(writes);
  }
  await rooms.flush(documentId);
  expect(unseen, `seed ${seed}`).toEqual([]);

  const state = await loadState(storage.db, documentId);
  const cold = new Y.Doc();
  for (const { bytes } of state!.rows) Y.applyUpdate(cold, bytes);
  const text = canonicalJson(cold);
  expect(canonicalJson(live), `seed ${seed}`).toBe(text);
  const written = new Set(text.match(/(?<=")w\d+~00000001(?=":)/gu));
  expect(written, `seed ${seed}`).toEqual(new Set(applied.map(({ id }) => id)));
  const editors = state!.rows.filter(({ kind }) => kind === 'editors').length;
  expect(state!.rows.length, `seed ${seed}`).toBe(1 + applied.length + editors);
  const { rev } = await tabRev(storage.db, documentId, tabId);
  expect([rev, new Set(applied.map((one) => one.rev)).size], `seed ${seed}`).toEqual([applied.length + editors, applied.length]);
  const events = await eventsAfter(storage.db, documentId, 0, 1_000);
  expect(events.filter(({ type }) => type === 'changeset').length, `seed ${seed}`).toBe(applied.length);
  counts.applied += applied.length;
  rooms.close();
  live.destroy();
}

function drawTab(doc: Y.Doc, tabId: string): void {
  initDocument(doc, { name: 'One' });
  const settings = { mode: 'canvas', theme: 'light', locked: false, layers: [], pages: [] } as const;
  insertTab(doc, { id: tabId, name: 'Tab 1', order: firstOrderKey, ...settings });
}

function addBox(doc: Y.Doc, tabId: string, id: string): void {
  const box = { type: 'shape', shape: 'square', id, z: 'a0', x: 0, y: 0, width: 100, height: 50 } as const;
  applyEdits(doc, tabId, [{ id, before: null, after: box }]);
}

async function openLive(rooms: DocumentRooms, documentId: string): Promise<Document> {
  const state = await rooms.load(documentId);
  const live = new Document(documentId, {}, { flushDelay: false });
  for (const update of state!.updates) Y.applyUpdate(live, update);
  await rooms.attach(documentId, live, state!.seq);
  return live;
}

/** An editor's edit, as the live protocol passes it on. */
function edit(rooms: DocumentRooms, live: Document, tabId: string, id: string): void {
  const editor = new Y.Doc();
  Y.applyUpdate(editor, Y.encodeStateAsUpdate(live));
  editor.on('update', (update: Uint8Array) => {
    Y.applyUpdate(live, update, { source: 'connection' });
    const nothing = { settings: new Set<string>(), pages: new Map(), removedTabs: new Set<string>(), items: new Set<string>() };
    const tabs = new Map([[tabId, new Set([id])]]);
    rooms.add(live.name, { update, editor: ada, tabs, ...nothing, snapshots: [] });
  });
  addBox(editor, tabId, id);
  editor.destroy();
}
