/**
 * Locks of rows until the end of a transaction, with PostgreSQL's conflicts, waits in order of arrival, lock_timeout and detection of
 * deadlocks. https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS
 */
import { serverError } from './server-error.ts';
import type { RowLockMode } from './sqlite-text.ts';

/** What holds locks: a session. */
export type LockOwner = { readonly name: string; readonly lockTimeoutMs: number };

export type WantedLock = { readonly key: string; readonly mode: RowLockMode };

type Wait = {
  readonly owner: LockOwner;
  readonly on: LockOwner;
  readonly wake: () => void;
  readonly fail: (error: Error) => void;
};

const conflicts: Readonly<Record<RowLockMode, readonly RowLockMode[]>> = {
  update: ['update', 'no key update', 'key share'],
  'no key update': ['update', 'no key update'],
  'key share': ['update'],
};

export class RowLocks {
  readonly #held = new Map<string, Map<LockOwner, Set<RowLockMode>>>();
  #waits: Wait[] = [];

  /** The owner of a lock that conflicts with one of these; null if there is none. */
  conflict(owner: LockOwner, wanted: readonly WantedLock[]): LockOwner | null {
    for (const { key, mode } of wanted)
      for (const [holder, modes] of this.#held.get(key) ?? [])
        if (holder !== owner && conflicts[mode].some((other) => modes.has(other))) return holder;
    return null;
  }

  /** They must not conflict. */
  take(owner: LockOwner, wanted: readonly WantedLock[]): void {
    for (const { key, mode } of wanted) {
      const holders = this.#held.get(key) ?? new Map<LockOwner, Set<RowLockMode>>();
      this.#held.set(key, holders);
      holders.set(owner, (holders.get(owner) ?? new Set()).add(mode));
    }
  }

  /** Resolves when the holder's transaction has ended. Throws PostgreSQL's errors for a timeout and a deadlock. */
  wait(owner: LockOwner, on: LockOwner): Promise<void> {
    for (let next: LockOwner | undefined = on; next !== undefined; next = this.#waits.find((wait) => wait.owner === next)?.on)
      if (next === owner) return Promise.reject(serverError('40P01', 'deadlock detected'));
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => (): void => {
        clearTimeout(timer);
        this.#waits = this.#waits.filter((other) => other !== wait);
        settle();
      };
      const timedOut = end(() => reject(serverError('55P03', 'canceling statement due to lock timeout')));
      const timer = setTimeout(timedOut, owner.lockTimeoutMs);
      const wait: Wait = { owner, on, wake: end(resolve), fail: (error) => end(() => reject(error))() };
      this.#waits.push(wait);
    });
  }

  /** Ends a wait with an error: its statement was canceled, or its session ended. */
  cancel(owner: LockOwner, why: () => Error): void {
    this.#waits.find((wait) => wait.owner === owner)?.fail(why());
  }

  /** The owner's transaction has ended. */
  release(owner: LockOwner): void {
    for (const [key, holders] of this.#held) if (holders.delete(owner) && holders.size === 0) this.#held.delete(key);
    for (const { wake } of this.#waits.filter(({ on }) => on === owner)) wake();
  }
}
