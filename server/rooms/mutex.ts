/**
 * mutex: one at a time, first come first served, with a bound on waiting.
 *
 * A queue that only grows is how one slow document takes a server down: who waits longer than `waitMs`, or finds
 * `maxWaiting` others before him, is turned away with `Busy` and has caused nothing. So is who has waited for long already
 * when a turn fails at what may hold up the next one as long.
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

  /** Called by whoever has the turn: those who have waited for so long are turned away. First come, they are first in line. */
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
