/**
 * access-watch: judges open connections anew when their access may have changed, and only then.
 *
 * H1  A change is heard within a poll (1.5 s) on every node, from the log that it left in the database; a hint of this node
 *     or the doorbell makes that sooner. What no change concerns is not judged.
 * H2  Credentials that end by themselves end at the poll after their time.
 * H3  What changes between the judging that let a connection in and its entry here is judged again at its entry.
 * H4  A judging that the database did not answer is made at the next poll. A node that did not read for long judges all.
 */
import { type AccessChange, accessChangesAfter, lastAccessChange } from '#storage/access-changes.ts';
import type { Db } from '#storage/storage.ts';

import type { Actor } from './actor.ts';
import { type CurrentAccess, currentAccess } from './current-access.ts';

/** Somebody who has a document open. */
export type WatchedVisitor = { readonly documentId: string; readonly actor: Actor };

/** What was known when a connection was let in. */
export type AdmissionSnapshot = {
  /** `AccessWatch.mark` before it was judged. */
  readonly mark: number;
  readonly until: number | null;
};

export type AccessWatchOptions = {
  readonly db: Db;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
};

type WatchEntry = { until: number; readonly judged: (standing: CurrentAccess) => void };

const pollMs = 1_500;
const changesPerRead = 500;
/** So many are judged at the same time. */
const atOnce = 16;
/** The log is kept for an hour. */
const silentMs = 30 * 60_000;

export class AccessWatch {
  readonly #options: AccessWatchOptions;
  readonly #visitors = new Map<WatchedVisitor, WatchEntry>();
  readonly #due = new Set<WatchedVisitor>();
  #timer: NodeJS.Timeout | null = null;
  #position = 0;
  #heard = 0;
  #readAt = 0;
  /** The earliest end of a credential, ms. */
  #nextEnd = Infinity;
  #polling: Promise<void> | null = null;
  #again = false;

  constructor(options: AccessWatchOptions) {
    this.#options = options;
  }

  /** Changes from now on are heard. Throws as storage does. */
  async start(): Promise<void> {
    this.#position = await lastAccessChange(this.#options.db);
    this.#readAt = performance.now();
    this.#timer = setInterval(() => void this.poll(), pollMs);
    this.#timer.unref();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Taken before a connection is judged, and handed over when it enters. */
  get mark(): number {
    return this.#heard;
  }

  /** [H3] `judged` is called whenever this visitor is judged again, until they leave. */
  enter(visitor: WatchedVisitor, { mark, until }: AdmissionSnapshot, judged: (standing: CurrentAccess) => void): void {
    const entry = { until: until ?? Infinity, judged };
    this.#visitors.set(visitor, entry);
    this.#nextEnd = Math.min(this.#nextEnd, entry.until);
    if (mark === this.#heard) return;
    this.#due.add(visitor);
    void this.poll();
  }

  leave(visitor: WatchedVisitor): void {
    this.#visitors.delete(visitor);
    this.#due.delete(visitor);
  }

  /** [H1] Reads what changed and judges whom it concerns; a call during another reads once more. Never rejects. */
  poll(): Promise<void> {
    this.#again = true;
    this.#polling ??= this.#run()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'access of open connections could not be judged'))
      .finally(() => {
        this.#polling = null;
      });
    return this.#polling;
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      await this.#read();
      this.#noteEnds();
      while (this.#due.size > 0) await Promise.all([...this.#due].slice(0, atOnce).map((visitor) => this.#judge(visitor)));
    }
  }

  async #read(): Promise<void> {
    const changes = await accessChangesAfter(this.#options.db, this.#position, changesPerRead);
    if (changes.length === changesPerRead) this.#again = true;
    const isLate = performance.now() - this.#readAt > silentMs;
    this.#readAt = performance.now();
    this.#heard += changes.length;
    this.#position = changes.at(-1)?.position ?? this.#position;
    if (changes.length === 0 && !isLate) return;
    for (const visitor of this.#visitors.keys())
      if (isLate || changes.some((change) => concerns(change, visitor))) this.#due.add(visitor);
  }

  /** [H2] */
  #noteEnds(): void {
    const now = this.#options.now();
    if (now < this.#nextEnd) return;
    this.#nextEnd = Infinity;
    for (const [visitor, { until }] of this.#visitors)
      if (until <= now) this.#due.add(visitor);
      else this.#nextEnd = Math.min(this.#nextEnd, until);
  }

  /** [H4] */
  async #judge(visitor: WatchedVisitor): Promise<void> {
    const { db, now } = this.#options;
    const standing = await currentAccess(db, visitor.actor, visitor.documentId, now());
    this.#due.delete(visitor);
    const entry = this.#visitors.get(visitor);
    if (entry === undefined) return;
    if (typeof standing !== 'string') {
      entry.until = standing.until ?? Infinity;
      this.#nextEnd = Math.min(this.#nextEnd, entry.until);
    }
    entry.judged(standing);
  }
}

function concerns({ kind, subject }: AccessChange, { documentId, actor }: WatchedVisitor): boolean {
  if (kind === 'document') return subject === documentId;
  if (kind === 'token') return actor.kind === 'agent' && actor.tokenId === subject;
  return actor.kind === 'person' && actor.sessionHash === subject;
}
