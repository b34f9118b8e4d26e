/**
 * The readers of published links on all nodes (SPEC.md, PB15). Each node stores its own numbers every few seconds; without a second
 * node there is nothing to store.
 */
import { nanoid } from 'nanoid';

import { putReaders, readersElsewhere } from '#storage/published-readers.ts';
import type { Storage } from '#storage/storage.ts';

import type { Publications } from './publications.ts';

export type ReaderCountsOptions = {
  readonly storage: Storage;
  readonly publications: Publications;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
};

const storeMs = 3_000;
/** Numbers that do not change are stored again after this. */
const repeatMs = 30_000;
/** Older numbers do not count: their node has ended. Clocks of nodes differ by a little. */
const staleMs = 3 * repeatMs;

export class ReaderCounts {
  readonly #options: ReaderCountsOptions;
  readonly #nodeId = nanoid();
  #timer: NodeJS.Timeout | undefined;
  #stored = '';
  #storedAt = 0;
  #storing: Promise<void> | null = null;

  constructor(options: ReaderCountsOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#options.storage.dialect === 'sqlite') return;
    this.#timer = setInterval(() => void this.store(), storeMs);
    this.#timer.unref();
  }

  /** Removes this node's numbers. Never rejects. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#storing;
    if (this.#stored !== '' && this.#stored !== '[]') await this.#put([]);
  }

  /** By link id. Throws what storage throws. */
  async of(linkIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { storage, publications, now } = this.#options;
    const here = publications.readers();
    const elsewhere =
      storage.dialect === 'sqlite'
        ? new Map<string, number>()
        : await readersElsewhere(storage.db, this.#nodeId, linkIds, now() - staleMs);
    return new Map(linkIds.map((id) => [id, (here.get(id)?.readers ?? 0) + (elsewhere.get(id) ?? 0)]));
  }

  /** Stores this node's numbers if they have changed. Never rejects. */
  store(): Promise<void> {
    this.#storing ??= this.#store().finally(() => {
      this.#storing = null;
    });
    return this.#storing;
  }

  async #store(): Promise<void> {
    const counts = Array.from(this.#options.publications.readers(), ([linkId, count]) => ({ linkId, ...count }));
    const text = JSON.stringify(counts);
    const isKnown = text === this.#stored || (counts.length === 0 && this.#stored === '');
    if (isKnown && (counts.length === 0 || this.#options.now() - this.#storedAt < repeatMs)) return;
    if (await this.#put(counts)) this.#stored = text;
  }

  async #put(counts: Parameters<typeof putReaders>[2]): Promise<boolean> {
    const { storage, now, log } = this.#options;
    const at = now();
    try {
      await storage.transact((tx) => putReaders(tx, this.#nodeId, counts, { at, staleBefore: at - staleMs }));
      this.#storedAt = at;
      return true;
    } catch (error) {
      log.warn({ err: error }, 'the readers of published boards could not be counted');
      return false;
    }
  }
}
