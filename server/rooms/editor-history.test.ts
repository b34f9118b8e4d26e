/**
 * The values that batches of editors replace, on two nodes that share a database, compared with the journal: at every revision the
 * elements must equal those of a cold reading of the journal up to its row.
 */
import { Document } from '@hocuspocus/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as Y from 'yjs';

import { canonical } from '#core/history/history.test-support.ts';
import { Pasts } from '#core/history/past.ts';
import type { Edit } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import { newId } from '#schema/ids.ts';
import { readTab } from '#schema/ydoc/read.ts';
import { applyEdits, initDocument, insertTab } from '#schema/ydoc/write.ts';
import type { Call } from '#server/call.ts';
import { insertDocument } from '#storage/documents.ts';
import { journalAfter } from '#storage/journal.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { changesAfter } from '#storage/tab-changes.ts';
import { raiseRev } from '#storage/tabs.ts';
import { insertUser } from '#storage/users.ts';
import { fuzzTimeout, scaled } from '#test/harness/fuzz.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { temporaryFolder, type TemporaryFolder } from '#test/harness/temporary-folder.ts';

import { snapshotsOf } from './element-snapshot.ts';
import { type Batch, PendingEdits } from './pending-edits.ts';
import { DocumentRooms } from './rooms.ts';

const call: Call<null> = { actor: null, requestId: 'test', key: null, replayed: false };
const tabId = newId('tab');
const ids = ['a', 'b', 'c'].map((slug) => `${slug}~00000000`);

let folder: TemporaryFolder;
let storage: Storage;

beforeAll(async () => {
  folder = temporaryFolder('editor-history');
  storage = await openStorage({ dataDir: folder.path });
  await storage.transact((tx) =>
    insertUser(tx, { id: 'user_1', name: 'Ada', color: '#c2410c', email: null, passwordHash: null, createdAt: 1 }),
  );
});
afterAll(async () => {
  await storage.close();
  folder.remove();
});

const box = (id: string, x: number): Element => ({ type: 'text', id, z: 'a0', x, y: 0, width: 10, height: 10, label: id[0]! });
const elementsOf = (doc: Y.Doc): Map<string, Element> => new Map(readTab(doc, tabId)?.elements);

/** One node, with an editor whose screen lags behind. */
class Side {
  readonly rooms: DocumentRooms;
  readonly #documentId: string;
  readonly #random: SeededRandom;
  readonly #editor = new Y.Doc();
  #live: Document | null = null;

  constructor(documentId: string, random: SeededRandom) {
    this.#documentId = documentId;
    this.#random = random;
    const log = { warn: () => undefined, error: (_: object, message: string) => expect.fail(message) };
    const nothing = (): undefined => undefined;
    const options = { storage, now: Date.now, log, notifyNodes: nothing, onStranded: nothing, onAccessChanged: nothing };
    this.rooms = new DocumentRooms({ ...options, tuning: { flushMs: 3 } });
  }

  async open(): Promise<void> {
    const state = await this.rooms.load(this.#documentId);
    this.#live = new Document(this.#documentId, {}, { flushDelay: false });
    for (const update of state!.updates) Y.applyUpdate(this.#live, update);
    await this.rooms.attach(this.#documentId, this.#live, state!.seq);
    this.receive();
  }

  /** The editor receives everything that its node has. */
  receive(): void {
    Y.applyUpdate(this.#editor, Y.encodeStateAsUpdate(this.#live!));
  }

  /** The editor changes what it sees, and its node applies that as the live protocol does. */
  draw(): void {
    const id = this.#random.pick(ids);
    const before = elementsOf(this.#editor).get(id) ?? null;
    const after = changed(id, before, this.#random);
    const updates: Uint8Array[] = [];
    const note = (update: Uint8Array): void => void updates.push(update);
    this.#editor.on('update', note);
    applyEdits(this.#editor, tabId, [{ id, before, after }]);
    this.#editor.off('update', note);
    for (const update of updates) {
      const touched = { tabs: new Map([[tabId, new Set([id])]]), removedTabs: new Set<string>() };
      const snapshots = snapshotsOf(this.#live!, touched);
      Y.applyUpdate(this.#live!, update, { source: 'connection' });
      const editor = { name: 'Grace', color: '#112233', userId: null };
      this.rooms.add(this.#documentId, {
        update,
        editor,
        ...touched,
        settings: new Set(),
        pages: new Map(),
        items: new Set(),
        snapshots: snapshots(),
      });
    }
  }

  /** An agent's changeset; records its edits by revision. */
  async write(edits: Map<number, readonly Edit[]>): Promise<void> {
    await this.rooms.write(call, this.#documentId, async (room) => {
      const id = this.#random.pick(ids);
      const before = room.tab(tabId)?.get(id) ?? null;
      const after = changed(id, before, this.#random);
      if (canonical(before) === canonical(after)) return null;
      room.edit((doc) => applyEdits(doc, tabId, [{ id, before, after }]));
      edits.set(await raiseRev(room.tx, this.#documentId, tabId, 1), [{ id, before, after }]);
      return null;
    });
  }

  followJournal(): void {
    this.rooms.onRemoteWrite(this.#documentId, Number.MAX_SAFE_INTEGER);
  }

  close(): void {
    this.rooms.close();
  }
}

function changed(id: string, before: Element | null, random: SeededRandom): Element | null {
  if (before === null) return box(id, random.integer(0, 9));
  const how = random.integer(0, 5);
  if (how === 0) return null;
  if (how === 1) return { ...before, x: random.integer(0, 9) } as Element;
  if (how === 2) return { ...before, fill: random.pick(['red', 'blue', 'teal']) } as Element;
  if (how === 3) return { ...before, label: `${random.integer(1, 3)}` };
  const { note: _, ...rest } = { ...before, note: undefined };
  return how === 4 ? { ...before, note: 'n' } : rest;
}

async function newDocument(): Promise<string> {
  const documentId = newId('doc');
  const creator = new Side(documentId, new SeededRandom(1));
  const settings = { id: tabId, name: 'T', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] } as const;
  await storage.transact(async (tx) => {
    await insertDocument(tx, { id: documentId, name: 'One', ownerId: 'user_1', at: 1 });
    const init = (doc: Y.Doc): void => {
      initDocument(doc, { name: 'One' });
      insertTab(doc, settings);
      applyEdits(doc, tabId, ids.map((id) => ({ id, before: null, after: box(id, 0) })));
    };
    await creator.rooms.create(tx, documentId, init, 1);
  });
  creator.close();
  return documentId;
} // prettier-ignore

/** The elements at each revision, by the journal. */
async function copiesOf(documentId: string): Promise<Map<number, Map<string, Element>>> {
  const doc = new Y.Doc();
  const copies = new Map<number, Map<string, Element>>();
  for (const { seq, bytes } of (await journalAfter(storage.db, documentId, 0))!) {
    Y.applyUpdate(doc, bytes);
    // Each row but the first raised the one tab's revision.
    copies.set(seq - 1, elementsOf(doc));
  }
  return copies;
}

describe('the values that batches of editors keep', () => {
  test('RM12 are those of the journal at every revision, whatever came in between from either node', async () => {
    const random = new SeededRandom(seedOf('editor-history'));
    const taken = vi.spyOn(PendingEdits.prototype, 'take');
    try {
      for (let round = 0; round < scaled(40); round += 1) {
        const documentId = await newDocument();
        const sides = [new Side(documentId, random), new Side(documentId, random)];
        for (const side of sides) await side.open();
        const edits = new Map<number, readonly Edit[]>();
        const writes: Promise<void>[] = [];
        for (let step = 0; step < 80; step += 1) {
          const side = random.pick(sides);
          const what = random.integer(0, 9);
          if (what < 5) side.draw();
          // Some rounds have no agent, and so no shadow.
          else if (what < 6 && round % 3 !== 0) writes.push(side.write(edits));
          else if (what < 8) side.followJournal();
          else if (what < 9) side.receive();
          else await new Promise((resolve) => setTimeout(resolve, random.integer(0, 6)));
        }
        await Promise.all(writes);
        for (const side of sides) await side.rooms.flushAll(2_000);
        const copies = await copiesOf(documentId);
        const last = Math.max(...copies.keys());
        expect(last).toBeGreaterThan(1);
        const changes = await changesAfter(storage.db, { documentId, tabId, rev: 0, limit: 1_000 });
        for (const [since, copy] of copies) {
          const pasts = new Pasts();
          for (let rev = since + 1; rev <= last; rev += 1) {
            for (const { id, before } of edits.get(rev) ?? []) pasts.note({ id, was: before });
            const batch = changes.find((change) => change.rev === rev);
            if (batch !== undefined && 'editors' in batch)
              for (const { elements } of batch.editors) for (const element of elements) pasts.note(element);
          }
          for (const id of ids) {
            const now = copies.get(last)!.get(id) ?? null;
            const was = pasts.of(id, now);
            expect([round, since, id, canonical(was === undefined ? now : was)]).toEqual([round, since, id, canonical(copy.get(id) ?? null)]);
          }
        }
        for (const side of sides) side.close();
      }
      const staleBatches = taken.mock.results.filter(({ value }) => (value as Batch | null)?.isStale === true);
      expect(staleBatches.length).toBeGreaterThan(scaled(5, 0));
    } finally {
      taken.mockRestore();
    }
  }, fuzzTimeout(60_000)); // prettier-ignore
});
