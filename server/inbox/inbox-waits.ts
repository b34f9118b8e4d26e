/**
 * The inboxes that wait on this node for a task (SPEC.md, IN12 to IN15). They are woken by commits of this node, by notifications from
 * peers, and by a poll, so nothing depends on Redis.
 */
import { limits } from '#schema/limits.ts';
import type { Db } from '#storage/storage.ts';
import { queuedFor } from '#storage/tasks.ts';

export type InboxWaitsOptions = {
  readonly db: Db;
  readonly now: () => number;
  readonly log: { warn(data: object, message: string): void };
};

/** `due`: a task may be queued. `ended`: the token has been revoked or has expired. */
export type WaitOutcome = 'due' | 'ended' | 'timeout' | 'gone' | 'stopping';

const pollMs = 1_000;

/** An inbox that waits. A task that is queued after `enter` wakes it, also between two calls of `next`. */
export class WaitingInbox {
  readonly tokenId: string;
  #outcome: WaitOutcome | null = null;
  #resolve: ((outcome: WaitOutcome) => void) | null = null;

  constructor(tokenId: string) {
    this.tokenId = tokenId;
  }

  /** Resolves when a task may be queued, or the wait is over. */
  next(timeoutMs: number): Promise<WaitOutcome> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake('timeout'), Math.max(0, timeoutMs));
      this.#resolve = (outcome) => {
        clearTimeout(timer);
        this.#resolve = null;
        this.#outcome = null;
        resolve(outcome);
      };
      if (this.#outcome !== null) this.#resolve(this.#outcome);
    });
  }

  wake(outcome: WaitOutcome): void {
    if (this.#resolve === null) this.#outcome = outcome;
    else this.#resolve(outcome);
  }
}

export class InboxWaits {
  readonly #options: InboxWaitsOptions;
  readonly #waiting = new Set<WaitingInbox>();
  readonly #timer: NodeJS.Timeout;
  #reading: Promise<void> | null = null;
  #again = false;
  #isClosed = false;

  constructor(options: InboxWaitsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.wake(), pollMs);
    this.#timer.unref();
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Null if this node takes no more. */
  enter(tokenId: string): WaitingInbox | null {
    if (this.#waiting.size >= limits.waitingInboxesPerNode) return null;
    const inbox = new WaitingInbox(tokenId);
    this.#waiting.add(inbox);
    if (this.#isClosed) inbox.wake('stopping');
    return inbox;
  }

  leave(inbox: WaitingInbox): void {
    this.#waiting.delete(inbox);
  }

  /** Call when a task may have been queued, or a token may have ended. One query serves all inboxes. Never rejects. */
  wake(): Promise<void> {
    if (this.#waiting.size === 0) return Promise.resolve();
    this.#again = true;
    this.#reading ??= this.#read()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'waiting inboxes could not be woken yet'))
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const inbox of this.#waiting) inbox.wake('stopping');
  }

  async #read(): Promise<void> {
    while (this.#again && this.#waiting.size > 0) {
      this.#again = false;
      const asked = [...this.#waiting];
      const tokens = await queuedFor(this.#options.db, [...new Set(asked.map(({ tokenId }) => tokenId))], this.#options.now());
      for (const inbox of asked) {
        const isDue = tokens.get(inbox.tokenId);
        if (isDue === undefined) inbox.wake('ended');
        else if (isDue) inbox.wake('due');
      }
    }
  }
}
