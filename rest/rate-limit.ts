/**
 * Limits the calls of a token or address per minute. Nodes that share a Redis count together (server/cluster/shared-limiters.ts).
 *
 * A call with a token counts for the token, any other for its address; an IPv6 address counts by its /64 network. Failed sign-ins,
 * unknown tokens and unknown link secrets count for the address separately, so that valid tokens work from it regardless.
 */
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import { networkOf } from '#server/budgets/network-of.ts';
import type { NewLimiter } from '#server/cluster/shared-limiters.ts';

/** Calls per minute and token, or no limit. */
export type RateLimit = 'off' | number;

export type Allowance = { readonly headers: Readonly<Record<string, string>>; readonly refusal: Problem | null };

const windowSeconds = 60;
const unlimited: Allowance = { headers: {}, refusal: null };

export class CallBudget {
  readonly #byToken: RateLimiterAbstract | null;
  readonly #byAddress: RateLimiterAbstract | null;
  readonly #failures: RateLimiterAbstract | null;
  readonly #limit: RateLimit;
  readonly #newLimiter: NewLimiter;
  /** By the rate of a fence, of which there are at most as many as the schema allows. */
  readonly #fenced = new Map<number, RateLimiterAbstract>();

  constructor(limit: RateLimit, newLimiter: NewLimiter) {
    const limiter = (name: string, points: number): RateLimiterAbstract | null =>
      limit === 'off' ? null : newLimiter(name, points, windowSeconds);
    this.#limit = limit;
    this.#newLimiter = newLimiter;
    this.#byToken = limiter('token', limit === 'off' ? 1 : limit);
    this.#byAddress = limiter('address', limits.callsPerMinutePerAddress);
    this.#failures = limiter('failures', limits.failedSignInsPerMinute);
  }

  /** Counts one call. `rate`: that of the token's fence, which applies even if others have no limit. */
  async take(tokenId: string | null, address: string, rate: number | null = null): Promise<Allowance> {
    if (tokenId !== null && rate !== null && (this.#limit === 'off' || rate < this.#limit))
      return count(this.#fencedBy(rate), 'token', tokenId);
    return tokenId === null ? count(this.#byAddress, 'address', networkOf(address)) : count(this.#byToken, 'token', tokenId);
  }

  #fencedBy(rate: number): RateLimiterAbstract {
    const limiter = this.#fenced.get(rate) ?? this.#newLimiter(`fence-${rate}`, rate, windowSeconds);
    this.#fenced.set(rate, limiter);
    return limiter;
  }

  /**
   * Counts an attempt before it is checked, so that parallel guesses gain nothing. Refuses attempts beyond the limit.
   */
  async guess(address: string): Promise<Allowance> {
    return count(this.#failures, 'failures', networkOf(address));
  }

  /** Uncounts an attempt that was right. */
  async guessedRight(address: string): Promise<void> {
    await this.#failures?.reward(networkOf(address));
  }
}

/** Counts one call of an address. `limiter` is null if nothing is limited. */
export const take = (limiter: RateLimiterAbstract | null, policy: string, address: string): Promise<Allowance> =>
  count(limiter, policy, networkOf(address));

async function count(limiter: RateLimiterAbstract | null, policy: string, key: string): Promise<Allowance> {
  if (limiter === null) return unlimited;
  try {
    return { headers: headersOf(policy, limiter, await limiter.consume(key)), refusal: null };
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return refusalOf(policy, limiter, rejection);
    throw rejection;
  }
}

function refusalOf(policy: string, limiter: RateLimiterAbstract, state: RateLimiterRes): Allowance {
  const retryAfter = String(Math.max(1, Math.ceil(state.msBeforeNext / 1000)));
  return { headers: { ...headersOf(policy, limiter, state), 'Retry-After': retryAfter }, refusal: problem('rate_limited') };
}

function headersOf(policy: string, { points, duration }: RateLimiterAbstract, state: RateLimiterRes): Record<string, string> {
  const remaining = Math.max(0, points - state.consumedPoints);
  return {
    RateLimit: `"${policy}";r=${remaining};t=${Math.max(1, Math.ceil(state.msBeforeNext / 1000))}`,
    'RateLimit-Policy': `"${policy}";q=${points};w=${duration}`,
  };
}
