/**
 * One write on its way to the journal: at most two rows, the editors' pending edits and then its own.
 *
 * Before `show`, nothing of it is in a live document; after `undo`, nothing of it is anywhere.
 */
import { nanoid } from 'nanoid';
import * as Y from 'yjs';

import type { Actor } from '#server/access/actor.ts';
import { cardsWithoutKey, highestKey, setKeys } from '#schema/ydoc/cards.ts';
import { appendJournal, hasWrite, lockDocument } from '#storage/journal.ts';
import { takeKeys } from '#storage/cards.ts';
import type { Db, Storage } from '#storage/storage.ts';

import { onlyDeletes } from './document-size.ts';
import { snapshotsOf } from './element-snapshot.ts';
import { journalBatch, touchedBy } from './journal-batch.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { type Batch, itemsOf } from './pending-edits.ts';
import { type Room, sendNotices } from './room.ts';
import type { Shadow } from './shadow.ts';
import { originOf, type WriteOrigin } from './write-origin.ts';

type OutboxEvent = { readonly type: string; readonly data: object; readonly tabId: string | null };

const lookUpForMs = 4_000;
const lookUpEveryMs = 200;

export class WriteTransaction {
  readonly #writeId = nanoid();
  readonly #origin: WriteOrigin;
  readonly events: OutboxEvent[] = [];
  readonly notices: object[] = [];
  readonly after: (() => void)[] = [];
  #alongside: Promise<unknown>[] = [];
  batch: Batch | null = null;
  /** The last journal position of this write. */
  seq = 0;
  #start = 0;
  /** Of earlier writes in the same transaction. */
  #earlierBytes = 0;
  #batchBytes = 0;
  #update: Uint8Array | null = null;
  /** The numbers of new cards of the editors' edits, as part of their row. */
  #keys: Uint8Array | null = null;
  #shadowChanged = false;

  private constructor(origin: WriteOrigin) {
    this.#origin = origin;
  }

  /** `actor`: null for the server itself. */
  static by(actor: Actor | null): WriteTransaction {
    return new WriteTransaction(originOf(actor));
  }

  get edited(): boolean {
    return this.#update !== null;
  }

  /** True if it added rows to the journal. */
  get hasMoved(): boolean {
    return this.seq > this.#start;
  }

  begin(seq: number): void {
    this.#start = seq;
    this.seq = seq;
  }

  /** Begins after another write in the same transaction. */
  beginAfter(earlier: WriteTransaction): void {
    this.begin(earlier.seq);
    this.#earlierBytes = earlier.#earlierBytes + (earlier.#update?.length ?? 0);
  }

  /** Editors' edits come first: the journal must contain everything that this write may depend on. */
  async journalPending(tx: Db, room: Room, at: number): Promise<void> {
    this.batch = room.pending.take();
    if (this.batch === null) return;
    this.seq += 1;
    const { edits, update, isStale } = this.batch;
    this.#batchBytes = update.length;
    let snapshots = edits.flatMap((edit) => edit.snapshots);
    if (room.shadow !== null) {
      this.#shadowChanged = true;
      // The shadow equals the journal, so it has the values that the batch replaces.
      const snapshotsAfter = isStale ? snapshotsOf(room.shadow.doc, touchedBy(edits)) : null;
      room.shadow.apply(update, this.seq);
      snapshots = snapshotsAfter?.() ?? snapshots;
      this.#keys = await this.#numberCards(tx, room.id, room.shadow, itemsOf(edits).keys());
    }
    const bytes = this.#keys === null ? update : Y.mergeUpdates([update, this.#keys]);
    await journalBatch(tx, room, { batch: this.batch, snapshots }, { seq: this.seq, writeId: `${this.#writeId}-e`, at, bytes });
  }

  /** Numbers new cards in the row that adds them, so no state of the journal has a card without a number. */
  async #numberCards(tx: Db, documentId: string, shadow: Shadow, ids: Iterable<string>): Promise<Uint8Array | null> {
    const unnumbered = cardsWithoutKey(shadow.doc, ids);
    if (unnumbered.length === 0) return null;
    const first = await takeKeys(tx, documentId, unnumbered.length, highestKey(shadow.doc));
    return shadow.change((doc) => setKeys(doc, unnumbered, first), originOf(null));
  }

  edit(shadow: Shadow, change: (doc: Y.Doc) => void): void {
    this.#shadowChanged = true;
    const update = shadow.change(change, this.#origin);
    if (update !== null) this.#update = this.#update === null ? update : Y.mergeUpdates([this.#update, update]);
  }

  /** Adds a statement that finishes before the commit. */
  alongside(statement: Promise<unknown>): void {
    // Errors surface in `settle`; until then the rejection counts as handled.
    statement.catch(() => undefined);
    this.#alongside.push(statement);
  }

  /** Waits for all statements, so that none runs after the end of the transaction. Throws the first failure. */
  async settle(): Promise<void> {
    const statements = this.#alongside;
    this.#alongside = [];
    for (const outcome of await Promise.allSettled(statements)) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** False if this write would make the document too large. */
  fits(room: Room, shadow: Shadow): boolean {
    return this.#update === null || room.size.keeps(this.#update, shadow.doc, this.#earlierBytes);
  }

  /** False if the node has no memory for what this write adds. */
  fitsMemory(room: Room, budget: MemoryBudget): boolean {
    return this.#update === null || budget.allowsGrowth(room, this.#update.length) || onlyDeletes(this.#update);
  }

  journalWrite(tx: Db, room: Room, shadow: Shadow, at: number): void {
    if (this.#update === null && this.notices.length === 0) return;
    this.seq += 1;
    shadow.at = this.seq;
    this.#shadowChanged = true;
    this.#update ??= emptyUpdate;
    const written = appendJournal(tx, {
      documentId: room.id,
      seq: this.seq,
      writeId: `${this.#writeId}-w`,
      kind: 'server',
      actor: this.notices.length === 0 ? null : this.notices,
      bytes: this.#update,
      at,
    });
    this.alongside(written);
  }

  /** Called if the write itself is refused and rolled back, and only the editors' edits are committed. */
  refuse(): void {
    this.events.length = 0;
    this.notices.length = 0;
    this.after.length = 0;
  }

  /** Called after the commit: shows the write to editors, and acknowledges the editors' edits in it. */
  show(room: Room): void {
    const rows = this.seq - this.#start;
    room.size.grew(this.#update?.length ?? 0);
    room.rowsSinceSnapshot += rows;
    room.bytesSinceSnapshot += this.#batchBytes + (this.#update?.length ?? 0);
    if (room.live !== null) {
      if (this.#keys !== null) room.show(this.#keys, originOf(null));
      if (this.#update !== null) room.show(this.#update, this.#origin);
      room.live.at = this.seq;
      sendNotices(room.live.document, this.notices);
    }
    if (this.batch !== null) room.pending.settle(this.batch);
  }

  /** Called if the write failed: puts the editors' edits back and drops the shadow, which is loaded again. */
  undo(room: Room): void {
    if (this.batch !== null) room.pending.putBack(this.batch);
    this.batch = null;
    if (this.#shadowChanged) room.dropShadow();
  }

  /**
   * Looks up the outcome of a COMMIT without an answer, under the row lock, which waits for the lost transaction to end.
   * `unknown` if the write has no row in the journal to look up, or the database is unavailable.
   */
  async lookUpOutcome(room: Room, storage: Storage): Promise<'committed' | 'failed' | 'unknown'> {
    if (!this.hasMoved) return 'unknown';
    const suffix = this.#update === null ? 'e' : 'w';
    for (let waitedMs = 0; waitedMs <= lookUpForMs; waitedMs += lookUpEveryMs) {
      try {
        return await storage.transact(async (tx) => {
          await lockDocument(tx, room.id);
          return (await hasWrite(tx, room.id, `${this.#writeId}-${suffix}`)) ? 'committed' : 'failed';
        });
      } catch {
        await new Promise((resolve) => setTimeout(resolve, lookUpEveryMs));
      }
    }
    return 'unknown';
  }
}

/** For a row without changes that contains a notice. */
const emptyUpdate = Y.encodeStateAsUpdate(new Y.Doc());
