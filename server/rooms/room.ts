/**
 * One loaded document on this node: the live document that editors share, the shadow for planning writes, and the edits that are
 * not yet in the journal.
 *
 * `live` contains every row up to `live.at` and the pending edits; `shadow` exactly the rows up to `shadow.at`. Both follow the
 * journal row by row, only in a turn, that is, under the room's mutex.
 */
import type { Document } from '@hocuspocus/server';
import * as Y from 'yjs';

import { cardsWithoutKey } from '#schema/ydoc/cards.ts';
import { StorageUnavailable } from '#storage/failures.ts';
import type { JournalRow } from '#storage/journal.ts';
import { resumeAccount } from '#server/budgets/current-account.ts';

import type { CardEventThrottle } from './card-event-throttle.ts';
import type { DocumentSize } from './document-size.ts';
import type { JournalState } from './journal-reader.ts';
import { Mutex } from './mutex.ts';
import { PendingEdits } from './pending-edits.ts';
import type { Shadow } from './shadow.ts';
import type { TabEventThrottle } from './tab-event-throttle.ts';
import type { WaitingWrite } from './waiting-write.ts';
import { journalOrigin, type WriteOrigin } from './write-origin.ts';

export type LiveCopy = { readonly document: Document; at: number };

const mutexBounds = { waitMs: 5_000, maxWaiting: 1_000 };
/** Storage takes up to 3 s to fail: a caller that has waited for longer could not be answered within five. */
const refusedAfterMs = 2_000;

export class Room {
  readonly id: string;
  readonly #mutex = new Mutex<WaitingWrite>(mutexBounds);
  readonly pending = new PendingEdits();
  /** The same for all shadows of this room. */
  readonly clientId: number = new Y.Doc().clientID;
  live: LiveCopy | null = null;
  shadow: Shadow | null = null;
  usedAt = 0;
  /** The furthest position of the journal that this node has seen. Nothing older is loaded. */
  reached: number;
  /** The journal was found behind `reached`, and has not caught up since. */
  isRegressed = false;
  /** Journal rows and bytes since the last snapshot, as far as this node knows. */
  rowsSinceSnapshot = 0;
  bytesSinceSnapshot = 0;
  flushTimer: NodeJS.Timeout | null = null;
  flushFailures = 0;
  /** A catch-up that waits for its turn. */
  catchingUp: Promise<void> | null = null;
  readonly tabEvents: TabEventThrottle;
  readonly cardEvents: CardEventThrottle;
  readonly size: DocumentSize;

  constructor(
    id: string,
    reached: number,
    parts: { readonly tabs: TabEventThrottle; readonly cards: CardEventThrottle; readonly size: DocumentSize },
  ) {
    this.id = id;
    this.reached = reached;
    this.size = parts.size;
    this.tabEvents = parts.tabs;
    this.cardEvents = parts.cards;
  }

  /** True if no turn is under way. */
  get idle(): boolean {
    return this.#mutex.idle;
  }

  /**
   * Runs turns one after the other. If storage fails a turn, callers that have waited for long are refused with it, as their turns would
   * take as long. Throws Busy.
   */
  turn<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(() => this.#turnOf(work));
  }

  /** A turn for a write that the turn of an earlier one may take (`takeWrite`). */
  writeTurn(write: WaitingWrite, work: () => Promise<void>): Promise<void> {
    return this.#mutex.runUnlessTaken(write, () => this.#turnOf(work));
  }

  /** The next write that waits for a turn and may share the current one; null if there is none. */
  takeWrite(): WaitingWrite | null {
    return this.#mutex.takeJob();
  }

  async #turnOf<T>(work: () => Promise<T>): Promise<T> {
    resumeAccount();
    try {
      return await work();
    } catch (error) {
      if (error instanceof StorageUnavailable) this.#mutex.turnAway(refusedAfterMs, error.message);
      throw error;
    }
  }

  /** The position up to which everything loaded here follows the journal; Infinity if nothing is loaded. */
  get behind(): number {
    return Math.min(this.live?.at ?? Infinity, this.shadow?.at ?? Infinity);
  }

  /** Whether pending edits may have added cards, which are numbered with the batch. */
  get hasNewCards(): boolean {
    const { items } = this.pending;
    if (items.size === 0) return false;
    return this.live === null || cardsWithoutKey(this.live.document, items.keys()).length > 0;
  }

  /** Applies committed rows to live document and shadow, and sends their notices to the editors. */
  follow(rows: readonly JournalRow[], upTo: number): void {
    this.shadow?.follow(rows, upTo);
    for (const row of rows) {
      if (row.seq > upTo) return;
      this.rowsSinceSnapshot += 1;
      this.bytesSinceSnapshot += row.bytes.length;
      this.size.grew(row.bytes.length);
      if (this.live !== null && row.seq === this.live.at + 1) {
        this.show(row.bytes, journalOrigin);
        this.live.at = row.seq;
        sendNotices(this.live.document, noticesOf(row));
      }
    }
  }

  /** Applies a whole state if the rows before it were compacted away. */
  jump(state: JournalState): void {
    this.reached = Math.max(this.reached, state.seq);
    this.size.loaded(state.bytes + this.pending.bytes);
    for (const update of state.updates) this.shadow?.apply(update, state.seq);
    if (this.live === null) return;
    for (const update of state.updates) this.show(update, journalOrigin);
    this.live.at = state.seq;
  }

  /** Applies an update from elsewhere, which precedes the pending edits in the journal, to the live document. */
  show(update: Uint8Array, origin: WriteOrigin): void {
    if (this.live === null) return;
    this.pending.checkConflict(this.live.document, update);
    Y.applyUpdate(this.live.document, update, origin);
  }

  dropShadow(): void {
    this.shadow?.destroy();
    this.shadow = null;
  }
}

/** Notices follow the change that they describe, so buffered updates are flushed first. */
export function sendNotices(document: Document, notices: readonly object[]): void {
  if (notices.length > 0) document.flush();
  for (const notice of notices) document.broadcastStateless(JSON.stringify(notice));
}

/** Rows of the server contain the notices for editors. */
function noticesOf(row: JournalRow): readonly object[] {
  return row.kind === 'server' && Array.isArray(row.actor) ? (row.actor as object[]) : [];
}
