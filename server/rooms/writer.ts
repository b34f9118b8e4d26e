/**
 * The one path on which a document is written (SPEC.md).
 *
 * A write holds the room's mutex, then the document's row, which orders all writes on all nodes. Under the lock it applies the
 * journal rows that it lacks, journals the editors' pending edits, and only then plans. Writes that wait meanwhile share its lock and
 * its commit, each planned on the result of the one before it.
 */
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem, ProblemError } from '#schema/problem.ts';
import { isOfNewerLayout } from '#schema/ydoc/layout-version.ts';
import { CommitUnknown, StorageUnavailable } from '#storage/failures.ts';
import { journalAfter, lockDocument } from '#storage/journal.ts';
import { appendEvent } from '#storage/outbox.ts';
import type { Db, Dialect, Storage } from '#storage/storage.ts';

import { catchUp, type JournalReader } from './journal-reader.ts';
import type { LoadedRooms } from './loaded-rooms.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { RoomWrite } from './port.ts';
import type { Room } from './room.ts';
import { Savepoint } from './savepoint.ts';
import type { Shadow } from './shadow.ts';
import type { WaitingWrite } from './waiting-write.ts';
import { WriteTransaction } from './write-transaction.ts';

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
  /** How long a transaction may take before no further write joins it. */
  readonly sharedMs: Readonly<Record<Dialect, number>>;
};

/** The most writes that share a transaction. */
const sharedMax = 16;

/** A write in a transaction. */
type Attempt = { readonly waiting: WaitingWrite; readonly write: WriteTransaction };
type TakeNext = () => WaitingWrite | null;

export class Writer {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Journals the pending edits. Throws ProblemError (document_not_found). The caller must hold the room's mutex. */
  async flush(room: Room): Promise<void> {
    const write = WriteTransaction.by(null);
    await this.#commit(room, [{ write }], async (tx) => {
      await this.#lock(room, tx, write);
      await this.#journalPending(room, tx, write);
    });
  }

  /**
   * Does a write, and in the same transaction those that `takeNext` returns [RM38]; all of them are answered. If one of several fails in a
   * way that cannot be rolled back alone, each is done again by itself. Throws StorageUnavailable. The caller must hold the room's mutex.
   */
  async write(room: Room, first: WaitingWrite, takeNext: TakeNext = () => null): Promise<void> {
    const { storage, sharedMs } = this.#options;
    const attempts: Attempt[] = [];
    const add = (waiting: WaitingWrite): Attempt => {
      const attempt = { waiting, write: waiting.begin() };
      attempts.push(attempt);
      return attempt;
    };
    const begun = add(first);
    try {
      const shadow = await this.#options.reader.shadow(room);
      if (shadow === null) throw new ProblemError(problem('document_not_found'));
      await this.#commit(room, attempts, async (tx) => {
        const until = performance.now() + sharedMs[storage.dialect];
        let attempt = begun;
        let savepoint = await this.#start(room, tx, attempt);
        if (isOfNewerLayout(shadow.doc)) throw new ProblemError(problem('room_unavailable', { detail: newerLayout }));
        for (;;) {
          await this.#work(room, tx, shadow, attempt, savepoint);
          const isFull = attempts.length === sharedMax || performance.now() > until;
          // Who calls now may name what editors have just added: that is journaled first, in a transaction of its own.
          const waiting = isFull || !room.pending.empty ? null : takeNext();
          if (waiting === null) return;
          const earlier = attempt.write;
          attempt = add(waiting);
          attempt.write.beginAfter(earlier);
          savepoint = await this.#continue(tx, attempt, savepoint);
        }
      });
      for (const { waiting } of attempts) waiting.succeed();
    } catch (error) {
      const isOfStorage = error instanceof StorageUnavailable || error instanceof CommitUnknown;
      if (attempts.length > 1 && !isOfStorage) return this.#writeEachAlone(room, attempts);
      for (const { waiting } of attempts) waiting.fail(error);
      if (isOfStorage) throw error;
    }
  }

  async #writeEachAlone(room: Room, attempts: readonly Attempt[]): Promise<void> {
    for (const [index, { waiting }] of attempts.entries()) {
      try {
        await this.write(room, waiting);
      } catch (error) {
        for (const rest of attempts.slice(index + 1)) rest.waiting.fail(error);
        throw error;
      }
    }
  }

  /** Locks the document and journals the pending edits. Returns where these end; null if there were none. */
  async #start(room: Room, tx: Db, { waiting, write }: Attempt): Promise<Savepoint | null> {
    await this.#lock(room, tx, write, waiting);
    await this.#journalPending(room, tx, write);
    if (write.batch === null) return null;
    // What was read before the editors' edits were journaled is no longer current.
    const [savepoint] = await Promise.all([Savepoint.set(tx), waiting.read(tx)]);
    return savepoint;
  }

  /** Begins another write in the same transaction. Returns where the previous one ends. */
  async #continue(tx: Db, { waiting }: Attempt, previous: Savepoint | null): Promise<Savepoint> {
    const [savepoint] = await Promise.all([previous?.move() ?? Savepoint.set(tx), waiting.read(tx)]);
    return savepoint;
  }

  /** `savepoint`: what a refusal is rolled back to; without one, it ends the transaction. */
  async #work(room: Room, tx: Db, shadow: Shadow, { waiting, write }: Attempt, savepoint: Savepoint | null): Promise<void> {
    const { now, budget } = this.#options;
    let answer: unknown;
    try {
      answer = await waiting.run(portOf(shadow, tx, write));
    } catch (error) {
      await write.settle().catch(() => undefined);
      throw error;
    }
    if (isProblem(answer)) {
      await write.settle();
      if (savepoint === null || write.edited) throw new ProblemError(answer);
      // What comes before it in the transaction is kept: edits of editors, and other writes.
      await savepoint.rollBack();
      write.refuse();
      return;
    }
    if (!write.fits(room, shadow)) throw new ProblemError(documentTooLarge());
    if (!write.fitsMemory(room, budget)) throw new ProblemError(problem('room_unavailable', { detail: noMemory, retryAfter: 1 }));
    write.journalWrite(tx, room, shadow, now());
    for (const event of write.events) write.alongside(appendEvent(tx, { documentId: room.id, at: now(), ...event }));
    await write.settle();
  }

  /** What follows the lock is sent right behind it, so it costs no round trip of its own: missing rows, and what the write reads. */
  async #lock(room: Room, tx: Db, write: WriteTransaction, waiting?: WaitingWrite): Promise<void> {
    const locking = lockDocument(tx, room.id);
    const mayLackRows = this.#options.storage.dialect === 'postgres' && room.behind !== Infinity;
    const journal = mayLackRows ? journalAfter(tx, room.id, room.behind) : null;
    journal?.catch(() => undefined);
    const reading = waiting?.read(tx);
    reading?.catch(() => undefined);
    const locked = await locking;
    if (locked === null) throw new ProblemError(problem('document_not_found'));
    await this.#options.reader.follow(room, tx, locked.seq, journal);
    write.begin(locked.seq);
  }

  /** Editors' edits come first: the journal must contain everything that the writes may depend on. */
  async #journalPending(room: Room, tx: Db, write: WriteTransaction): Promise<void> {
    const { rooms, reader, now } = this.#options;
    // Both need the shadow: snapshots of stale edits are taken from it, and new cards are numbered on it. A room that needs it once
    // will probably need it again.
    if (room.pending.isStale || room.hasNewCards) {
      rooms.used(room);
      await reader.shadow(room, tx);
    }
    await write.journalPending(tx, room, now());
  }

  /** Commits work and shows its writes; if it fails, undoes them and throws. Work may add writes. */
  async #commit(room: Room, writes: readonly Pick<Attempt, 'write'>[], work: (tx: Db) => Promise<void>): Promise<void> {
    try {
      await this.#options.storage.transact(work);
    } catch (error) {
      const outcome = error instanceof CommitUnknown ? await this.#lookUpOutcome(room, writes) : 'failed';
      if (outcome !== 'committed') {
        for (const { write } of writes) write.undo(room);
        throw outcome === 'failed' && error instanceof CommitUnknown
          ? new StorageUnavailable('the commit did not take place', { cause: error })
          : error;
      }
    }
    this.#committed(
      room,
      writes.map(({ write }) => write),
    );
  }

  #lookUpOutcome(room: Room, writes: readonly Pick<Attempt, 'write'>[]): Promise<'committed' | 'failed' | 'unknown'> {
    const moved = writes.findLast(({ write }) => write.hasMoved);
    return moved?.write.lookUpOutcome(room, this.#options.storage) ?? Promise.resolve('unknown');
  }

  #committed(room: Room, writes: readonly WriteTransaction[]): void {
    const { notifyNodes, log, onCommitted } = this.#options;
    for (const write of writes) write.show(room);
    const seq = writes.at(-1)?.seq ?? 0;
    room.reached = Math.max(room.reached, seq);
    if (room.shadow?.isBehind === true) void this.#catchUpSoon(room, room.shadow);
    const hasMoved = writes.some((write) => write.hasMoved);
    if (hasMoved || writes.some(({ events }) => events.length > 0)) notifyNodes(room.id, hasMoved ? seq : null);
    for (const fn of writes.flatMap(({ after }) => after)) {
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
