/**
 * writer: the one path on which anything is written to a document.
 *
 * W1  A write holds the room's mutex, then the document's row: one row orders all writes to a document on all nodes.
 * W2  Under the lock it first applies the journal rows that it lacks, then journals the editors' pending edits, then plans.
 * W3  The live document changes only after COMMIT; what is rolled back was never visible to anybody.
 * W4  When anything fails, pending edits go back and the shadow is dropped: it is rebuilt from the journal.
 * W5  A COMMIT of unknown outcome is looked up under the row lock before anything is answered.
 * W6  Nothing makes a document larger than documents may be, and nothing is written to one of a newer layout.
 */
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem, ProblemError } from '#schema/problem.ts';
import { isOfNewerLayout } from '#schema/ydoc/layout-version.ts';
import { CommitUnknown, StorageUnavailable } from '#storage/failures.ts';
import { journalAfter, lockDocument } from '#storage/journal.ts';
import { appendEvent } from '#storage/outbox.ts';
import type { Db, Storage } from '#storage/storage.ts';

import { catchUp, type JournalReader } from './journal-reader.ts';
import type { LoadedRooms } from './loaded-rooms.ts';
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
  /** Called after every commit that moved the journal, or (`seq` null) only told an event. */
  readonly ring: (documentId: string, seq: number | null) => void;
  readonly onCommitted: (room: Room) => void;
};

export class Writer {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** [W1]–[W5] The caller holds the room's mutex. Without work it journals the pending edits only. */
  async run<T>(
    room: Room,
    underway: WriteTransaction,
    work: ((room: RoomWrite) => Promise<T | Problem>) | null,
  ): Promise<T | Problem> {
    const { storage, rooms, reader, now } = this.#options;
    const shadow = work === null ? room.shadow : await reader.shadow(room);
    if (work !== null && shadow === null) return problem('document_not_found');
    let value: T | Problem | undefined;
    try {
      await storage.transact(async (tx) => {
        await this.#lock(room, tx, underway);
        // What doubtful edits found is read from the journal, and new cards are numbered on it; where it was needed once it
        // will be again.
        if (room.pending.isDoubtful || room.hasNewCards) {
          rooms.used(room);
          await reader.shadow(room, tx);
        }
        await underway.journalPending(tx, room, now());
        if (work === null || shadow === null) return;
        if (isOfNewerLayout(shadow.doc)) throw new ProblemError(problem('room_unavailable', { detail: newerLayout }));
        const savepoint = underway.batch === null ? null : await Savepoint.set(tx);
        try {
          value = await work(portOf(shadow, tx, underway));
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
        if (!underway.fits(room, shadow)) throw new ProblemError(tooLarge());
        underway.journalWrite(tx, room, shadow, now());
        for (const event of underway.events) underway.alongside(appendEvent(tx, { documentId: room.id, at: now(), ...event }));
        await underway.settle();
      });
    } catch (error) {
      const outcome = error instanceof CommitUnknown ? await underway.findOut(room, storage) : 'failed';
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
  async #lock(room: Room, tx: Db, underway: WriteTransaction): Promise<void> {
    const locking = lockDocument(tx, room.id);
    // Sent behind the lock, the question what other nodes wrote costs no journey of its own.
    const isShared = this.#options.storage.dialect === 'postgres' && room.behind !== Infinity;
    const rows = isShared ? journalAfter(tx, room.id, room.behind) : null;
    rows?.catch(() => undefined);
    const locked = await locking;
    if (locked === null) throw new ProblemError(problem('document_not_found'));
    await this.#options.reader.follow(room, tx, locked.seq, rows);
    underway.begin(locked.seq);
  }

  /** [W3] */
  #committed(room: Room, underway: WriteTransaction): void {
    const { ring, log, onCommitted } = this.#options;
    underway.show(room);
    room.reached = Math.max(room.reached, underway.seq);
    if (room.shadow?.isBehind === true) void this.#catchUpSoon(room, room.shadow);
    if (underway.hasMoved || underway.events.length > 0) ring(room.id, underway.hasMoved ? underway.seq : null);
    for (const fn of underway.after) {
      try {
        fn();
      } catch (error) {
        log.error({ err: error, document: room.id }, 'a listener of a commit failed');
      }
    }
    onCommitted(room);
  }

  /** Nobody waits for it: whoever needs it sooner does it himself. */
  async #catchUpSoon(room: Room, shadow: Shadow): Promise<void> {
    try {
      await catchUp(room, shadow);
    } catch (error) {
      this.#options.log.error({ err: error, document: room.id }, 'a shadow could not be brought up to date');
    }
  }
}

const tooLarge = (): Problem =>
  problem('too_large', {
    limit: limits.documentBytes,
    detail: `The document would be larger than ${limits.documentBytes / 1024 / 1024} MiB; nothing was applied.`,
    hint: 'Delete what is not needed any more, or go on in another document.',
  });

const newerLayout = 'The document was written by a newer version of Atelier and can only be read here; nothing was applied.';

const portOf = (shadow: Shadow, tx: Db, underway: WriteTransaction): RoomWrite => ({
  tx,
  doc: shadow.doc,
  position: underway.seq + 1,
  tabs: () => shadow.tabs,
  tab: (tabId) => shadow.tab(tabId),
  counts: (tabId) => shadow.counts(tabId),
  lint: (tabId, draft, changed) => shadow.lint(tabId, draft, changed),
  lintChange: (tabId, plan) => shadow.lintChange(tabId, plan),
  threadsOn: (tabId) => shadow.threadsOn(tabId),
  workbook: () => shadow.workbook,
  comments: () => shadow.comments,
  board: shadow.plan,
  edit: (change) => underway.edit(shadow, change),
  alongside: (statement) => underway.alongside(statement),
  event: (type, data, tabId) => void underway.events.push({ type, data, tabId: tabId ?? null }),
  notify: (notice) => void underway.notices.push(notice),
  afterCommit: (fn) => void underway.after.push(fn),
});
