/** Token buckets by key. Each refills steadily up to its capacity, and can be overdrawn: the cost of work is known only afterwards. */
export class TokenBuckets {
  readonly #perMs: number;
  readonly #capacity: number;
  /** The level at a time, of buckets that are not known to be full. */
  readonly #buckets = new Map<string, { level: number; at: number }>();
  #sweepAt = 1_000;

  constructor(perMs: number, capacity: number) {
    this.#perMs = perMs;
    this.#capacity = capacity;
  }

  take(key: string, amount: number, now: number): void {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      this.#buckets.set(key, { level: this.#capacity - amount, at: now });
      if (this.#buckets.size > this.#sweepAt) this.#sweep(now);
      return;
    }
    bucket.level = this.#level(bucket, now) - amount;
    bucket.at = now;
  }

  /** The time until the bucket is no longer overdrawn; 0 if it is not. */
  waitMs(key: string, now: number): number {
    const bucket = this.#buckets.get(key);
    return bucket === undefined ? 0 : Math.max(0, -this.#level(bucket, now) / this.#perMs);
  }

  #level({ level, at }: { readonly level: number; readonly at: number }, now: number): number {
    return Math.min(this.#capacity, level + (now - at) * this.#perMs);
  }

  #sweep(now: number): void {
    for (const [key, bucket] of this.#buckets) if (this.#level(bucket, now) >= this.#capacity) this.#buckets.delete(key);
    this.#sweepAt = Math.max(1_000, 2 * this.#buckets.size);
  }
}
