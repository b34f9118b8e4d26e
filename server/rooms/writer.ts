/**
 * The one path on which a document is written (SPEC.md).
 *
 * A write holds the room's mutex, then the document's row, which orders all writes on all nodes. Under the lock it applies the
 * journal rows that it lacks, journals the editors' pending edits, and only then plans.
 */
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem, ProblemError } from '#schema/problem.ts';
import { isOfNewerLayout } from '#schema/ydoc/layout-version.ts';
import { resumeAccount } from '#server/budgets/current-account.ts';
import { CommitUnknown, StorageUnavailable } from '#storage/failures.ts';
import { journalAfter, lockDocument } from '#storage/journal.ts';
import { appendEvent } from '#storage/outbox.ts';
import type { Db, Storage } from '#storage/storage.ts';

import { catchUp, type JournalReader } from './journal-reader.ts';
import type { LoadedRooms } from './loaded-rooms.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { RoomWrite } from './port.ts';
import type { Room } from './room.ts';
import { Savepoint } from './savepoint.ts';
import type { Shadow } from './shadow.ts';
import type { WriteTransaction } from './write-transaction.ts';

export type WriterOptions = {
  readonly storage: Storage;
  readonly now: () => number;
  readonly log: { error(data: object, message: string): void };
  readonly rooms: LoadedRooms;
  readonly reader: JournalReader;
  readonly budget: MemoryBudget;
  /** Called after every commit that advanced the journal, or (`seq` null) only emitted an event. */
  readonly notifyNodes: (documentId: string, seq: number | null) => void;
  readonly onCommitted: (room: Room) => void;
};

/** What a write reads from the database, right behind the lock, and does with it. */
export type WriterWork<T, R> = {
  read(tx: Db): Promise<R>;
  work(room: RoomWrite, rows: R): Promise<T | Problem>;
};

export class Writer {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** The caller must hold the room's mutex. Without work, only the pending edits are journaled. */
  async run<T, R>(room: Room, write: WriteTransaction, work: WriterWork<T, R> | null): Promise<T | Problem> {
    const { storage, rooms, reader, budget, now } = this.#options;
    const shadow = work === null ? room.shadow : await reader.shadow(room);
    if (work !== null && shadow === null) return problem('document_not_found');
    let value: T | Problem | undefined;
    try {
      await storage.transact(async (tx) => {
        const reading = await this.#lock(room, tx, write, work);
        // Both need the shadow: snapshots of stale edits are taken from it, and new cards are numbered on it. A room that needs
        // it once will probably need it again.
        if (room.pending.isStale || room.hasNewCards) {
          rooms.used(room);
          await reader.shadow(room, tx);
        }
        await write.journalPending(tx, room, now());
        if (work === null || reading === null || shadow === null) return;
        if (isOfNewerLayout(shadow.doc)) throw new ProblemError(problem('room_unavailable', { detail: newerLayout }));
        // What was read before the editors' edits were journaled is no longer current.
        const rows = await (write.batch === null ? reading.rows : work.read(tx));
        const savepoint = write.batch === null ? null : await Savepoint.set(tx);
        resumeAccount();
        try {
          value = await work.work(portOf(shadow, tx, write), rows);
        } catch (error) {
          await write.settle().catch(() => undefined);
          throw error;
        }
        if (isProblem(value)) {
          await write.settle();
          // The editors' edits in this transaction are kept although the write itself is refused.
          if (savepoint === null || write.edited) throw new ProblemError(value);
          await savepoint.rollBack();
          write.refuse();
          return;
        }
        if (!write.fits(room, shadow)) throw new ProblemError(documentTooLarge());
        if (!write.fitsMemory(room, budget))
          throw new ProblemError(problem('room_unavailable', { detail: noMemory, retryAfter: 1 }));
        write.journalWrite(tx, room, shadow, now());
        for (const event of write.events) write.alongside(appendEvent(tx, { documentId: room.id, at: now(), ...event }));
        await write.settle();
      });
    } catch (error) {
      const outcome = error instanceof CommitUnknown ? await write.lookUpOutcome(room, storage) : 'failed';
      if (outcome !== 'committed') {
        write.undo(room);
        if (error instanceof ProblemError) return error.problem;
        throw outcome === 'failed' && error instanceof CommitUnknown
          ? new StorageUnavailable('the commit did not take place', { cause: error })
          : error;
      }
    }
    this.#committed(room, write);
    // Set in the committed transaction; without work, the caller ignores it.
    return value as T | Problem;
  }

  /** What follows the lock is sent right behind it, so it costs no round trip of its own. Returns what is being read for the work. */
  async #lock<R>(
    room: Room,
    tx: Db,
    write: WriteTransaction,
    work: WriterWork<unknown, R> | null,
  ): Promise<{ readonly rows: Promise<R> } | null> {
    const locking = lockDocument(tx, room.id);
    const mayLackRows = this.#options.storage.dialect === 'postgres' && room.behind !== Infinity;
    const journal = mayLackRows ? journalAfter(tx, room.id, room.behind) : null;
    journal?.catch(() => undefined);
    const rows = work === null ? null : work.read(tx);
    rows?.catch(() => undefined);
    const locked = await locking;
    if (locked === null) throw new ProblemError(problem('document_not_found'));
    await this.#options.reader.follow(room, tx, locked.seq, journal);
    write.begin(locked.seq);
    return rows === null ? null : { rows };
  }

  #committed(room: Room, write: WriteTransaction): void {
    const { notifyNodes, log, onCommitted } = this.#options;
    write.show(room);
    room.reached = Math.max(room.reached, write.seq);
    if (room.shadow?.isBehind === true) void this.#catchUpSoon(room, room.shadow);
    if (write.hasMoved || write.events.length > 0) notifyNodes(room.id, write.hasMoved ? write.seq : null);
    for (const fn of write.after) {
      try {
        fn();
      } catch (error) {
        log.error({ err: error, document: room.id }, 'a listener of a commit failed');
      }
    }
    onCommitted(room);
  }

  /** Runs in the background; a caller that needs it earlier does the work itself. */
  async #catchUpSoon(room: Room, shadow: Shadow): Promise<void> {
    try {
      await catchUp(room, shadow);
    } catch (error) {
      this.#options.log.error({ err: error, document: room.id }, 'a shadow could not be brought up to date');
    }
  }
}

const documentTooLarge = (): Problem =>
  problem('too_large', {
    limit: limits.documentBytes,
    detail: `The document would be larger than ${limits.documentBytes / 1024 / 1024} MiB; nothing was applied.`,
    hint: 'Delete what is no longer needed, or continue in another document.',
  });

const noMemory = 'The server does not have enough memory for a document that grows; nothing was applied.';
const newerLayout = 'The document was written by a newer version of Atelier and can only be read here; nothing was applied.';

const portOf = (shadow: Shadow, tx: Db, write: WriteTransaction): RoomWrite => ({
  tx,
  doc: shadow.doc,
  position: write.seq + 1,
  tabs: () => shadow.tabs,
  tab: (tabId) => shadow.tab(tabId),
  counts: (tabId) => shadow.counts(tabId),
  lintChange: (tabId, plan) => shadow.lintChange(tabId, plan),
  threadsOn: (tabId) => shadow.threadsOn(tabId),
  workbook: () => shadow.workbook,
  board: shadow.board,
  edit: (change) => write.edit(shadow, change),
  alongside: (statement) => write.alongside(statement),
  event: (type, data, tabId) => void write.events.push({ type, data, tabId: tabId ?? null }),
  notify: (notice) => void write.notices.push(notice),
  afterCommit: (fn) => void write.after.push(fn),
});
