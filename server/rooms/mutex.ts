/**
 * A fair mutex with a bounded queue.
 *
 * An unbounded queue is how one slow document takes a server down. A caller that waits longer than `waitMs`, or comes when `maxWaiting`
 * others wait, is refused with `Busy`, and has caused nothing.
 */

export class Busy extends Error {
  override readonly name = 'Busy';
}

type WaitingTurn = {
  readonly since: number;
  readonly start: () => void;
  readonly turnAway: (reason: string) => void;
  readonly timer: NodeJS.Timeout;
};

export class Mutex {
  readonly #waitMs: number;
  readonly #maxWaiting: number;
  readonly #waiting: WaitingTurn[] = [];
  #isHeld = false;

  constructor(options: { readonly waitMs: number; readonly maxWaiting: number }) {
    this.#waitMs = options.waitMs;
    this.#maxWaiting = options.maxWaiting;
  }

  get idle(): boolean {
    return !this.#isHeld;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#acquire();
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #acquire(): Promise<void> {
    if (!this.#isHeld) {
      this.#isHeld = true;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.#maxWaiting) return Promise.reject(new Busy('too many are waiting'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        reject(new Busy(`waited for ${this.#waitMs} ms`));
      }, this.#waitMs);
      const turnAway = (reason: string): void => {
        clearTimeout(timer);
        reject(new Busy(reason));
      };
      const entry: WaitingTurn = { since: performance.now(), start: resolve, turnAway, timer };
      this.#waiting.push(entry);
    });
  }

  /** Refuses the callers that have waited for at least `waitedMs`: they are first in the queue. Called by the current holder. */
  turnAway(waitedMs: number, reason: string): void {
    const before = performance.now() - waitedMs;
    const rest = this.#waiting.findIndex(({ since }) => since > before);
    for (const entry of this.#waiting.splice(0, rest === -1 ? Infinity : rest)) entry.turnAway(reason);
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#isHeld = false;
      return;
    }
    clearTimeout(next.timer);
    next.start();
  }
}
