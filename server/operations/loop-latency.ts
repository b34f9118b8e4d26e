/**
 * How late the event loop is: the median lateness of a timer over the last seconds (SPEC.md). One long pause does not raise it; turns that
 * are long one after the other do.
 */
const intervalMs = 50;
const windowMs = 3_000;

export class LoopLatency {
  /** When each firing of the timer was seen, and how late it was, oldest first. */
  #samples: { readonly at: number; readonly lateMs: number }[] = [];
  #ms = 0;
  #last: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: number) {
    this.#last = now;
  }

  /** Measures from now on. */
  start(now: () => number): void {
    this.#last = now();
    this.#timer = setInterval(() => this.tick(now()), intervalMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Called every 50 ms, if the event loop is in time. */
  tick(now: number): void {
    this.#samples.push({ at: now, lateMs: Math.max(0, now - this.#last - intervalMs) });
    this.#last = now;
    while (this.#samples[0] !== undefined && this.#samples[0].at < now - windowMs) this.#samples.shift();
    const sorted = this.#samples.map(({ lateMs }) => lateMs).toSorted((a, b) => a - b);
    this.#ms = sorted[sorted.length >> 1] ?? 0;
  }

  get ms(): number {
    return this.#ms;
  }
}
