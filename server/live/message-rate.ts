/**
 * Detects flooding: more than `limits.messagesPerBurst` messages within a second, or more than `limits.messagesPerSecond` on average over
 * `limits.floodSeconds`.
 */
import { limits } from '#schema/limits.ts';

export class MessageRate {
  readonly #seconds = Array.from({ length: limits.floodSeconds }, () => 0);
  #second = 0;
  #total = 0;

  /** Counts one message at `nowMs`; true if it exceeds the rate. */
  exceeds(nowMs: number): boolean {
    const second = Math.floor(nowMs / 1_000);
    if (second !== this.#second) this.#advance(second);
    const slot = second % limits.floodSeconds;
    const inSecond = (this.#seconds[slot] ?? 0) + 1;
    this.#seconds[slot] = inSecond;
    this.#total += 1;
    return inSecond > limits.messagesPerBurst || this.#total > limits.messagesPerSecond * limits.floodSeconds;
  }

  #advance(second: number): void {
    const passed = Math.min(limits.floodSeconds, Math.max(1, second - this.#second));
    for (let back = 0; back < passed; back += 1) {
      const slot = (second - back) % limits.floodSeconds;
      this.#total -= this.#seconds[slot] ?? 0;
      this.#seconds[slot] = 0;
    }
    this.#second = second;
  }
}
