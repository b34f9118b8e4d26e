/**
 * write-transaction: one write on its way to the journal, from the row lock to the screens of editors.
 *
 * U1  Until `show`, nothing of it is in a live document; after `undo`, nothing of it is anywhere.
 * U2  A write is at most two rows: the editors' edits that were pending, then its own.
 * U3  A card that an editor made gets its number in the row that makes it, so no state of the journal has one without.
 */
import { nanoid } from 'nanoid';
import * as Y from 'yjs';

import type { Actor } from '#server/access/actor.ts';
import { cardsWithoutKey, highestKey, setKeys } from '#schema/ydoc/cards.ts';
import { appendJournal, hasWrite, lockDocument } from '#storage/journal.ts';
import { takeKeys } from '#storage/cards.ts';
import type { Db, Storage } from '#storage/storage.ts';

import { snapshotsOf } from './element-snapshot.ts';
import { journalBatch, touchedBy } from './journal-batch.ts';
import { type Batch, itemsOf } from './pending-edits.ts';
import { type Room, tellEditors } from './room.ts';
import type { Shadow } from './shadow.ts';
import { originOf, type WriteOrigin } from './write-origin.ts';

type Event = { readonly type: string; readonly data: object; readonly tabId: string | null };

const findOutForMs = 4_000;
const findOutEveryMs = 200;

export class WriteTransaction {
  readonly #writeId = nanoid();
  readonly #origin: WriteOrigin;
  readonly events: Event[] = [];
  readonly notices: object[] = [];
  readonly after: (() => void)[] = [];
  #alongside: Promise<unknown>[] = [];
  batch: Batch | null = null;
  /** The last position that this write reaches. */
  seq = 0;
  #began = 0;
  #batchBytes = 0;
  #update: Uint8Array | null = null;
  /** Numbers of cards that the editors' edits made: part of their row. */
  #keys: Uint8Array | null = null;
  #shadowChanged = false;

  private constructor(origin: WriteOrigin) {
    this.#origin = origin;
  }

  /** Null: the server itself. */
  static by(actor: Actor | null): WriteTransaction {
    return new WriteTransaction(originOf(actor));
  }

  get edited(): boolean {
    return this.#update !== null;
  }

  /** True when it put rows into the journal. */
  get hasMoved(): boolean {
    return this.seq > this.#began;
  }

  begin(seq: number): void {
    this.#began = seq;
    this.seq = seq;
  }

  /** Edits of editors first: the journal must hold whatever this write may build on. */
  async journalPending(tx: Db, room: Room, at: number): Promise<void> {
    this.batch = room.pending.take();
    if (this.batch === null) return;
    this.seq += 1;
    const { edits, update, isDoubtful } = this.batch;
    this.#batchBytes = update.length;
    let images = edits.flatMap((edit) => edit.images);
    if (room.shadow !== null) {
      this.#shadowChanged = true;
      // It is what the journal is: what the batch finds there is what it changes.
      const found = isDoubtful ? snapshotsOf(room.shadow.doc, touchedBy(edits)) : null;
      room.shadow.apply(update, this.seq);
      images = found?.() ?? images;
      this.#keys = await this.#giveKeys(tx, room.id, room.shadow, itemsOf(edits).keys());
    }
    const bytes = this.#keys === null ? update : Y.mergeUpdates([update, this.#keys]);
    await journalBatch(tx, room, { batch: this.batch, images }, { seq: this.seq, writeId: `${this.#writeId}-e`, at, bytes });
  }

  /** [U3] The caller has seen to it that there is a shadow when there are new cards. */
  async #giveKeys(tx: Db, documentId: string, shadow: Shadow, ids: Iterable<string>): Promise<Uint8Array | null> {
    const fresh = cardsWithoutKey(shadow.doc, ids);
    if (fresh.length === 0) return null;
    const first = await takeKeys(tx, documentId, fresh.length, highestKey(shadow.doc));
    return shadow.change((doc) => setKeys(doc, fresh, first), originOf(null));
  }

  edit(shadow: Shadow, change: (doc: Y.Doc) => void): void {
    this.#shadowChanged = true;
    const update = shadow.change(change, this.#origin);
    if (update !== null) this.#update = this.#update === null ? update : Y.mergeUpdates([this.#update, update]);
  }

  /** A statement that is settled before the commit. */
  alongside(statement: Promise<unknown>): void {
    // Whoever settles hears of a failure; until then it is nobody's.
    statement.catch(() => undefined);
    this.#alongside.push(statement);
  }

  /** Waits for all statements, so that none comes after the end of the transaction; throws the first failure. */
  async settle(): Promise<void> {
    const statements = this.#alongside;
    this.#alongside = [];
    for (const outcome of await Promise.allSettled(statements)) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** False when the document would be larger with this write than documents may be. */
  fits(room: Room, shadow: Shadow): boolean {
    return this.#update === null || room.size.keeps(this.#update, shadow.doc);
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

  /** The write itself is refused and undone; only the editors' edits are committed. */
  refuse(): void {
    this.events.length = 0;
    this.notices.length = 0;
    this.after.length = 0;
  }

  /** [U1] Committed: editors see it, and those whose edits came along are acknowledged. */
  show(room: Room): void {
    const rows = this.seq - this.#began;
    room.size.grew(this.#update?.length ?? 0);
    room.rowsSinceSnapshot += rows;
    room.bytesSinceSnapshot += this.#batchBytes + (this.#update?.length ?? 0);
    if (room.live !== null) {
      if (this.#keys !== null) room.show(this.#keys, originOf(null));
      if (this.#update !== null) room.show(this.#update, this.#origin);
      room.live.at = this.seq;
      tellEditors(room.live.document, this.notices);
    }
    if (this.batch !== null) room.pending.settle(this.batch);
  }

  /** [U1] */
  undo(room: Room): void {
    if (this.batch !== null) room.pending.putBack(this.batch);
    this.batch = null;
    if (this.#shadowChanged) room.dropShadow();
  }

  /**
   * COMMIT was sent and nobody heard its end: asks under the row lock, which waits for the lost transaction to end.
   * `unknown` when nothing of it is in the journal to ask for, or the database cannot be asked.
   */
  async findOut(room: Room, storage: Storage): Promise<'committed' | 'failed' | 'unknown'> {
    if (!this.hasMoved) return 'unknown';
    const suffix = this.#update === null ? 'e' : 'w';
    for (let waitedMs = 0; waitedMs <= findOutForMs; waitedMs += findOutEveryMs) {
      try {
        return await storage.transact(async (tx) => {
          await lockDocument(tx, room.id);
          return (await hasWrite(tx, room.id, `${this.#writeId}-${suffix}`)) ? 'committed' : 'failed';
        });
      } catch {
        await new Promise((resolve) => setTimeout(resolve, findOutEveryMs));
      }
    }
    return 'unknown';
  }
}

/** A row that changes nothing: it carries a notice. */
const emptyUpdate = Y.encodeStateAsUpdate(new Y.Doc());
