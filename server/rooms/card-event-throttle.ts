/** Live events for editors' edits of cards: `item` with `ids` and `rev`, at most once a second on a node (SPEC.md). */
import type { Author } from '#schema/access.ts';
import { lockDocument } from '#storage/journal.ts';
import { appendEvent } from '#storage/outbox.ts';
import type { Db, Storage } from '#storage/storage.ts';

export type CardEventThrottleOptions = {
  readonly documentId: string;
  readonly storage: Storage;
  readonly now: () => number;
  /** Called after events were committed. */
  readonly onEmitted: () => void;
};

type Batch = { readonly ids: readonly string[]; readonly rev: number };
type WaitingEvent = Batch & { readonly author: Author };

const everyMs = 1_000;

export class CardEventThrottle {
  readonly #options: CardEventThrottleOptions;
  #emittedAt = 0;
  #waiting: WaitingEvent | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: CardEventThrottleOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#waiting === null;
  }

  /** Emits or keeps the event of a batch that is being written. The transaction has locked the document. */
  async batch(tx: Db, { ids, rev }: Batch, author: Author, at: number): Promise<void> {
    const event = { ids: [...(this.#waiting?.ids ?? []), ...ids], rev, author };
    if (at - this.#emittedAt < everyMs) {
      this.#waiting = event;
      this.#timer ??= setTimeout(() => void this.#later(), everyMs);
      return;
    }
    this.#waiting = null;
    this.#emittedAt = at;
    await this.#append(tx, event, at);
  }

  /** Emits the event that waits. Throws what storage throws. */
  async emitAll(): Promise<void> {
    const event = this.#waiting;
    if (event === null) return;
    this.#waiting = null;
    const { storage, documentId, onEmitted, now } = this.#options;
    const at = now();
    try {
      await storage.transact(async (tx) => {
        if ((await lockDocument(tx, documentId)) !== null) await this.#append(tx, event, at);
      });
    } catch (error) {
      // Edits that came meanwhile are newer.
      this.#waiting = merged(event, this.#waiting);
      throw error;
    }
    this.#emittedAt = at;
    onEmitted();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting = null;
  }

  async #later(): Promise<void> {
    this.#timer = null;
    try {
      await this.emitAll();
    } catch {
      // The database is unavailable: the event waits for another second.
      this.#timer ??= setTimeout(() => void this.#later(), everyMs);
    }
  }

  async #append(tx: Db, { ids, rev, author: { name, color } }: WaitingEvent, at: number): Promise<void> {
    const data = { change: 'edited', ids: [...new Set(ids)], rev, actor: { name, color, agent: false } };
    await appendEvent(tx, { documentId: this.#options.documentId, type: 'item', tabId: null, at, data });
  }
}

const merged = (older: WaitingEvent, newer: WaitingEvent | null): WaitingEvent =>
  newer === null ? older : { ...newer, ids: [...older.ids, ...newer.ids] };
