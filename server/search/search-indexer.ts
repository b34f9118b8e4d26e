/**
 * Keeps the search index of a node up to date, behind the writes (SPEC.md).
 *
 * A write only notes its document. What no note has reached (the index was lost, a node was killed, a release derives more) is found by
 * comparing the cursors of the index with the positions of the journals.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { StorageUnavailable } from '#storage/failures.ts';
import { indexPositionOf, positionsAfter } from '#storage/search/index-positions.ts';
import { isIndexDamaged, type SearchStorage } from '#storage/search/open-search.ts';
import { cursorsBetween } from '#storage/search/write-index.ts';
import { takeDailyTurn } from '#storage/settings.ts';
import type { Storage } from '#storage/storage.ts';

import { DocumentIndexer, isCurrent } from './document-indexer.ts';
import { restMs } from './rest-ms.ts';

export type SearchIndexerOptions = {
  readonly storage: Storage;
  readonly search: SearchStorage;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
  /** Called when a lost or damaged index is made again. */
  readonly onReset?: () => void;
};

/** Writes that follow each other within this time are indexed together. */
const gatherMs = 400;
const pollMs = 15_000;
/** How often nodes look whether the daily verification is due. */
const verifyMs = 10 * 60_000;
/** What was written more recently, another node may be about to index. */
const settledMs = 3_000;
const documentsPerRead = 500;
/** A disk that keeps damaging the index must not keep the node busy. */
const betweenResetsMs = 10_000;

type Reason = 'behind' | 'verify';

export class SearchIndexer {
  readonly #options: SearchIndexerOptions;
  readonly #documents: DocumentIndexer;
  /** Noted documents, with the time from which they are indexed. */
  readonly #noted = new Map<string, number>();
  /** What a comparison has found; waits for noted ones. */
  readonly #found = new Map<string, Reason>();
  /** Documents that could not be read, with the position at which; a comparison does not try them again there. */
  readonly #unreadable = new Map<string, number>();
  #loop: Promise<void> | null = null;
  #comparison: Promise<void> | null = null;
  readonly #timers: NodeJS.Timeout[] = [];
  #isStarted = false;
  readonly #closing = new AbortController();
  #prepared: Promise<void> | null = null;
  #resetAt = -Infinity;
  #reset: Promise<void> | null = null;

  constructor(options: SearchIndexerOptions) {
    this.#options = options;
    this.#documents = new DocumentIndexer(options);
  }

  /** Documents that this node is about to index. */
  get waiting(): number {
    return this.#noted.size + this.#found.size;
  }

  /** Until then it indexes nothing. */
  start(): void {
    this.#isStarted = true;
    void this.compare();
    this.#timers.push(
      setInterval(() => void this.compare({ settled: true }), pollMs).unref(),
      setInterval(() => void this.#verify(), verifyMs).unref(),
    );
  }

  /** This node has written to the document. */
  noteWrite(documentId: string): void {
    if (!this.#isStarted || this.#noted.has(documentId) || this.#closing.signal.aborted) return;
    this.#noted.set(documentId, performance.now() + gatherMs);
    this.#run();
  }

  /** Runs a read of the index; once more on an empty index if it is lost or damaged. Throws what storage throws. */
  async read<T>(use: (search: SearchStorage) => Promise<T>): Promise<T> {
    const { search } = this.#options;
    try {
      await this.#prepare();
      return await use(search);
    } catch (error) {
      if (!(await this.#repaired(error))) throw error;
      return use(search);
    }
  }

  /** Finds documents whose index is not current, and indexed ones that are gone. Joins a comparison that is running. Never rejects. */
  compare(options: { readonly all?: boolean; readonly settled?: boolean } = {}): Promise<void> {
    this.#comparison ??= this.#compareAll(options)
      .catch((error: unknown) => this.#fail(error, 'the search index could not be compared'))
      .finally(() => {
        this.#comparison = null;
      });
    return this.#comparison;
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    while (this.#loop !== null || this.#comparison !== null) await Promise.all([this.#loop, this.#comparison]);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers) clearInterval(timer);
    this.#noted.clear();
    this.#found.clear();
    await this.settled();
    await this.#documents.close();
    await this.#options.search.close();
  }

  async #verify(): Promise<void> {
    const { storage, now } = this.#options;
    try {
      if (await storage.transact((tx) => takeDailyTurn(tx, 'search_verified', now())))
        await this.compare({ all: true, settled: true });
    } catch (error) {
      await this.#fail(error, 'the search index could not be verified');
    }
  }

  /** `all`: verify also what seems to be current. `settled`: leave what was written recently to the node that wrote it. */
  async #compareAll({ all = false, settled = false }: { readonly all?: boolean; readonly settled?: boolean }): Promise<void> {
    const { storage, search, now } = this.#options;
    await this.#prepare();
    for (let after = ''; !this.#closing.signal.aborted;) {
      const positions = await positionsAfter(storage.db, after, documentsPerRead);
      const last = positions.length < documentsPerRead ? null : (positions.at(-1)?.id ?? null);
      const cursors = await cursorsBetween(search.db, after, last);
      const ids = new Set(positions.map(({ id }) => id));
      for (const { id, ...position } of positions) {
        const cursor = cursors.get(id);
        const isBehind = cursor === undefined || !isCurrent(cursor, position);
        if (isBehind && this.#unreadable.get(id) === position.seq) continue;
        if (isBehind && (!settled || position.at < now() - settledMs)) this.#found.set(id, 'behind');
        else if (all && !isBehind) this.#found.set(id, 'verify');
      }
      // Indexing finds out whether the document is gone, or was created in between.
      for (const id of cursors.keys()) if (!ids.has(id)) this.#found.set(id, 'behind');
      this.#run();
      if (last === null) return;
      after = last;
      await sleep(10);
    }
  }

  #run(): void {
    this.#loop ??= this.#indexWaiting().finally(() => {
      this.#loop = null;
      if (this.waiting > 0) this.#run();
    });
  }

  async #indexWaiting(): Promise<void> {
    let before = performance.eventLoopUtilization();
    for (;;) {
      const next = await this.#next();
      if (next === null) return;
      const startedAt = performance.now();
      try {
        await this.#prepare();
        const isWritten = await this.#documents.index(next.id, { verify: next.reason === 'verify' });
        // The other node may have read less of the journal.
        if (!isWritten) this.noteWrite(next.id);
      } catch (error) {
        await this.#fail(error, 'a document could not be indexed', next.id);
        if (!(error instanceof StorageUnavailable) && !isIndexDamaged(error)) await this.#setAside(next.id);
      }
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      await this.#rest(restMs(performance.now() - startedAt, utilization));
    }
  }

  async #setAside(documentId: string): Promise<void> {
    const position = await indexPositionOf(this.#options.storage.db, documentId).catch(() => null);
    if (position !== null) this.#unreadable.set(documentId, position.seq);
  }

  /** Waits until the first noted document is due, if nothing else is to be done; null: there is nothing. */
  async #next(): Promise<{ readonly id: string; readonly reason: Reason } | null> {
    for (;;) {
      const [noted] = this.#noted;
      const waitMs = noted === undefined ? Infinity : noted[1] - performance.now();
      if (noted !== undefined && waitMs <= 0) {
        this.#noted.delete(noted[0]);
        this.#found.delete(noted[0]);
        return { id: noted[0], reason: 'behind' };
      }
      const [found] = this.#found;
      if (found !== undefined) {
        this.#found.delete(found[0]);
        return { id: found[0], reason: found[1] };
      }
      if (noted === undefined) return null;
      await this.#rest(waitMs);
    }
  }

  /** Tried again by the next caller if it fails. */
  #prepare(): Promise<void> {
    this.#prepared ??= this.#options.search.prepare().catch((error: unknown) => {
      this.#prepared = null;
      throw error;
    });
    return this.#prepared;
  }

  /** Shorter if the indexer is closed. */
  async #rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
  }

  /** True if the error meant that the index was lost or damaged, and there is an empty one now. */
  async #repaired(error: unknown): Promise<boolean> {
    if (!isIndexDamaged(error)) return false;
    if (this.#reset === null) {
      if (performance.now() < this.#resetAt + betweenResetsMs) return false;
      this.#resetAt = performance.now();
      this.#options.log.warn({ err: error }, 'the search index is lost or damaged, and is made again');
      this.#options.onReset?.();
      this.#reset = this.#options.search.reset().finally(() => {
        this.#reset = null;
      });
    }
    await this.#reset;
    this.#documents.forgetAll();
    setImmediate(() => void this.compare());
    return true;
  }

  async #fail(error: unknown, message: string, documentId?: string): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const isRepaired = await this.#repaired(error).catch(() => false);
    if (!isRepaired) this.#options.log.warn({ err: error, ...(documentId !== undefined && { document: documentId }) }, message);
  }
}
