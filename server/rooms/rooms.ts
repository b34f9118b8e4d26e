/**
 * rooms: the documents that this node has loaded, and the one path on which anything is written to them.
 *
 * W1  A write holds the room's mutex, then the document's row: one row orders all writes to a document on all nodes.
 * W2  Under the lock it first applies the journal rows that it lacks, then journals the editors' pending edits, then plans.
 * W3  The live document changes only after COMMIT; what is rolled back was never visible to anybody.
 * W4  When anything fails, pending edits go back and the shadow is dropped: it is rebuilt from the journal.
 * W5  A COMMIT of unknown outcome is looked up under the row lock before anything is answered.
 * W6  A failed load never becomes an empty document: it throws, and the room stays without one.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Document } from '@hocuspocus/server';
import * as Y from 'yjs';

import { isProblem, problem, type Problem, ProblemError } from '#schema/problem.ts';
import type { Actor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { CommitUnknown, StorageUnavailable } from '#storage/failures.ts';
import { appendJournal, journalAfter, type JournalRow, journalPositions, lockDocument } from '#storage/journal.ts';
import { appendEvent } from '#storage/outbox.ts';
import { positionOf } from '#storage/position.ts';
import { loadState, writeSnapshot } from '#storage/snapshots.ts';
import type { Db, Storage } from '#storage/storage.ts';

import { LoadLimit } from './load-limit.ts';
import { Busy } from './mutex.ts';
import type { PendingEdit } from './pending.ts';
import type { RoomReading, Rooms, RoomWrite } from './port.ts';
import { Room } from './room.ts';
import { Savepoint } from './savepoint.ts';
import { Shadow } from './shadow.ts';
import { TabNews } from './tab-news.ts';
import { Underway } from './underway.ts';
import { journalOrigin } from './write-origin.ts';

export type RoomsOptions = {
  readonly storage: Storage;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void; error(data: object, message: string): void };
  /**
   * Rung after every commit that moved the journal, or (`seq` null) only told an event; other nodes hear it. Never awaited,
   * never throws.
   */
  readonly ring: (documentId: string, seq: number | null) => void;
  /** The journal cannot take this room's edits (the document is gone, or too many wait): its editors must leave. */
  readonly onStranded: (documentId: string, reason: 'gone' | 'behind') => void;
  readonly onAccessChanged: (documentId: string) => void;
  readonly tuning?: Partial<typeof tuning>;
};

const tuning = {
  /** Editors' edits wait at most this long for others, of any document, to share their commit. */
  flushMs: 20,
  /** Shadows and rooms that nobody used for so long are dropped. */
  idleMs: 60_000,
  maxShadows: 256,
  compactRows: 500,
  compactBytes: 4 * 1024 * 1024,
  /** Rows kept behind a snapshot: nodes a little behind follow by rows, and a corrupt snapshot can be made anew. */
  keepTailRows: 100,
  /** A room whose edits the storage has not taken up to this size sends its editors away. */
  maxPendingBytes: 32 * 1024 * 1024,
};

/** At the end, a flush that failed is tried again after this pause. */
const flushAgainMs = 100;

type State = { readonly update: Uint8Array; readonly seq: number };

export class DocumentRooms implements Rooms {
  readonly #options: RoomsOptions;
  readonly #tuning: typeof tuning;
  readonly #rooms = new Map<string, Room>();
  readonly #loads = new LoadLimit(4);
  readonly #sweeper: NodeJS.Timeout;
  /** Documents with edits of editors that go to the journal on the next beat. */
  readonly #due = new Set<Room>();
  #beat: NodeJS.Timeout | null = null;

  constructor(options: RoomsOptions) {
    this.#options = options;
    this.#tuning = { ...tuning, ...options.tuning };
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(10_000, this.#tuning.idleMs));
    this.#sweeper.unref();
  }

  get loaded(): number {
    return this.#rooms.size;
  }

  async write<T>(
    call: Call<Actor | null>,
    documentId: string,
    work: (room: RoomWrite) => Promise<T | Problem>,
  ): Promise<T | Problem> {
    return this.#turn(documentId, (room) => this.#commit(room, Underway.by(call.actor), work));
  }

  async read<T>(documentId: string, use: (reading: RoomReading) => T): Promise<T | Problem> {
    return this.#turn(documentId, async (room) => {
      const { db } = this.#options.storage;
      const shadow = await this.#shadow(room);
      if (shadow === null) return problem('document_not_found');
      let position = await positionOf(db, documentId);
      // Following can overtake the position when rows were compacted away: the revisions are those of another moment then.
      while (position !== null && shadow.at !== position.seq) {
        await this.#follow(room, db, position.seq);
        if (shadow.at !== position.seq) position = await positionOf(db, documentId);
      }
      if (position === null || position.deletedAt !== null) return problem('document_not_found');
      const { revs } = position;
      return use({
        documentId,
        name: shadow.name ?? '',
        tabs: shadow.tabs,
        tab: (tabId) => shadow.tab(tabId),
        lint: (tabId, draft, changed) => shadow.lint(tabId, draft, changed),
        lintWork: (tabId) => shadow.lintWork(tabId),
        rev: (tabId) => revs.get(tabId) ?? 0,
        counts: (tabId) => shadow.counts(tabId),
        threadsOn: (tabId) => shadow.threadsOn(tabId),
      });
    });
  }

  async create(tx: Db, documentId: string, init: (doc: Y.Doc) => void, at: number): Promise<void> {
    const doc = new Y.Doc();
    doc.transact(() => init(doc), { source: 'local' });
    await appendJournal(tx, {
      documentId,
      seq: 1,
      writeId: `create-${documentId}`,
      kind: 'server',
      actor: null,
      bytes: Y.encodeStateAsUpdate(doc),
      at,
    });
    doc.destroy();
  }

  accessChanged(documentId: string): void {
    this.#options.onAccessChanged(documentId);
  }

  // What the live protocol asks.

  /** The state of a document for its first editor on this node. Throws StorageUnavailable, CorruptJournal; null when there is none. */
  async load(documentId: string): Promise<State | null> {
    return this.#loads.run(async () => this.#state(documentId));
  }

  /** The document that editors of this node share from now on; it holds the journal up to `seq`. Follows the journal before it resolves. */
  async attach(documentId: string, document: Document, seq: number): Promise<void> {
    const room = this.#room(documentId);
    await room.mutex.run(async () => {
      room.live = { document, at: seq };
      for (const edit of room.pending.edits) Y.applyUpdate(document, edit.update, journalOrigin);
      room.pending.doubt();
      document.once('destroy', () => {
        if (room.live?.document === document) room.live = null;
      });
      try {
        const position = await positionOf(this.#options.storage.db, documentId);
        if (position !== null) await this.#follow(room, this.#options.storage.db, position.seq);
      } catch (error) {
        // The load fails: nobody gets to see this document, and nobody will destroy it.
        room.live = null;
        throw error;
      }
    });
  }

  /** An editor's edit, applied and relayed already; it will be in the journal with the next batch. */
  add(documentId: string, edit: PendingEdit): void {
    const room = this.#room(documentId);
    room.pending.add(edit);
    if (room.pending.bytes > this.#tuning.maxPendingBytes) this.#options.onStranded(documentId, 'behind');
    this.#flushOnBeat(room);
  }

  /** Calls back when every edit added so far is in the journal. */
  whenDurable(documentId: string, release: () => void): void {
    const room = this.#rooms.get(documentId);
    if (room === undefined) release();
    else room.pending.whenDurable(release);
  }

  /** Another node wrote up to `seq`. Never throws: the poll repairs what this misses. */
  hear(documentId: string, seq: number): void {
    const room = this.#rooms.get(documentId);
    if (room === undefined || room.live === null || room.live.at >= seq || room.catchingUp) return;
    room.catchingUp = true;
    void room.mutex
      .run(async () => {
        room.catchingUp = false;
        const position = await positionOf(this.#options.storage.db, documentId);
        if (position !== null) await this.#follow(room, this.#options.storage.db, position.seq);
      })
      .catch((error: unknown) => {
        room.catchingUp = false;
        this.#options.log.warn({ err: error, document: documentId }, 'could not follow the journal');
      });
  }

  /** Looks where the journals of all live documents stand and follows those that moved. */
  async poll(): Promise<void> {
    const live = [...this.#rooms.values()].filter((room) => room.live !== null);
    if (live.length === 0) return;
    const positions = await journalPositions(this.#options.storage.db, live.map((room) => room.id)); // prettier-ignore
    for (const [documentId, seq] of positions) this.hear(documentId, seq);
  }

  /** Journals the pending edits of a document now. Throws what storage throws. */
  async flush(documentId: string): Promise<void> {
    const room = this.#rooms.get(documentId);
    if (room === undefined || !room.pending.unsettled) return;
    await room.mutex.run(async () => {
      if (room.pending.empty) return;
      const outcome = await this.#commit(room, Underway.by(null), null);
      // The document was removed for good while somebody still drew on it: there is no journal left to write to.
      if (isProblem(outcome)) {
        room.pending.take();
        this.#options.onStranded(documentId, 'gone');
      }
    });
  }

  /** Journals all that is pending, trying until it succeeds; what the storage does not take within `deadlineMs` stays unacknowledged. */
  async flushAll(deadlineMs: number): Promise<void> {
    const deadline = performance.now() + deadlineMs;
    const flush = async (id: string): Promise<void> => {
      for (;;) {
        try {
          await this.flush(id);
          await this.#rooms.get(id)?.news.tellAll();
          return;
        } catch (error) {
          if (performance.now() + flushAgainMs < deadline) await new Promise((resolve) => setTimeout(resolve, flushAgainMs));
          else return this.#options.log.error({ err: error, document: id }, 'edits could not be journalled at the end');
        }
      }
    };
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, deadlineMs);
    });
    await Promise.race([Promise.all([...this.#rooms.keys()].map(flush)), over]);
    clearTimeout(timer);
  }

  close(): void {
    clearInterval(this.#sweeper);
    if (this.#beat !== null) clearTimeout(this.#beat);
    for (const room of this.#rooms.values()) {
      if (room.flushTimer !== null) clearTimeout(room.flushTimer);
      room.news.close();
      room.dropShadow();
    }
    this.#rooms.clear();
  }

  // The write path.

  async #turn<T>(documentId: string, work: (room: Room) => Promise<T | Problem>): Promise<T | Problem> {
    const room = this.#room(documentId);
    room.usedAt = this.#options.now();
    try {
      return await room.mutex.run(() => work(room));
    } catch (error) {
      if (error instanceof Busy) return problem('room_unavailable', { retryAfter: 1 });
      throw error;
    }
  }

  /** [W1]–[W5] Without work it journals the pending edits only. */
  async #commit<T>(
    room: Room,
    underway: Underway,
    work: ((room: RoomWrite) => Promise<T | Problem>) | null,
  ): Promise<T | Problem> {
    const shadow = work === null ? room.shadow : await this.#shadow(room);
    if (work !== null && shadow === null) return problem('document_not_found');
    let value: T | Problem | undefined;
    try {
      await this.#options.storage.transact(async (tx) => {
        await this.#lock(room, tx, underway);
        // What doubtful edits found is read from the journal; where it was needed once it will be again.
        if (room.pending.isDoubtful) {
          room.usedAt = this.#options.now();
          await this.#shadow(room, tx);
        }
        await underway.journalPending(tx, room, this.#options.now());
        if (work === null || shadow === null) return;
        const savepoint = underway.batch === null ? null : await Savepoint.set(tx);
        try {
          value = await work(this.#port(room, shadow, tx, underway));
        } catch (error) {
          await underway.settle().catch(() => undefined);
          throw error;
        }
        if (isProblem(value)) {
          await underway.settle();
          // People's edits that came along stay although the write itself is refused.
          if (savepoint === null || underway.edited) throw new ProblemError(value);
          await savepoint.rollBack();
          underway.refuse();
          return;
        }
        underway.journalWrite(tx, room, shadow, this.#options.now());
        for (const event of underway.events)
          underway.alongside(appendEvent(tx, { documentId: room.id, at: this.#options.now(), ...event }));
        await underway.settle();
      });
    } catch (error) {
      const outcome = error instanceof CommitUnknown ? await underway.findOut(room, this.#options.storage) : 'failed';
      if (outcome !== 'committed') {
        underway.undo(room);
        if (error instanceof ProblemError) return error.problem;
        throw outcome === 'failed' && error instanceof CommitUnknown
          ? new StorageUnavailable('the commit did not take place', { cause: error })
          : error;
      }
    }
    this.#committed(room, underway);
    // Set in the transaction that is committed; without work the caller ignores it.
    return value as T | Problem;
  }

  /** [W1] [W2] */
  async #lock(room: Room, tx: Db, underway: Underway): Promise<void> {
    const locking = lockDocument(tx, room.id);
    // Sent behind the lock, the question what other nodes wrote costs no journey of its own.
    const isShared = this.#options.storage.dialect === 'postgres' && room.behind !== Infinity;
    const rows = isShared ? journalAfter(tx, room.id, room.behind) : null;
    rows?.catch(() => undefined);
    const locked = await locking;
    if (locked === null) throw new ProblemError(problem('document_not_found'));
    await this.#follow(room, tx, locked.seq, rows);
    underway.begin(locked.seq);
  }

  #port(room: Room, shadow: Shadow, tx: Db, underway: Underway): RoomWrite {
    return {
      tx,
      doc: shadow.doc,
      position: underway.seq + 1,
      tabs: () => shadow.tabs,
      tab: (tabId) => shadow.tab(tabId),
      counts: (tabId) => shadow.counts(tabId),
      lint: (tabId, draft, changed) => shadow.lint(tabId, draft, changed),
      threadsOn: (tabId) => shadow.threadsOn(tabId),
      comments: () => shadow.comments,
      edit: (change) => underway.edit(shadow, change),
      alongside: (statement) => underway.alongside(statement),
      event: (type, data, tabId) => void underway.events.push({ type, data, tabId: tabId ?? null }),
      notify: (notice) => void underway.notices.push(notice),
      afterCommit: (fn) => void underway.after.push(fn),
    };
  }

  /** Nobody waits for it: whoever needs it sooner does it himself. */
  async #catchUpSoon(room: Room, shadow: Shadow): Promise<void> {
    try {
      await catchUp(room, shadow);
    } catch (error) {
      this.#options.log.error({ err: error, document: room.id }, 'a shadow could not be brought up to date');
    }
  }

  /** [W3] */
  #committed(room: Room, underway: Underway): void {
    underway.show(room);
    if (room.shadow?.isBehind === true) void this.#catchUpSoon(room, room.shadow);
    if (underway.moved || underway.events.length > 0) this.#options.ring(room.id, underway.moved ? underway.seq : null);
    for (const fn of underway.after) {
      try {
        fn();
      } catch (error) {
        this.#options.log.error({ err: error, document: room.id }, 'a listener of a commit failed');
      }
    }
    if (room.rowsSinceSnapshot >= this.#tuning.compactRows || room.bytesSinceSnapshot >= this.#tuning.compactBytes)
      this.#compactSoon(room);
  }

  /** Brings what is loaded here to the position `seq` of the journal. `asked`: the rows that it lacks, asked for already. */
  async #follow(room: Room, db: Db, seq: number, asked: Promise<JournalRow[] | null> | null = null): Promise<void> {
    if (room.reached > seq)
      throw new StorageUnavailable(
        `the journal of ${room.id} stands at ${seq}, behind ${room.reached} that was seen: is an older database running?`,
      );
    if (room.behind >= seq) return;
    const rows = await (asked ?? journalAfter(db, room.id, room.behind));
    if (rows !== null) {
      room.follow(rows, seq);
      return;
    }
    const state = await this.#state(room.id, db);
    if (state === null) throw new ProblemError(problem('document_not_found'));
    room.jump(state);
  }

  /** `tx`: the transaction that is under way; without one a load waits for its turn. */
  async #shadow(room: Room, tx?: Db): Promise<Shadow | null> {
    if (room.shadow === null) {
      const state = await (tx === undefined ? this.#loads.run(() => this.#state(room.id)) : this.#state(room.id, tx));
      if (state === null) return null;
      room.shadow = new Shadow(state, room.clientId);
      this.#boundShadows();
    }
    const { shadow } = room;
    if (shadow.isBehind) await catchUp(room, shadow);
    return shadow;
  }

  /** [W6] */
  async #state(documentId: string, db: Db = this.#options.storage.db): Promise<State | null> {
    const stored = await loadState(db, documentId);
    if (stored === null) return null;
    const updates = [...(stored.snapshot === null ? [] : [stored.snapshot.bytes]), ...stored.rows.map((row) => row.bytes)];
    const room = this.#rooms.get(documentId);
    if (room !== undefined) {
      room.rowsSinceSnapshot = stored.rows.length;
      room.bytesSinceSnapshot = stored.rows.reduce((sum, row) => sum + row.bytes.length, 0);
    }
    const [only] = updates;
    return { update: updates.length === 1 && only !== undefined ? only : Y.mergeUpdates(updates), seq: stored.seq };
  }

  // In the background.

  /** All documents share the beat: what falls due together is committed together. */
  #flushOnBeat(room: Room): void {
    if (room.flushTimer !== null) return;
    this.#due.add(room);
    this.#beat ??= setTimeout(() => {
      const due = [...this.#due];
      this.#due.clear();
      this.#beat = null;
      for (const one of due) this.#flushNow(one);
    }, this.#tuning.flushMs);
  }

  #flushSoon(room: Room, delayMs: number): void {
    if (room.flushTimer !== null) return;
    room.flushTimer = setTimeout(() => {
      room.flushTimer = null;
      this.#flushNow(room);
    }, delayMs);
  }

  #flushNow(room: Room): void {
    this.flush(room.id).then(
      () => {
        room.flushFailures = 0;
      },
      (error: unknown) => this.#flushFailed(room, error),
    );
  }

  #flushFailed(room: Room, error: unknown): void {
    room.flushFailures += 1;
    this.#options.log.warn(
      { err: error, document: room.id, failures: room.flushFailures },
      'edits of editors are not in the journal yet',
    );
    this.#flushSoon(room, Math.min(2_000, 50 * 2 ** room.flushFailures));
  }

  #compactSoon(room: Room): void {
    room.rowsSinceSnapshot = 0;
    room.bytesSinceSnapshot = 0;
    setImmediate(() => {
      this.compact(room.id).catch((error: unknown) =>
        this.#options.log.warn({ err: error, document: room.id }, 'the journal could not be compacted'),
      );
    });
  }

  /** Writes a snapshot at exactly the position of the journal, under its lock, and deletes the rows that it holds but a tail. */
  async compact(documentId: string): Promise<void> {
    const room = this.#room(documentId);
    await room.mutex.run(async () => {
      const shadow = await this.#shadow(room);
      if (shadow === null) return;
      await this.#options.storage.transact(async (tx) => {
        const locked = await lockDocument(tx, documentId);
        if (locked === null) return;
        await this.#follow(room, tx, locked.seq);
        await writeSnapshot(
          tx,
          documentId,
          { seq: shadow.at, bytes: Y.encodeStateAsUpdate(shadow.doc), at: this.#options.now() },
          this.#tuning.keepTailRows,
        );
      });
    });
  }

  #room(documentId: string): Room {
    let room = this.#rooms.get(documentId);
    if (room === undefined) {
      const { storage, now, ring } = this.#options;
      const news = new TabNews({ documentId, storage, now, onTold: () => ring(documentId, null) });
      room = new Room(documentId, news);
      room.usedAt = this.#options.now();
      this.#rooms.set(documentId, room);
    }
    return room;
  }

  #sweep(): void {
    const idleSince = this.#options.now() - this.#tuning.idleMs;
    for (const room of this.#rooms.values()) {
      if (!room.mutex.idle || room.usedAt > idleSince) continue;
      room.dropShadow();
      const isUsed = room.pending.unsettled || room.flushTimer !== null || !room.news.isEmpty;
      if (room.live === null && !isUsed) this.#rooms.delete(room.id);
    }
  }

  #boundShadows(): void {
    const shadowed = [...this.#rooms.values()].filter((room) => room.shadow !== null && room.mutex.idle);
    if (shadowed.length < this.#tuning.maxShadows) return;
    shadowed.sort((a, b) => a.usedAt - b.usedAt);
    for (const room of shadowed.slice(0, Math.ceil(this.#tuning.maxShadows / 8))) room.dropShadow();
  }
}

/** Reads and lints what a large write changed, in turns of the event loop, so that others have theirs in between. */
async function catchUp(room: Room, shadow: Shadow): Promise<void> {
  for (; room.shadow === shadow && shadow.isBehind; await nextTurn()) shadow.catchUp();
}
