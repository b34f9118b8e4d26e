/** Rate limits that all nodes share over Redis, so that a limit does not grow with the number of nodes (SPEC.md, CL10 and CL11). */
import { createHash } from 'node:crypto';

import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

/** `name` separates the counts of different purposes. */
export type NewLimiter = (name: string, points: number, windowSeconds: number) => RateLimiterAbstract;

/** Counts in this process only. */
export const localLimiter: NewLimiter = (_name, points, duration) => new RateLimiterMemory({ points, duration });

const timeoutMs = 50;
/** How long Redis is not asked after it failed. */
const pauseMs = 1_000;

export class SharedLimiters {
  readonly #redis: Redis;
  readonly #counter: Counter;
  readonly #prefix: string;

  /** `key` is the installation's: two installations on one Redis do not share counts. */
  constructor(url: string, key: string) {
    this.#prefix = `atelier:${createHash('sha256').update(`limits ${key}`).digest('base64url').slice(0, 12)}`;
    this.#redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 2_000,
      commandTimeout: timeoutMs,
      retryStrategy: (attempt) => Math.min(1_000, 50 * attempt),
    });
    // The doorbell logs that Redis is unreachable.
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
      // Used if Redis fails [CL11].
      insuranceLimiter: localLimiter(name, points, duration),
    });

  close(): void {
    this.#redis.disconnect();
  }
}

/** A key's count, and the milliseconds until it expires. */
type Count = [number, number];
type Increment = (keyAndArguments: string[]) => Promise<Count>;

/** The part of a Redis client that RateLimiterRedis uses, with a status that pauses it after a failure. */
class Counter {
  readonly #redis: Redis;
  #retryAt = 0;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Anything but `ready` makes RateLimiterRedis use its insurance limiter [CL10]. */
  get status(): string {
    return performance.now() < this.#retryAt ? 'paused' : this.#redis.status;
  }

  defineCommand(name: string, definition: { numberOfKeys?: number; lua: string }): void {
    this.#redis.defineCommand(name, definition);
  }

  async rlflxIncr(keyAndArguments: string[]): Promise<Count> {
    const isProbe = this.#retryAt > 0;
    // Concurrent calls do not wait, too.
    if (isProbe) this.#retryAt = performance.now() + pauseMs;
    try {
      const { rlflxIncr } = this.#redis as unknown as { rlflxIncr: Increment };
      const answer = await rlflxIncr.call(this.#redis, keyAndArguments);
      const [count, leftMs] = answer;
      if (!Number.isSafeInteger(count) || !Number.isSafeInteger(leftMs) || leftMs < 0) throw new Error('not a count');
      this.#retryAt = 0;
      return answer;
    } catch (error) {
      this.#retryAt = performance.now() + pauseMs;
      throw error;
    }
  }
}
