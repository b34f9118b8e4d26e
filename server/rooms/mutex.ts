/**
 * A fair mutex with a bounded queue.
 *
 * An unbounded queue is how one slow document takes a server down. A caller that waits longer than `waitMs`, or comes when `maxWaiting`
 * others wait, is refused with `Busy`, and has caused nothing. A caller with a job may be served by the holder before its own turn.
 */

export class Busy extends Error {
  override readonly name = 'Busy';
}

type WaitingTurn<Job> = {
  readonly since: number;
  readonly job: Job | null;
  /** `isTaken`: the holder does the job, so there is no turn. */
  readonly start: (isTaken: boolean) => void;
  readonly turnAway: (reason: string) => void;
  readonly timer: NodeJS.Timeout;
};

export class Mutex<Job = never> {
  readonly #waitMs: number;
  readonly #maxWaiting: number;
  readonly #waiting: WaitingTurn<Job>[] = [];
  #isHeld = false;

  constructor(options: { readonly waitMs: number; readonly maxWaiting: number }) {
    this.#waitMs = options.waitMs;
    this.#maxWaiting = options.maxWaiting;
  }

  get idle(): boolean {
    return !this.#isHeld;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#acquire(null);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /** Runs work, unless an earlier holder takes the job. */
  async runUnlessTaken(job: Job, work: () => Promise<void>): Promise<void> {
    const isTaken = await this.#acquire(job);
    if (isTaken) return;
    try {
      await work();
    } finally {
      this.#release();
    }
  }

  /** Takes the job that has waited the longest. Called by the current holder, who does it. */
  takeJob(): Job | null {
    const at = this.#waiting.findIndex(({ job }) => job !== null);
    const [taken] = at === -1 ? [] : this.#waiting.splice(at, 1);
    if (taken === undefined) return null;
    clearTimeout(taken.timer);
    taken.start(true);
    return taken.job;
  }

  /** Resolves to true if there is no turn, because the job was taken. */
  #acquire(job: Job | null): Promise<boolean> {
    if (!this.#isHeld) {
      this.#isHeld = true;
      return Promise.resolve(false);
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
      const entry: WaitingTurn<Job> = { since: performance.now(), job, start: resolve, turnAway, timer };
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
    next.start(false);
  }
}
