/** turns: one at a time, first come first served, and nobody waits longer than a limit. */
import { StorageUnavailable } from '../failures.ts';

type QueuedTurn = { readonly go: () => void; readonly timer: NodeJS.Timeout };

export class Turns {
  readonly #waitMs: number;
  readonly #waiting = new Set<QueuedTurn>();
  #isTaken = false;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** True when somebody waits for the turn that is taken. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Resolves when it is the caller's turn, who must `give` it back. Throws StorageUnavailable after the limit. */
  take(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(new StorageUnavailable(`Other writes kept the database busy for ${this.#waitMs} ms.`));
      }, this.#waitMs);
      const waiting: QueuedTurn = { go: resolve, timer };
      this.#waiting.add(waiting);
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
    // Statements of SQLite never leave the microtask queue: between two transactions, sockets and timers get theirs.
    setImmediate(next.go);
  }
}
