/** Whether a caller shares the event loop with others. */
export class RecentCallers {
  readonly #recentMs: number;
  /** The two callers that used it last, the last one first. */
  #last = { key: '', at: Number.NEGATIVE_INFINITY };
  #previous = this.#last;

  constructor(recentMs: number) {
    this.#recentMs = recentMs;
  }

  used(key: string, now: number): void {
    if (this.#last.key !== key) this.#previous = this.#last;
    this.#last = { key, at: now };
  }

  /** True if no other caller has used it for a while. */
  isAlone(key: string, now: number): boolean {
    const other = this.#last.key === key ? this.#previous : this.#last;
    return now - other.at > this.#recentMs;
  }
}
