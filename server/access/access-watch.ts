/**
 * Authorizes open connections again when their access may have changed (SPEC.md, AC13 to AC16). Changes are read from a log in the
 * database; a notification from this node or a peer only makes that happen sooner.
 */
import { type AccessChange, accessChangesAfter, lastAccessChange } from '#storage/access-changes.ts';
import type { Db } from '#storage/storage.ts';

import type { Actor } from './actor.ts';
import { type CurrentAccess, currentAccess, currentLinkAccess } from './current-access.ts';

/** A connection to a document and the actor it belongs to, or all readers of a published link together. */
export type WatchedVisitor =
  | { readonly documentId: string; readonly actor: Actor }
  | { readonly documentId: string; readonly linkId: string };

/** The state in which a connection was admitted. */
export type AdmissionSnapshot = {
  /** `AccessWatch.version` before the connection was authorized. */
  readonly version: number;
  /** When the credential expires (ms); null: never. */
  readonly until: number | null;
};

export type AccessWatchOptions = {
  readonly db: Db;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
};

type WatchEntry = { until: number; readonly onChecked: (access: CurrentAccess) => void };

const pollMs = 1_500;
const changesPerRead = 500;
const concurrentChecks = 16;
/** The log is kept for an hour: after a longer pause between reads, every connection is checked. */
const pauseMaxMs = 30 * 60_000;

export class AccessWatch {
  readonly #options: AccessWatchOptions;
  readonly #visitors = new Map<WatchedVisitor, WatchEntry>();
  readonly #due = new Set<WatchedVisitor>();
  #timer: NodeJS.Timeout | null = null;
  #position = 0;
  /** Rises by one with each change read. */
  #version = 0;
  #readAt = 0;
  /** The earliest expiry of a credential, ms. */
  #nextExpiry = Infinity;
  #polling: Promise<void> | null = null;
  #again = false;

  constructor(options: AccessWatchOptions) {
    this.#options = options;
  }

  /** Follows changes from now on. Throws what storage throws. */
  async start(): Promise<void> {
    this.#position = await lastAccessChange(this.#options.db);
    this.#readAt = performance.now();
    this.#timer = setInterval(() => void this.poll(), pollMs);
    this.#timer.unref();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Read this before authorizing a connection, and pass it to `enter`. */
  get version(): number {
    return this.#version;
  }

  /** Calls `onChecked` after each check of this visitor, until `leave`. If access changed since `version`, checks at once [AC15]. */
  enter(visitor: WatchedVisitor, { version, until }: AdmissionSnapshot, onChecked: (access: CurrentAccess) => void): void {
    const entry = { until: until ?? Infinity, onChecked };
    this.#visitors.set(visitor, entry);
    this.#nextExpiry = Math.min(this.#nextExpiry, entry.until);
    if (version === this.#version) return;
    this.#due.add(visitor);
    void this.poll();
  }

  leave(visitor: WatchedVisitor): void {
    this.#visitors.delete(visitor);
    this.#due.delete(visitor);
  }

  /** Reads the changes and checks the visitors they concern; a call during a poll adds another read. Never rejects. */
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
      this.#addExpired();
      while (this.#due.size > 0)
        await Promise.all([...this.#due].slice(0, concurrentChecks).map((visitor) => this.#check(visitor)));
    }
  }

  async #read(): Promise<void> {
    const changes = await accessChangesAfter(this.#options.db, this.#position, changesPerRead);
    if (changes.length === changesPerRead) this.#again = true;
    const isLate = performance.now() - this.#readAt > pauseMaxMs;
    this.#readAt = performance.now();
    this.#version += changes.length;
    this.#position = changes.at(-1)?.position ?? this.#position;
    if (changes.length === 0 && !isLate) return;
    for (const visitor of this.#visitors.keys())
      if (isLate || changes.some((change) => concerns(change, visitor))) this.#due.add(visitor);
  }

  #addExpired(): void {
    const now = this.#options.now();
    if (now < this.#nextExpiry) return;
    this.#nextExpiry = Infinity;
    for (const [visitor, { until }] of this.#visitors)
      if (until <= now) this.#due.add(visitor);
      else this.#nextExpiry = Math.min(this.#nextExpiry, until);
  }

  /** Leaves the visitor due if the database fails, so the next poll repeats the check. */
  async #check(visitor: WatchedVisitor): Promise<void> {
    const { db, now } = this.#options;
    const access = await ('actor' in visitor
      ? currentAccess(db, visitor.actor, visitor.documentId, now())
      : currentLinkAccess(db, visitor, now()));
    this.#due.delete(visitor);
    const entry = this.#visitors.get(visitor);
    if (entry === undefined) return;
    if (typeof access !== 'string') {
      entry.until = access.until ?? Infinity;
      this.#nextExpiry = Math.min(this.#nextExpiry, entry.until);
    }
    entry.onChecked(access);
  }
}

function concerns({ kind, subject }: AccessChange, visitor: WatchedVisitor): boolean {
  if (kind === 'document') return subject === visitor.documentId;
  if (!('actor' in visitor)) return false;
  const { actor } = visitor;
  if (kind === 'user') return actor.kind !== 'guest' && actor.userId === subject;
  if (kind === 'token') return actor.kind === 'agent' && actor.tokenId === subject;
  return actor.kind === 'person' && actor.sessionHash === subject;
}
