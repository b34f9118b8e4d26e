/**
 * What the past costs: bytes beside the tables that a document has anyway, after changesets and after an hour of typing and dragging, and
 * the time to open a moment of a document with 100,000 updates.
 */
import process from 'node:process';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import * as Y from 'yjs';

import { newId } from '#schema/ids.ts';
import { applyEdits, initDocument, insertTab } from '#schema/ydoc/write.ts';
import { isProblem } from '#schema/problem.ts';
import type { Call } from '#server/call.ts';
import type { PendingEdit } from '#server/rooms/pending-edits.ts';
import { DocumentRooms } from '#server/rooms/rooms.ts';
import { snapshotsOf } from '#server/rooms/element-snapshot.ts';
import { insertDocument } from '#storage/documents.ts';
import { appendJournal } from '#storage/journal.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { insertUser } from '#storage/users.ts';
import { startTestServer } from '#rest/server.test-support.ts';
import { fuzzTimeout, scaled } from '#test/harness/fuzz.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

const folder = temporaryFolder('pastsize');
let storage: Storage;
beforeAll(async () => {
  storage = await openStorage({ dataDir: folder.path });
  await storage.transact((tx) =>
    insertUser(tx, { id: 'user_ada', name: 'Ada', color: '#c2410c', email: null, passwordHash: null, createdAt: 1 }),
  );
});
afterAll(async () => {
  await storage.close();
  folder.remove();
});

const past = ['journal_packs', 'past_snapshots', 'versions'];

/** Bytes of pages of all tables and indexes, and what is there for the past alone: its tables, and the revisions in editors' rows. */
async function sizesOf({ db }: Storage): Promise<{ readonly all: number; readonly past: number }> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select m.tbl_name as name, sum(d.pgsize) as bytes from dbstat d join sqlite_master m on m.name = d.name group by m.tbl_name`.execute(
    db,
  );
  const { rows: revs } = await sql<{ bytes: number | null }>`
    select sum(length(actor)) as bytes from journal where kind = 'editors'`.execute(db);
  const sum = (those: readonly { readonly bytes: number | null }[]): number =>
    those.reduce((bytes, row) => bytes + (row.bytes ?? 0), 0);
  return { all: sum(rows), past: sum(rows.filter(({ name }) => past.includes(name))) + sum(revs) };
}

const share = ({ all, past: added }: { readonly all: number; readonly past: number }): number => all / (all - added);

const ids = Array.from({ length: 50 }, (_, index) => `e${index}~00000000`);
const box = (id: string, x: number, label: string) =>
  ({ type: 'text', id, z: 'a0', x, y: 0, width: 10, height: 10, label }) as const;
const cpuMs = (): number => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000;

/** A person who drags one element after the other over 50 steps, or types 50 letters into it. */
class Person {
  readonly documentId = newId('doc');
  readonly tabId = newId('tab');
  readonly boxes = new Map(ids.map((id) => [id, box(id, 0, 't')]));
  readonly rooms = new DocumentRooms({
    storage,
    now: Date.now,
    log: { warn: () => undefined, error: (_, message) => expect.fail(message) },
    notifyNodes: () => undefined,
    onStranded: () => undefined,
    onAccessChanged: () => undefined,
    tuning: { flushMs: 1e9 },
  });
  readonly #editor = new Y.Doc();
  #steps = 0;

  /** The document begins with one row. */
  async begin(): Promise<this> {
    const { documentId, tabId, rooms } = this;
    await storage.transact(async (tx) => {
      await insertDocument(tx, { id: documentId, name: 'One', ownerId: 'user_ada', at: 1 });
      const init = (doc: Y.Doc): void => {
        initDocument(doc, { name: 'One' });
        insertTab(doc, {
          id: tabId,
          name: 'T',
          mode: 'canvas',
          theme: 'light',
          locked: false,
          order: 'a0',
          layers: [],
          pages: [],
        });
        applyEdits(doc, tabId, ids.map((id) => ({ id, before: null, after: box(id, 0, 't') }))); // prettier-ignore
      };
      await rooms.create(tx, documentId, init, 1);
    });
    const call: Call<null> = { actor: null, requestId: 'test', key: null, replayed: false };
    await rooms.write(call, documentId, (room) => {
      Y.applyUpdate(this.#editor, Y.encodeStateAsUpdate(room.doc));
      return Promise.resolve(null);
    });
    return this;
  }

  step(): Pick<PendingEdit, 'update' | 'tabs' | 'removedTabs' | 'snapshots'> {
    this.#steps += 1;
    const turn = Math.floor(this.#steps / 50);
    const id = ids[turn % ids.length]!;
    const before = this.boxes.get(id)!;
    const isTyping = Math.floor(turn / ids.length) % 2 === 1;
    const after = isTyping
      ? box(id, before.x, `${before.label.slice(-200)}${'abcdefghij'[this.#steps % 10]}`)
      : box(id, before.x + 1, before.label);
    const touched = { tabs: new Map([[this.tabId, new Set([id])]]), removedTabs: new Set<string>() };
    const snapshots = snapshotsOf(this.#editor, touched);
    let update: Uint8Array = new Uint8Array();
    const capture = (bytes: Uint8Array): void => void (update = bytes);
    this.#editor.on('update', capture);
    applyEdits(this.#editor, this.tabId, [{ id, before, after }]);
    this.#editor.off('update', capture);
    this.boxes.set(id, after);
    return { update, ...touched, snapshots: snapshots() };
  }

  /** The elements at a position, and what it cost to read them. */
  async read(seq: number): Promise<{ readonly boxes: unknown; readonly cpu: number; readonly ms: number }> {
    const [before, startedAt] = [cpuMs(), performance.now()];
    const elements = await this.rooms.past(this.documentId, seq, async (moment) => {
      await moment.prepare(this.tabId);
      return [...(moment.tab(this.tabId)?.elements() ?? [])];
    });
    const [cpu, ms] = [cpuMs() - before, performance.now() - startedAt];
    if (isProblem(elements)) expect.fail(elements.code);
    return { boxes: new Map(elements.map((element) => [element.id, element])), cpu, ms };
  }
}

describe('what the past costs', () => {
  test('1,000 changesets take at most 1.1 times the space', { timeout: 600_000 }, async () => {
    const server = await startTestServer({ rateLimit: 'off' });
    const ada = await server.addPerson('Ada');
    const { id, tab } = await server.addDocument(ada.token);
    const path = `/documents/${id}/tabs/${tab}/changesets`;
    for (let count = 0; count < 1_500; count += 1) {
      const operations =
        count < 100
          ? `add square "Box ${count}" id=b${count} at:${(count % 10) * 200},${Math.floor(count / 10) * 120}`
          : `set b${count % 100} label="Step ${count}"`;
      const { status } = await server.call('POST', path, { token: ada.token, body: { operations } });
      expect(status).toBe(201);
    }
    await (server.context.rooms as DocumentRooms).compact(id);
    const sizes = await sizesOf(server.context.storage);
    process.stdout.write(`changesets: ${JSON.stringify(sizes)} ${share(sizes)}\n`);
    expect(sizes.past).toBeGreaterThan(0);
    expect(share(sizes)).toBeLessThan(1.1);
    await server.close();
  });

  test('an hour of typing and dragging takes at most twice the space', { timeout: fuzzTimeout(3_600_000) }, async () => {
    const person = await new Person().begin();
    const updates = scaled(100_000, 5_000);
    for (let count = 0; count < updates; count += 1) {
      const editor = { name: 'Grace', color: '#112233', userId: null };
      person.rooms.add(person.documentId, {
        ...person.step(),
        editor,
        settings: new Set(),
        pages: new Map(),
        items: new Set(),
      });
      await person.rooms.flush(person.documentId);
    }
    await person.rooms.compact(person.documentId);
    const sizes = await sizesOf(storage);
    process.stdout.write(`${updates} updates: ${JSON.stringify(sizes)} ${share(sizes)}\n`);
    expect(sizes.past).toBeGreaterThan(0);
    expect(share(sizes)).toBeLessThan(2);
    person.rooms.close();
  });

  test('a moment of a document with 100,000 updates opens in 500 ms', { timeout: fuzzTimeout(3_600_000) }, async () => {
    const person = await new Person().begin();
    const { documentId, tabId, rooms } = person;
    const [rows, batch] = [100_000, 500];
    const probes = [0.1, 0.33, 0.5, 0.77, 0.99].map((part) => Math.floor(rows * part));
    const recorded = new Map<number, unknown>();
    for (let seq = 1; seq < rows;) {
      await storage.transact(async (tx) => {
        for (let count = 0; count < batch && seq < rows; count += 1) {
          seq += 1;
          const { update: bytes } = person.step();
          const revs = { [tabId]: seq - 1 };
          const row = { seq, writeId: `w${seq}`, kind: 'editors', actor: { revs }, bytes, at: Date.now() } as const;
          await appendJournal(tx, { documentId, ...row });
          if (probes.includes(seq)) recorded.set(seq, new Map(person.boxes));
        }
      });
      await rooms.compact(documentId);
    }
    const costs: number[] = [];
    for (const seq of probes) {
      const { boxes, cpu, ms } = await person.read(seq);
      process.stdout.write(`moment ${seq}: ${cpu.toFixed(0)} ms of CPU, ${ms.toFixed(0)} ms\n`);
      expect(boxes).toEqual(recorded.get(seq));
      costs.push(cpu);
    }
    expect(costs.toSorted((a, b) => a - b)[2]).toBeLessThan(500);
    rooms.close();
  });
});
