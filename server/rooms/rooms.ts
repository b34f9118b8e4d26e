/**
 * The documents that this node has loaded, for the application and the live protocol.
 *
 * Reading, writing, flushing and compacting have files of their own (journal-reader.ts, writer.ts, flush-scheduler.ts,
 * compaction.ts). All of them hold the room's mutex.
 */
import type { Document } from '@hocuspocus/server';
import * as Y from 'yjs';

import { problem, type Problem } from '#schema/problem.ts';
import type { Actor } from '#server/access/actor.ts';
import { resumeAccount } from '#server/budgets/current-account.ts';
import type { Call } from '#server/call.ts';
import { inTurns } from '#server/in-turns.ts';
import { appendJournal, journalPositions } from '#storage/journal.ts';
import { positionOf } from '#storage/position.ts';
import type { Db } from '#storage/storage.ts';

import { Writer } from './writer.ts';
import { Compaction } from './compaction.ts';
import { FlushScheduler } from './flush-scheduler.ts';
import { JournalReader, type JournalState } from './journal-reader.ts';
import { onlyDeletes } from './document-size.ts';
import { LoadedRooms } from './loaded-rooms.ts';
import { MemoryBudget } from './memory-budget.ts';
import { orUnavailable } from './or-unavailable.ts';
import { PastReader } from './past-reader.ts';
import type { PendingEdit } from './pending-edits.ts';
import type { PastReading, RoomReading, Rooms, RoomWrite, WriteWork } from './port.ts';
import { Recalculations } from './recalculations.ts';
import { readingOf } from './room-reading.ts';
import type { Room } from './room.ts';
import { defaultTuning, type RoomsOptions, type RoomsTuning } from './rooms-options.ts';
import type { Shadow, TabUse } from './shadow.ts';
import { waitingWrite } from './waiting-write.ts';
import { journalOrigin } from './write-origin.ts';

export class DocumentRooms implements Rooms {
  readonly #options: RoomsOptions;
  readonly #tuning: RoomsTuning;
  readonly #rooms: LoadedRooms;
  readonly #budget: MemoryBudget;
  readonly #reader: JournalReader;
  readonly #writer: Writer;
  readonly #flushes: FlushScheduler;
  readonly #compaction: Compaction;
  readonly #recalculations: Recalculations;
  readonly #past: PastReader;

  constructor(options: RoomsOptions) {
    const { storage, now, log, notifyNodes, onStranded } = options;
    const tuning = { ...defaultTuning, ...options.tuning };
    this.#options = options;
    this.#tuning = tuning;
    const rooms = new LoadedRooms({ storage, now, onEmitted: (documentId) => notifyNodes(documentId, null), ...tuning });
    const budget = new MemoryBudget({ rooms: () => rooms.all(), now, ...tuning });
    const reader = new JournalReader({ storage, rooms, budget, log, onRegressed: () => options.onRegressed?.() });
    const compaction = new Compaction({ storage, reader, now, log, ...tuning });
    const onCommitted = (room: Room): void => compaction.consider(room);
    const writer = new Writer({ storage, now, log, rooms, reader, budget, notifyNodes, onCommitted, ...tuning });
    const onDeleted = (documentId: string): void => onStranded(documentId, 'gone');
    this.#rooms = rooms;
    this.#budget = budget;
    this.#reader = reader;
    this.#compaction = compaction;
    this.#past = new PastReader({ storage, budget });
    this.#writer = writer;
    this.#flushes = new FlushScheduler({ rooms, writer, log, onDeleted, ...tuning });
    const load = (documentId: string): Promise<Shadow | null> => {
      const room = rooms.of(documentId);
      return room.turn(() => reader.shadow(room));
    };
    this.#recalculations = new Recalculations({
      storage,
      now,
      log,
      rooms,
      load,
      onEmitted: (documentId) => notifyNodes(documentId, null),
    });
  }

  get loaded(): number {
    return this.#rooms.size;
  }

  /** Estimated memory of all loaded documents, in bytes. */
  get memory(): number {
    return this.#budget.used;
  }

  // For the application.

  write<T>(call: Call<Actor | null>, documentId: string, work: (room: RoomWrite) => Promise<T | Problem>): Promise<T | Problem> {
    return this.writeAfterRead(call, documentId, { read: () => Promise.resolve(), work });
  }

  writeAfterRead<T, R>(call: Call<Actor | null>, documentId: string, work: WriteWork<T, R>): Promise<T | Problem> {
    const room = this.#rooms.of(documentId);
    this.#rooms.used(room);
    const { write, answer } = waitingWrite(call.actor, work);
    return orUnavailable(async () => {
      const alone = (): Promise<void> => this.#writer.write(room, write);
      const shared = (): Promise<void> => this.#writer.write(room, write, () => room.takeWrite());
      const turn = work.isRepeatable === true ? room.writeTurn(write, shared) : room.turn(alone);
      // It may have failed for another write that shared it: one that was answered stays answered.
      await turn.catch((error: unknown) => write.fail(error));
      return answer;
    });
  }

  async read<T>(documentId: string, use: (reading: RoomReading) => T): Promise<T | Problem> {
    return this.#turn(documentId, async (room) => {
      const { db } = this.#options.storage;
      const shadow = await this.#reader.shadow(room);
      if (shadow === null) return problem('document_not_found');
      let position = await positionOf(db, documentId);
      // If rows were compacted away, `follow` can pass this position, whose revisions would then not match.
      while (position !== null && shadow.at !== position.seq) {
        await this.#reader.follow(room, db, position.seq);
        if (shadow.at !== position.seq) position = await positionOf(db, documentId);
      }
      if (position === null || position.deletedAt !== null) return problem('document_not_found');
      resumeAccount();
      return use(readingOf(shadow, documentId, position));
    });
  }

  past<T>(documentId: string, seq: number, use: (past: PastReading) => Promise<T | Problem>): Promise<T | Problem> {
    return orUnavailable(() => this.#past.read(documentId, seq, use));
  }

  async prepareTab(documentId: string, tabId: string, use: TabUse): Promise<void> {
    if (this.isPrepared(documentId, tabId, use)) return;
    await this.#turn(documentId, async (room) => {
      const shadow = await this.#reader.shadow(room);
      if (shadow !== null) await inTurns(shadow.preparing(tabId, use));
    });
  }

  isPrepared(documentId: string, tabId: string, use: TabUse): boolean {
    return this.#rooms.get(documentId)?.shadow?.isPrepared(tabId, use) === true;
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

  // For the live protocol.

  /** The state of a document for its first editor on this node; null if there is none. Throws StorageUnavailable, CorruptJournal, Overloaded. */
  async load(documentId: string): Promise<JournalState | null> {
    const state = await this.#reader.load(documentId);
    if (state === null) return null;
    this.#budget.admitLive(documentId, state.bytes);
    const room = this.#rooms.of(documentId);
    room.size.loaded(state.bytes + room.pending.bytes);
    return state;
  }

  /** Makes this document, which contains the journal up to `seq`, the live one, and catches up with the journal. */
  async attach(documentId: string, document: Document, seq: number): Promise<void> {
    const room = this.#rooms.of(documentId);
    await room.turn(async () => {
      room.live = { document, at: seq };
      this.#budget.arrived(documentId, document);
      room.reached = Math.max(room.reached, seq);
      for (const edit of room.pending.edits) Y.applyUpdate(document, edit.update, journalOrigin);
      room.pending.markStale();
      document.once('destroy', () => {
        if (room.live?.document === document) room.live = null;
      });
      try {
        const position = await positionOf(this.#options.storage.db, documentId);
        if (position !== null) await this.#reader.follow(room, this.#options.storage.db, position.seq);
      } catch (error) {
        // The load fails: the document is never served or destroyed.
        room.live = null;
        throw error;
      }
    });
  }

  /** Adds an editor's edit, already applied and relayed; the next batch takes it to the journal. */
  add(documentId: string, edit: PendingEdit): void {
    const room = this.#rooms.of(documentId);
    room.pending.add(edit);
    room.size.grew(edit.update.length);
    if (room.pending.bytes > this.#tuning.maxPendingBytes) this.#options.onStranded(documentId, 'behind');
    this.#flushes.schedule(room);
  }

  /** Whether an editor's update, not applied yet, fits into the document. */
  hasRoomFor(update: Uint8Array, document: Document): boolean {
    return this.#rooms.of(document.name).size.takes(update, document);
  }

  /** Whether the node has memory for what an editor's update adds to the document. Deletions are always possible. */
  hasMemoryFor(update: Uint8Array, document: Document): boolean {
    return this.#budget.allowsGrowth(this.#rooms.of(document.name), update.length) || onlyDeletes(update);
  }

  /** Calls `release` when every edit added so far is in the journal. */
  whenDurable(documentId: string, release: () => void): void {
    const room = this.#rooms.get(documentId);
    if (room === undefined) release();
    else room.pending.whenDurable(release);
  }

  /** Another node wrote up to `seq`. Never throws: the poll repairs failures. */
  onRemoteWrite(documentId: string, seq: number): void {
    const room = this.#rooms.get(documentId);
    if (room === undefined || room.live === null || room.live.at >= seq || room.catchingUp !== null) return;
    this.#follow(room).catch((error: unknown) =>
      this.#options.log.warn({ err: error, document: documentId }, 'could not follow the journal'),
    );
  }

  /** Resolves when the live document contains everything in the journal at the time of the call. Throws what storage throws, and Busy. */
  async catchUp(documentId: string): Promise<void> {
    const room = this.#rooms.get(documentId);
    if (room !== undefined) await this.#follow(room);
  }

  /** Follows the journals of all live documents that have advanced. */
  async poll(): Promise<void> {
    const live = this.#rooms.all().filter((room) => room.live !== null);
    if (live.length === 0) return;
    const positions = await journalPositions(this.#options.storage.db, live.map((room) => room.id)); // prettier-ignore
    for (const [documentId, seq] of positions) this.onRemoteWrite(documentId, seq);
  }

  /** Journals the pending edits of a document now. Throws what storage throws. */
  async flush(documentId: string): Promise<void> {
    const room = this.#rooms.get(documentId);
    if (room !== undefined) await this.#flushes.flush(room);
  }

  /** Journals all pending edits; those not stored within `deadlineMs` stay unacknowledged. */
  flushAll(deadlineMs: number): Promise<void> {
    return this.#flushes.flushAll(deadlineMs);
  }

  /** Compacts the journal of a document now. */
  compact(documentId: string): Promise<void> {
    return this.#compaction.compact(this.#rooms.of(documentId));
  }

  close(): void {
    this.#flushes.close();
    this.#recalculations.close();
    this.#rooms.close();
  }

  /** Callers that come before it starts share one turn. */
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
    return orUnavailable(() => room.turn(() => work(room)));
  }
}
