/**
 * room: one loaded document on this node: the live document that editors share, the shadow that agents' writes are
 * planned on, and the edits that are not yet in the journal.
 *
 * R1  `live` holds every row up to `live.at` and the pending edits; `shadow` holds exactly the rows up to `shadow.at`.
 * R2  Both follow the journal only in a turn (under the room's mutex), row after row.
 * R3  When storage fails a turn, those who have waited for long are refused with it: their turns would take as long.
 */
import type { Document } from '@hocuspocus/server';
import * as Y from 'yjs';

import { cardsWithoutKey } from '#schema/ydoc/cards.ts';
import { StorageUnavailable } from '#storage/failures.ts';
import type { JournalRow } from '#storage/journal.ts';

import type { CardEventThrottle } from './card-event-throttle.ts';
import type { DocumentSize } from './document-size.ts';
import { Mutex } from './mutex.ts';
import { PendingEdits } from './pending-edits.ts';
import type { Shadow } from './shadow.ts';
import type { TabEventThrottle } from './tab-event-throttle.ts';
import { journalOrigin, type WriteOrigin } from './write-origin.ts';

export type LiveCopy = { readonly document: Document; at: number };

const mutexBounds = { waitMs: 5_000, maxWaiting: 1_000 };
/** Storage takes up to 3 s to fail: whoever has waited for longer than this could not be answered within five. */
const hopefulMs = 2_000;

export class Room {
  readonly id: string;
  readonly #mutex = new Mutex(mutexBounds);
  readonly pending = new PendingEdits();
  /** One for this room's shadows, however often they are loaded. */
  readonly clientId: number = new Y.Doc().clientID;
  live: LiveCopy | null = null;
  shadow: Shadow | null = null;
  usedAt = 0;
  /** The furthest position of the journal that this node has seen. Nothing that is loaded goes back behind it. */
  reached: number;
  /** The journal was found to stand behind that, and has not been found further since. */
  isRegressed = false;
  /** Journal rows and bytes since the last snapshot, as far as this node knows. */
  rowsSinceSnapshot = 0;
  bytesSinceSnapshot = 0;
  flushTimer: NodeJS.Timeout | null = null;
  flushFailures = 0;
  /** A follow-up of the journal that waits for its turn. */
  catchingUp: Promise<void> | null = null;
  /** Live events of editors' edits. */
  readonly news: TabEventThrottle;
  readonly cardNews: CardEventThrottle;
  readonly size: DocumentSize;

  constructor(
    id: string,
    reached: number,
    parts: { readonly tabs: TabEventThrottle; readonly cards: CardEventThrottle; readonly size: DocumentSize },
  ) {
    this.id = id;
    this.reached = reached;
    this.size = parts.size;
    this.news = parts.tabs;
    this.cardNews = parts.cards;
  }

  /** Nobody has a turn. */
  get idle(): boolean {
    return this.#mutex.idle;
  }

  /** [R2] [R3] One after the other. Throws Busy. */
  turn<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(async () => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof StorageUnavailable) this.#mutex.turnAway(hopefulMs, error.message);
        throw error;
      }
    });
  }

  /** The position that everything loaded here has reached; Infinity when nothing is loaded. */
  get behind(): number {
    return Math.min(this.live?.at ?? Infinity, this.shadow?.at ?? Infinity);
  }

  /** Whether pending edits may have made cards, which get their numbers with the batch. */
  get hasNewCards(): boolean {
    const { items } = this.pending;
    if (items.size === 0) return false;
    return this.live === null || cardsWithoutKey(this.live.document, items.keys()).length > 0;
  }

  /** [R2] Applies committed rows to what lacks them; editors hear the notices of rows that are new to them. */
  follow(rows: readonly JournalRow[], upTo: number): void {
    for (const row of rows) {
      if (row.seq > upTo) return;
      this.rowsSinceSnapshot += 1;
      this.bytesSinceSnapshot += row.bytes.length;
      this.size.grew(row.bytes.length);
      if (this.shadow !== null && row.seq === this.shadow.at + 1) this.shadow.apply(row.bytes, row.seq);
      if (this.live !== null && row.seq === this.live.at + 1) {
        this.show(row.bytes, journalOrigin);
        this.live.at = row.seq;
        tellEditors(this.live.document, noticesOf(row));
      }
    }
  }

  /** The rows in between are compacted away: takes the whole state instead. */
  jump(state: { readonly update: Uint8Array; readonly seq: number }): void {
    this.reached = Math.max(this.reached, state.seq);
    this.size.loaded(state.update.length + this.pending.bytes);
    this.shadow?.apply(state.update, state.seq);
    if (this.live === null) return;
    this.show(state.update, journalOrigin);
    this.live.at = state.seq;
  }

  /** Applies somebody else's write to the live document. The journal has it before the edits that are pending. */
  show(update: Uint8Array, origin: WriteOrigin): void {
    if (this.live === null) return;
    this.pending.overtakenBy(this.live.document, update);
    Y.applyUpdate(this.live.document, update, origin);
  }

  dropShadow(): void {
    this.shadow?.destroy();
    this.shadow = null;
  }
}

/** Notices follow the change that they tell of: what is buffered for the editors goes out before them. */
export function tellEditors(document: Document, notices: readonly object[]): void {
  if (notices.length > 0) document.flush();
  for (const notice of notices) document.broadcastStateless(JSON.stringify(notice));
}

/** A row of the server carries what editors are told beside the change. */
function noticesOf(row: JournalRow): readonly object[] {
  return row.kind === 'server' && Array.isArray(row.actor) ? (row.actor as object[]) : [];
}
