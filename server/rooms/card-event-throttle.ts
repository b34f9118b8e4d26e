/**
 * card-event-throttle: live events that tell of editors' edits of cards: `item` with `ids` and `rev`, at most once a second on a node.
 *
 * N1  The first batch is told in its own transaction, and so is each that comes a second after what was told last.
 * N2  What came in between is told at the end of that second, all cards in one event, with the revision of the last batch.
 */
import type { Author } from '#schema/access.ts';
import { lockDocument } from '#storage/journal.ts';
import { appendEvent } from '#storage/outbox.ts';
import type { Db, Storage } from '#storage/storage.ts';

export type CardEventThrottleOptions = {
  readonly documentId: string;
  readonly storage: Storage;
  readonly now: () => number;
  /** Events were committed. */
  readonly onTold: () => void;
};

type Batch = { readonly ids: readonly string[]; readonly rev: number };
type Untold = Batch & { readonly author: Author };

const everyMs = 1_000;

export class CardEventThrottle {
  readonly #options: CardEventThrottleOptions;
  #toldAt = 0;
  #untold: Untold | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: CardEventThrottleOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#untold === null;
  }

  /** [N1] A batch that is being written. The transaction has locked the document. */
  async batch(tx: Db, { ids, rev }: Batch, author: Author, at: number): Promise<void> {
    const untold = { ids: [...(this.#untold?.ids ?? []), ...ids], rev, author };
    if (at - this.#toldAt < everyMs) {
      this.#untold = untold;
      this.#timer ??= setTimeout(() => void this.#later(), everyMs);
      return;
    }
    this.#untold = null;
    this.#toldAt = at;
    await this.#append(tx, untold, at);
  }

  /** [N2] Throws what storage throws. */
  async tellAll(): Promise<void> {
    const untold = this.#untold;
    if (untold === null) return;
    this.#untold = null;
    const { storage, documentId, onTold, now } = this.#options;
    const at = now();
    try {
      await storage.transact(async (tx) => {
        if ((await lockDocument(tx, documentId)) !== null) await this.#append(tx, untold, at);
      });
    } catch (error) {
      // What came meanwhile is newer.
      this.#untold = joined(untold, this.#untold);
      throw error;
    }
    this.#toldAt = at;
    onTold();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#untold = null;
  }

  async #later(): Promise<void> {
    this.#timer = null;
    try {
      await this.tellAll();
    } catch {
      // The database is away; what is untold stays so until the next second.
      this.#timer ??= setTimeout(() => void this.#later(), everyMs);
    }
  }

  async #append(tx: Db, { ids, rev, author: { name, color } }: Untold, at: number): Promise<void> {
    const data = { change: 'edited', ids: [...new Set(ids)], rev, actor: { name, color, agent: false } };
    await appendEvent(tx, { documentId: this.#options.documentId, type: 'item', tabId: null, at, data });
  }
}

const joined = (older: Untold, newer: Untold | null): Untold =>
  newer === null ? older : { ...newer, ids: [...older.ids, ...newer.ids] };
