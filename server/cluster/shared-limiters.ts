/**
 * shared-limiters: counts of calls that all nodes share over Redis, so that a limit is one limit however many nodes there are.
 *
 * R1  No call waits for Redis longer than `answerMs`. Once it did not answer, it is left alone for `restMs`; then one call asks.
 * R2  Without Redis, and with one that fails, lies or is full, each node counts for itself: nobody is refused because of it.
 */
import { createHash } from 'node:crypto';

import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

/** `name` keeps what is counted for one purpose apart from what is counted for another. */
export type NewLimiter = (name: string, points: number, windowSeconds: number) => RateLimiterAbstract;

/** Counts in this process alone. */
export const localLimiter: NewLimiter = (_name, points, duration) => new RateLimiterMemory({ points, duration });

const answerMs = 50;
const restMs = 1_000;

export class SharedLimiters {
  readonly #redis: Redis;
  readonly #counter: Counter;
  readonly #prefix: string;

  /** `key`: the installation's, so that two that share a Redis do not share their counts. */
  constructor(url: string, key: string) {
    this.#prefix = `atelier:${createHash('sha256').update(`limits ${key}`).digest('base64url').slice(0, 12)}`;
    this.#redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 2_000,
      commandTimeout: answerMs,
      retryStrategy: (attempt) => Math.min(1_000, 50 * attempt),
    });
    // The doorbell says in the log that Redis is away.
    this.#redis.on('error', () => {});
    this.#counter = new Counter(this.#redis);
  }

  readonly newLimiter: NewLimiter = (name, points, duration) =>
    new RateLimiterRedis({
      storeClient: this.#counter,
      rejectIfRedisNotReady: true,
      keyPrefix: `${this.#prefix}:${name}`,
      points,
      duration,
      // [R2]
      insuranceLimiter: localLimiter(name, points, duration),
    });

  close(): void {
    this.#redis.disconnect();
  }
}

/** How often a key was counted, and for how many more milliseconds. */
type Counted = [number, number];
type Increment = (keyAndArguments: string[]) => Promise<Counted>;

/** What RateLimiterRedis needs of a client: counting, and to know beforehand that there is no use in asking. */
class Counter {
  readonly #redis: Redis;
  #askAgainAt = 0;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** [R1] */
  get status(): string {
    return performance.now() < this.#askAgainAt ? 'resting' : this.#redis.status;
  }

  defineCommand(name: string, definition: { numberOfKeys?: number; lua: string }): void {
    this.#redis.defineCommand(name, definition);
  }

  async rlflxIncr(keyAndArguments: string[]): Promise<Counted> {
    const isProbe = this.#askAgainAt > 0;
    // Others that come meanwhile do not wait as well.
    if (isProbe) this.#askAgainAt = performance.now() + restMs;
    try {
      const { rlflxIncr } = this.#redis as unknown as { rlflxIncr: Increment };
      const answer = await rlflxIncr.call(this.#redis, keyAndArguments);
      const [count, leftMs] = answer;
      if (!Number.isSafeInteger(count) || !Number.isSafeInteger(leftMs) || leftMs < 0) throw new Error('no count');
      this.#askAgainAt = 0;
      return answer;
    } catch (error) {
      this.#askAgainAt = performance.now() + restMs;
      throw error;
    }
  }
}
