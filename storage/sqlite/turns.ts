/** A lock with a queue: one turn at a time, in order of arrival, with a limit on the wait. */
import { StorageUnavailable } from '../failures.ts';

type QueuedTurn = { readonly go: () => void; readonly timer: NodeJS.Timeout };

export class Turns {
  readonly #waitMs: number;
  readonly #waiting = new Set<QueuedTurn>();
  #isTaken = false;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** True while a caller has its turn or waits for one. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Resolves when it is the caller's turn. The caller then calls `give`. Throws StorageUnavailable after the limit. */
  take(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(turn);
        reject(new StorageUnavailable(`Other writes kept the database busy for ${this.#waitMs} ms.`));
      }, this.#waitMs);
      const turn: QueuedTurn = { go: resolve, timer };
      this.#waiting.add(turn);
    });
  }

  give(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#isTaken = false;
      return;
    }
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    // SQLite's statements never leave the microtask queue, so sockets and timers run between two transactions.
    setImmediate(next.go);
  }
}
