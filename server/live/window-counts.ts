/** Counts by key in windows of time. */
export class WindowCounts {
  readonly #windowMs: number;
  readonly #counts = new Map<string, number>();
  #until = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  add(key: string, now: number): number {
    if (now >= this.#until) {
      this.#counts.clear();
      this.#until = now + this.#windowMs;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}
