/**
 * Random histories of a document with editors, agents, compaction, restarts and sweeps. Each moment is recorded when it is the present, and
 * compared in the end with what is read of it. Restores are applied and reverted on the way.
 */
import { expect } from 'vitest';
import * as Y from 'yjs';

import { restoreTab } from '#core/history/restore.ts';
import { revertEdits } from '#core/history/revert.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { Edit } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import { newId } from '#schema/ids.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { readTab, readTabs } from '#schema/ydoc/read.ts';
import { applyEdits, initDocument, insertTab, removeTab, setTab } from '#schema/ydoc/write.ts';
import type { Call } from '#server/call.ts';
import { insertDocument } from '#storage/documents.ts';
import { journalAfter } from '#storage/journal.ts';
import { findMoment } from '#storage/past/find-moment.ts';
import { readMoment } from '#storage/past/read-moment.ts';
import { sweepPast } from '#storage/past/sweep-past.ts';
import { positionOf } from '#storage/position.ts';
import type { Storage } from '#storage/storage.ts';
import { deleteTabRow, insertTab as insertTabRow, raiseRev } from '#storage/tabs.ts';
import { insertUser } from '#storage/users.ts';
import { SeededRandom } from '#test/harness/random.ts';

import { DocumentRooms } from './rooms.ts';

const call: Call<null> = { actor: null, requestId: 'test', key: null, replayed: false };

type Recorded = {
  readonly at: number;
  readonly text: string;
  /** Null for a row before the last one of a transaction. */
  revs: ReadonlyMap<string, number> | null;
};

/** What the histories contained. */
export type HistoryCounts = { moments: number; forgotten: number; restores: number; compactions: number; restarts: number };

export const noCounts = (): HistoryCounts => ({ moments: 0, forgotten: 0, restores: 0, compactions: 0, restarts: 0 });

export const addAda = (storage: Storage): Promise<boolean> =>
  storage.transact((tx) =>
    insertUser(tx, { id: 'user_ada', name: 'Ada', color: '#c2410c', email: null, passwordHash: null, createdAt: 1 }),
  );

export async function playHistory(storage: Storage, seed: number, counts: HistoryCounts): Promise<void> {
  const history = new History(storage, seed, counts);
  try {
    await history.begin();
    for (let step = history.random.integer(8, 24); step > 0; step -= 1) await history.step();
    await history.check();
  } catch (error) {
    throw new Error(`history of seed ${seed}`, { cause: error });
  } finally {
    history.close();
  }
}

class History {
  readonly random: SeededRandom;
  readonly #storage: Storage;
  readonly #counts: HistoryCounts;
  readonly #documentId = newId('doc');
  #rooms: DocumentRooms;
  #now = 1_700_000_000_000;
  /** What an editor sees: the journal, and edits that are not in it yet. */
  readonly #editor = new Y.Doc();
  /** What the journal says, row by row. */
  readonly #journal = new Y.Doc();
  /** By position. */
  readonly #recorded = new Map<number, Recorded>();
  #seq = 0;
  #keptSince = 0;

  constructor(storage: Storage, seed: number, counts: HistoryCounts) {
    this.#storage = storage;
    this.random = new SeededRandom(seed);
    this.#counts = counts;
    this.#rooms = this.#newRooms();
  }

  async begin(): Promise<void> {
    const tabs = [newTab('a0'), newTab('a1')];
    await this.#storage.transact(async (tx) => {
      await insertDocument(tx, { id: this.#documentId, name: 'One', ownerId: 'user_ada', at: this.#now });
      for (const { id } of tabs) await insertTabRow(tx, { documentId: this.#documentId, tabId: id, at: this.#now });
      const init = (doc: Y.Doc): void => {
        initDocument(doc, { name: 'One' });
        for (const tab of tabs) insertTab(doc, tab);
      };
      await this.#rooms.create(tx, this.#documentId, init, this.#now);
    });
    await this.#record();
  }

  async step(): Promise<void> {
    const { random } = this;
    this.#now += random.pick([0, 1, 20, 1_000, 3_600_000, 86_400_000 * 3]);
    const kind = random.next();
    if (kind < 0.35) await this.#draw();
    else if (kind < 0.6) await this.#write(this.#someTab(), this.#someEdits());
    else if (kind < 0.68) await this.#changeTabs();
    else if (kind < 0.82) await this.#compact();
    else if (kind < 0.88) await this.#restart();
    else if (kind < 0.92) await this.#sweep();
    else await this.#restore();
    await this.#record();
  }

  #newRooms(): DocumentRooms {
    const nothing = (): undefined => undefined;
    return new DocumentRooms({
      storage: this.#storage,
      now: () => this.#now,
      log: { warn: nothing, error: (_, message) => expect.fail(message) },
      notifyNodes: nothing,
      onStranded: nothing,
      onAccessChanged: nothing,
      // Small, so that short histories have many packs and snapshots. Only steps compact.
      tuning: {
        flushMs: 1e9,
        compactRows: Infinity,
        compactBytes: Infinity,
        keepTailRows: this.random.integer(0, 3),
        pastSnapshotBytes: this.random.pick([1, 1_000, 1e9]),
      },
    });
  }

  get #tabs(): string[] {
    return readTabs(this.#journal).map(({ id }) => id);
  }

  #someTab(): string {
    return this.random.pick(this.#tabs);
  }

  #elements(tabId: string): ReadonlyMap<string, Element> {
    return new Map(readTab(this.#journal, tabId)?.elements);
  }

  #edit(elements: ReadonlyMap<string, Element>): Edit {
    const { random } = this;
    const id = `e${random.integer(0, 5)}~00000000`;
    const before = elements.get(id) ?? null;
    if (before !== null && random.chance(0.25)) return { id, before, after: null };
    const added = { type: 'text', id, z: 'a0', x: 0, y: 0, width: 10, height: 10, label: 'x' } as const;
    const change = random.pick<object>([
      { x: random.integer(0, 99) },
      { label: `${random.integer(0, 99)}` },
      { z: `a${random.integer(0, 5)}` },
    ]);
    return { id, before, after: { ...(before ?? added), ...change } as Element };
  }

  readonly #someEdits =
    () =>
    (elements: ReadonlyMap<string, Element>): Edit[] => {
      const edits = new Map<string, Edit>();
      for (let count = this.random.integer(1, 3); count > 0; count -= 1) {
        const edit = this.#edit(elements);
        edits.set(edit.id, edit);
      }
      return [...edits.values()].filter(({ before, after }) => !jsonEqual(before, after));
    };

  /** An editor's edits, which become a batch with the next flush or write. */
  async #draw(): Promise<void> {
    const { random } = this;
    for (let count = random.integer(1, 3); count > 0; count -= 1) {
      const tabId = this.#someTab();
      const state = readTab(this.#editor, tabId);
      if (state === null) continue;
      const edit = this.#edit(state.elements);
      const from = Y.encodeStateVector(this.#editor);
      applyEdits(this.#editor, tabId, [edit]);
      this.#rooms.add(this.#documentId, {
        update: Y.encodeStateAsUpdate(this.#editor, from),
        editor: { name: 'Grace', color: '#112233', userId: null },
        tabs: new Map([[tabId, new Set([edit.id])]]),
        removedTabs: new Set(),
        settings: new Set(),
        pages: new Map(),
        items: new Set(),
        snapshots: [],
      });
    }
    if (random.chance(0.6)) await this.#rooms.flush(this.#documentId);
  }

  /** A changeset of an agent. */
  async #write(tabId: string, editsOf: (elements: ReadonlyMap<string, Element>) => readonly Edit[]): Promise<void> {
    const written = await this.#rooms.write(call, this.#documentId, async (room) => {
      const tab = room.tab(tabId);
      if (tab === undefined) return null;
      const edits = editsOf(new Map([...tab.elements()].map((element) => [element.id, element])));
      if (edits.length === 0) return null;
      room.edit((doc) => applyEdits(doc, tabId, edits));
      room.notify({ type: 'changeset', tab: tabId, rev: await raiseRev(room.tx, this.#documentId, tabId, this.#now) });
      return null;
    });
    valueOf(written);
  }

  async #changeTabs(): Promise<void> {
    const { random } = this;
    const tabId = this.#someTab();
    const how = this.#tabs.length > 2 ? random.pick(['name', 'remove']) : random.pick(['name', 'add']);
    const written = await this.#rooms.write(call, this.#documentId, async (room) => {
      if (how === 'name') room.edit((doc) => setTab(doc, tabId, { name: `${random.integer(0, 99)}` }));
      else if (how === 'add') {
        const tab = newTab('a2');
        await insertTabRow(room.tx, { documentId: this.#documentId, tabId: tab.id, at: this.#now });
        room.edit((doc) => insertTab(doc, tab));
      } else {
        room.edit((doc) => removeTab(doc, tabId));
        await deleteTabRow(room.tx, this.#documentId, tabId);
      }
      return null;
    });
    valueOf(written);
  }

  async #compact(): Promise<void> {
    this.#counts.compactions += 1;
    await this.#rooms.compact(this.#documentId);
  }

  /** Edits that were not flushed are lost with the process; the editor sends them again. */
  async #restart(): Promise<void> {
    this.#counts.restarts += 1;
    await this.#rooms.flush(this.#documentId);
    this.close();
    this.#rooms = this.#newRooms();
  }

  async #sweep(): Promise<void> {
    const before = this.#now - this.random.pick([0, 3_600_000, 86_400_000 * 5]);
    this.#keptSince = Math.max(this.#keptSince, before);
    await sweepPast(this.#storage, before);
  }

  /** Restores a tab to a moment; reverting that brings back what was there. */
  async #restore(): Promise<void> {
    await this.#rooms.flush(this.#documentId);
    await this.#record();
    const [tabId, seq] = [this.#someTab(), this.random.pick([...this.#recorded.keys()])];
    const past = await this.#rooms.past(this.#documentId, seq, (reading) => Promise.resolve({ tab: reading.tab(tabId) }));
    if (isProblem(past)) {
      expect([past.code, this.#isKept(seq)]).toEqual(['revision_not_found', false]);
      return;
    }
    if (past.tab === undefined) return;
    const before = this.#elements(tabId);
    const then = new Map([...past.tab.elements()].map((element) => [element.id, element]));
    const only = this.random.chance(0.3)
      ? new Set([...before.keys(), ...then.keys()].filter(() => this.random.chance(0.5)))
      : null;
    const restored = restoreTab(this.#tab(tabId), past.tab, only);
    if (isProblem(restored)) expect.fail(restored.code);
    this.#counts.restores += 1;
    expect(restored.kept).toEqual([]);
    await this.#write(tabId, () => restored.edits);
    await this.#record();
    const expected = new Map(before);
    for (const id of only ?? [...before.keys(), ...then.keys()]) {
      const element = then.get(id);
      if (element === undefined) expected.delete(id);
      else expected.set(id, element);
    }
    expect(jsonEqual(sorted(this.#elements(tabId)), sorted(expected))).toBe(true);
    const reverted = revertEdits(this.#tab(tabId), restored.edits);
    if (isProblem(reverted)) expect.fail(reverted.code);
    expect(reverted.kept).toEqual([]);
    await this.#write(tabId, () => reverted.edits);
    await this.#record();
    expect(jsonEqual(sorted(this.#elements(tabId)), sorted(before))).toBe(true);
  }

  #tab(tabId: string): TabIndex {
    return TabIndex.of(readTab(this.#journal, tabId) ?? expect.fail('the tab is missing'));
  }

  close(): void {
    this.#rooms.close();
  }

  /**
   * Records the moments that have been the present since the last call. New rooms write the first edits by themselves, perhaps between
   * two reads: revisions count only for the position that was read with them.
   */
  async #record(): Promise<void> {
    const rows = await journalAfter(this.#storage.db, this.#documentId, this.#seq);
    for (const { seq, at, bytes } of rows ?? expect.fail('a row was deleted before it was recorded')) {
      Y.applyUpdate(this.#journal, bytes);
      Y.applyUpdate(this.#editor, bytes);
      this.#seq = seq;
      this.#recorded.set(seq, { at, text: canonicalJson(this.#journal), revs: null });
    }
    const { seq, revs } = (await positionOf(this.#storage.db, this.#documentId)) ?? expect.fail('the document is missing');
    if (seq !== this.#seq) return this.#record();
    const last = this.#recorded.get(seq);
    if (last !== undefined) last.revs = revs;
  }

  /** A moment was the present until the next row. */
  #isKept(seq: number): boolean {
    return (this.#recorded.get(seq + 1)?.at ?? Infinity) >= this.#keptSince;
  }

  async check(): Promise<void> {
    await this.#rooms.flush(this.#documentId);
    await this.#record();
    for (const [seq, recorded] of this.#recorded) {
      const moment = await readMoment(this.#storage.db, this.#documentId, seq);
      if (moment === null) {
        expect([seq, this.#isKept(seq)]).toEqual([seq, false]);
        this.#counts.forgotten += 1;
        continue;
      }
      this.#counts.moments += 1;
      const doc = new Y.Doc();
      for (const update of moment.updates) Y.applyUpdate(doc, update);
      expect(canonicalJson(doc)).toBe(recorded.text);
      if (this.#isKept(seq)) await this.#checkNames(seq, recorded, moment.revs, doc);
    }
  }

  /** The revisions at a moment, and the moment by its revisions and by the first kept time at which it was the present. */
  async #checkNames(seq: number, { at, revs }: Recorded, found: ReadonlyMap<string, number>, doc: Y.Doc): Promise<void> {
    const options = { now: this.#now, since: this.#keptSince };
    const find = (name: Parameters<typeof findMoment>[2]) => findMoment(this.#storage.db, this.#documentId, name, options);
    const time = Math.max(at, this.#keptSince);
    const latest = Math.max(...[...this.#recorded].filter(([, row]) => row.at <= time).map(([position]) => position));
    expect([time, await find({ time })]).toEqual([time, latest]);
    // The revisions of tabs that were removed later are not always known.
    const tabs = revs === null ? [] : this.#tabs.filter((tab) => readTab(doc, tab) !== null);
    for (const tabId of tabs) {
      const rev = revs?.get(tabId) ?? 0;
      expect([tabId, found.get(tabId) ?? 0]).toEqual([tabId, rev]);
      const last = Math.max(
        ...[...this.#recorded].flatMap(([position, row]) => (row.revs?.get(tabId) === rev ? [position] : [])),
      );
      const next = this.#recorded.get(last + 1);
      if (next === undefined || next.revs?.get(tabId) === rev + 1) expect(await find({ tabId, rev })).toBe(last);
    }
  }
}

const sorted = (elements: ReadonlyMap<string, Element>): Element[] =>
  [...elements.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));

const newTab = (order: string) =>
  ({ id: newId('tab'), name: 'T', mode: 'canvas', theme: 'light', locked: false, order, layers: [], pages: [] }) as const;

function valueOf<T>(answer: T | Problem): T {
  if (isProblem(answer)) expect.fail(`${answer.code}: ${answer.detail}`);
  return answer;
}
