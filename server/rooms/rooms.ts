/**
 * rooms: the documents that this node has loaded, as the application and the live protocol use them.
 *
 * Reading, writing, flushing and compacting are parts of their own (journal-reader.ts, writer.ts, flush-scheduler.ts,
 * compaction.ts); whatever they do to a room, they do it under the room's mutex.
 */
import type { Document } from '@hocuspocus/server';
import * as Y from 'yjs';

import { problem, type Problem } from '#schema/problem.ts';
import { limits } from '#schema/limits.ts';
import { sheetIds } from '#schema/ydoc/sheets.ts';
import { readTheme } from '#schema/ydoc/themes.ts';
import type { Actor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { appendJournal, journalPositions } from '#storage/journal.ts';
import { positionOf } from '#storage/position.ts';
import type { Db, Storage } from '#storage/storage.ts';

import { Writer } from './writer.ts';
import { Compaction } from './compaction.ts';
import { FlushScheduler } from './flush-scheduler.ts';
import { JournalReader, type JournalState } from './journal-reader.ts';
import { LoadedRooms } from './loaded-rooms.ts';
import { MemoryBudget, memoryForDocuments } from './memory-budget.ts';
import { Busy } from './mutex.ts';
import { Overloaded } from './overloaded.ts';
import type { PendingEdit } from './pending-edits.ts';
import type { RoomReading, Rooms, RoomWrite } from './port.ts';
import { Recalculations } from './recalculations.ts';
import type { Room } from './room.ts';
import type { Shadow } from './shadow.ts';
import { WriteTransaction } from './write-transaction.ts';
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
  /** A document is not served any more: the database is older than what was seen of it. */
  readonly onRegressed?: () => void;
  readonly tuning?: Partial<typeof usual>;
};

const usual = {
  flushMs: 20,
  idleMs: 60_000,
  maxShadows: 256,
  compactRows: 500,
  compactBytes: 4 * 1024 * 1024,
  keepTailRows: 100,
  /** A room whose edits the storage has not taken up to this size sends its editors away. */
  maxPendingBytes: 32 * 1024 * 1024,
  documentBytes: limits.documentBytes,
  /** What all loaded documents may take; beyond it no further one is loaded. */
  memoryBytes: memoryForDocuments(),
};

const noMemory = 'The server has no memory left to load the document; nothing was applied.';

export class DocumentRooms implements Rooms {
  readonly #options: RoomsOptions;
  readonly #tuning: typeof usual;
  readonly #rooms: LoadedRooms;
  readonly #budget: MemoryBudget;
  readonly #reader: JournalReader;
  readonly #commits: Writer;
  readonly #flushes: FlushScheduler;
  readonly #compaction: Compaction;
  readonly #recalculations: Recalculations;

  constructor(options: RoomsOptions) {
    const { storage, now, log, ring, onStranded } = options;
    const tuning = { ...usual, ...options.tuning };
    this.#options = options;
    this.#tuning = tuning;
    const rooms = new LoadedRooms({ storage, now, onTold: (documentId) => ring(documentId, null), ...tuning });
    const budget = new MemoryBudget({ rooms: () => rooms.all(), now, ...tuning });
    const reader = new JournalReader({ storage, rooms, budget, log, onRegressed: () => options.onRegressed?.() });
    const compaction = new Compaction({ storage, reader, now, log, ...tuning });
    const onCommitted = (room: Room): void => compaction.consider(room);
    const commits = new Writer({ storage, now, log, rooms, reader, ring, onCommitted });
    const onGone = (documentId: string): void => onStranded(documentId, 'gone');
    this.#rooms = rooms;
    this.#budget = budget;
    this.#reader = reader;
    this.#compaction = compaction;
    this.#commits = commits;
    this.#flushes = new FlushScheduler({ rooms, commits, log, onGone, ...tuning });
    const load = (documentId: string): Promise<Shadow | null> => {
      const room = rooms.of(documentId);
      return room.turn(() => reader.shadow(room));
    };
    this.#recalculations = new Recalculations({ storage, now, log, rooms, load, onTold: (documentId) => ring(documentId, null) });
  }

  get loaded(): number {
    return this.#rooms.size;
  }

  /** Bytes of memory that all of them are thought to take. */
  get memory(): number {
    return this.#budget.used;
  }

  // What the application asks.

  write<T>(call: Call<Actor | null>, documentId: string, work: (room: RoomWrite) => Promise<T | Problem>): Promise<T | Problem> {
    return this.#turn(documentId, (room) => this.#commits.run(room, WriteTransaction.by(call.actor), work));
  }

  async read<T>(documentId: string, use: (reading: RoomReading) => T): Promise<T | Problem> {
    return this.#turn(documentId, async (room) => {
      const { db } = this.#options.storage;
      const shadow = await this.#reader.shadow(room);
      if (shadow === null) return problem('document_not_found');
      let position = await positionOf(db, documentId);
      // Following can overtake the position when rows were compacted away: the revisions are those of another moment then.
      while (position !== null && shadow.at !== position.seq) {
        await this.#reader.follow(room, db, position.seq);
        if (shadow.at !== position.seq) position = await positionOf(db, documentId);
      }
      if (position === null || position.deletedAt !== null) return problem('document_not_found');
      const { revs, itemsRev, itemTypesRev } = position;
      return use({
        documentId,
        name: shadow.name ?? '',
        tabs: shadow.tabs,
        tab: (tabId) => shadow.tab(tabId),
        lint: (tabId, draft, changed) => shadow.lint(tabId, draft, changed),
        lintChange: (tabId, plan) => shadow.lintChange(tabId, plan),
        lintWork: (tabId) => shadow.lintWork(tabId),
        rev: (tabId) => revs.get(tabId) ?? 0,
        counts: (tabId) => shadow.counts(tabId),
        theme: (themeId) => readTheme(shadow.doc, themeId),
        images: () => shadow.images,
        threadsOn: (tabId) => shadow.threadsOn(tabId),
        board: shadow.plan,
        itemsRev,
        itemTypesRev,
        workbook: () => shadow.workbook,
        sheetIds: () => sheetIds(shadow.doc),
      });
    });
  }

  async create(tx: Db, documentId: string, init: (doc: Y.Doc) => void, at: number): Promise<void> {
    const doc = new Y.Doc();
    doc.transact(() => init(doc), { source: 'local' });
    await this.createFrom(tx, documentId, Y.encodeStateAsUpdate(doc), at);
    doc.destroy();
  }

  async createFrom(tx: Db, documentId: string, state: Uint8Array, at: number): Promise<void> {
    const row = { seq: 1, writeId: `create-${documentId}`, kind: 'server', actor: null, bytes: state, at } as const;
    await appendJournal(tx, { documentId, ...row });
  }

  isCalculated(documentId: string): boolean {
    return this.#rooms.get(documentId)?.shadow?.workbook.isDone === true;
  }

  calculated(documentId: string, waitMs: number): Promise<void> {
    return this.#recalculations.finished(documentId, waitMs);
  }

  announceValues(documentId: string, sheetIds: readonly string[]): void {
    this.#recalculations.announce(documentId, sheetIds);
  }

  accessChanged(documentId: string): void {
    this.#options.onAccessChanged(documentId);
  }

  // What the live protocol asks.

  /** The state of a document for its first editor on this node. Throws StorageUnavailable, CorruptJournal, Overloaded; null when there is none. */
  async load(documentId: string): Promise<JournalState | null> {
    const state = await this.#reader.load(documentId);
    if (state === null) return null;
    this.#budget.admitLive(documentId, state.update.length);
    const room = this.#rooms.of(documentId);
    room.size.loaded(state.update.length + room.pending.bytes);
    return state;
  }

  /** The document that editors of this node share from now on; it holds the journal up to `seq`. Follows the journal before it resolves. */
  async attach(documentId: string, document: Document, seq: number): Promise<void> {
    const room = this.#rooms.of(documentId);
    await room.turn(async () => {
      room.live = { document, at: seq };
      this.#budget.arrived(documentId);
      room.reached = Math.max(room.reached, seq);
      for (const edit of room.pending.edits) Y.applyUpdate(document, edit.update, journalOrigin);
      room.pending.doubt();
      document.once('destroy', () => {
        if (room.live?.document === document) room.live = null;
      });
      try {
        const position = await positionOf(this.#options.storage.db, documentId);
        if (position !== null) await this.#reader.follow(room, this.#options.storage.db, position.seq);
      } catch (error) {
        // The load fails: nobody gets to see this document, and nobody will destroy it.
        room.live = null;
        throw error;
      }
    });
  }

  /** An editor's edit, applied and relayed already; it will be in the journal with the next batch. */
  add(documentId: string, edit: PendingEdit): void {
    const room = this.#rooms.of(documentId);
    room.pending.add(edit);
    room.size.grew(edit.update.length);
    if (room.pending.bytes > this.#tuning.maxPendingBytes) this.#options.onStranded(documentId, 'behind');
    this.#flushes.onBeat(room);
  }

  /** Whether the document has room for an editor's update that is not applied yet. */
  hasRoomFor(update: Uint8Array, document: Document): boolean {
    return this.#rooms.of(document.name).size.takes(update, document);
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
    if (room === undefined || room.live === null || room.live.at >= seq || room.catchingUp !== null) return;
    this.#follow(room).catch((error: unknown) =>
      this.#options.log.warn({ err: error, document: documentId }, 'could not follow the journal'),
    );
  }

  /** Resolves when the live document holds all that was in the journal when this was called. Throws what storage throws, and Busy. */
  async catchUp(documentId: string): Promise<void> {
    const room = this.#rooms.get(documentId);
    if (room !== undefined) await this.#follow(room);
  }

  /** Looks where the journals of all live documents stand and follows those that moved. */
  async poll(): Promise<void> {
    const live = this.#rooms.all().filter((room) => room.live !== null);
    if (live.length === 0) return;
    const positions = await journalPositions(this.#options.storage.db, live.map((room) => room.id)); // prettier-ignore
    for (const [documentId, seq] of positions) this.hear(documentId, seq);
  }

  /** Journals the pending edits of a document now. Throws what storage throws. */
  async flush(documentId: string): Promise<void> {
    const room = this.#rooms.get(documentId);
    if (room !== undefined) await this.#flushes.flush(room);
  }

  /** Journals all that is pending; what the storage does not take within `deadlineMs` stays unacknowledged. */
  flushAll(deadlineMs: number): Promise<void> {
    return this.#flushes.flushAll(deadlineMs);
  }

  /** Makes a snapshot of a document now, and its journal short. */
  compact(documentId: string): Promise<void> {
    return this.#compaction.compact(this.#rooms.of(documentId));
  }

  close(): void {
    this.#flushes.close();
    this.#recalculations.close();
    this.#rooms.close();
  }

  /** All that ask before it begins share one. */
  #follow(room: Room): Promise<void> {
    const { db } = this.#options.storage;
    room.catchingUp ??= room
      .turn(async () => {
        room.catchingUp = null;
        const position = await positionOf(db, room.id);
        if (position !== null) await this.#reader.follow(room, db, position.seq);
      })
      .catch((error: unknown) => {
        room.catchingUp = null;
        throw error;
      });
    return room.catchingUp;
  }

  async #turn<T>(documentId: string, work: (room: Room) => Promise<T | Problem>): Promise<T | Problem> {
    const room = this.#rooms.of(documentId);
    this.#rooms.used(room);
    try {
      return await room.turn(() => work(room));
    } catch (error) {
      if (error instanceof Busy) return problem('room_unavailable', { retryAfter: 1 });
      if (error instanceof Overloaded) return problem('room_unavailable', { detail: noMemory, retryAfter: 1 });
      throw error;
    }
  }
}
