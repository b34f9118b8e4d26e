/**
 * rate-limit: how many calls a token or an address has in a minute.
 *
 * L1  A call with a token counts for the token, every other one for its address; an IPv6 address counts by its /64 network.
 * L2  Failed sign-ins, unknown tokens and unknown link secrets count for the address, a few a minute, whatever else it may do;
 *     a valid token is served although its address has failed too often.
 * L3  Every counted answer says what is left (RateLimit, RateLimit-Policy); a refused one when to come back (Retry-After).
 * Nodes that share a Redis count together (server/cluster/shared-limiters.ts).
 */
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { NewLimiter } from '#server/cluster/shared-limiters.ts';

/** Calls a minute per token, or no limit at all. */
export type RateLimit = 'off' | number;

export type Allowance = { readonly headers: Readonly<Record<string, string>>; readonly refusal: Problem | null };

const windowSeconds = 60;
const free: Allowance = { headers: {}, refusal: null };

export class CallBudget {
  readonly #byToken: RateLimiterAbstract | null;
  readonly #byAddress: RateLimiterAbstract | null;
  readonly #failures: RateLimiterAbstract | null;

  constructor(limit: RateLimit, newLimiter: NewLimiter) {
    const limiter = (name: string, points: number): RateLimiterAbstract | null =>
      limit === 'off' ? null : newLimiter(name, points, windowSeconds);
    this.#byToken = limiter('token', limit === 'off' ? 1 : limit);
    this.#byAddress = limiter('address', limits.callsPerMinutePerAddress);
    this.#failures = limiter('failures', limits.failedSignInsPerMinute);
  }

  /** [L1] Counts one call. */
  async take(tokenId: string | null, address: string): Promise<Allowance> {
    return tokenId === null ? count(this.#byAddress, 'address', networkOf(address)) : count(this.#byToken, 'token', tokenId);
  }

  /**
   * [L2] Counts a guess before it is judged, so that many at once are no more than as many one after the other; refused from
   * the one after the last allowed.
   */
  async guess(address: string): Promise<Allowance> {
    return count(this.#failures, 'failures', networkOf(address));
  }

  /** [L2] The guess was no wrong one: it does not count. */
  async guessedRight(address: string): Promise<void> {
    await this.#failures?.reward(networkOf(address));
  }
}

async function count(limiter: RateLimiterAbstract | null, policy: string, key: string): Promise<Allowance> {
  if (limiter === null) return free;
  try {
    return { headers: headersOf(policy, limiter.points, await limiter.consume(key)), refusal: null };
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return refused(policy, limiter.points, rejection);
    throw rejection;
  }
}

function refused(policy: string, points: number, state: RateLimiterRes): Allowance {
  const retryAfter = String(Math.max(1, Math.ceil(state.msBeforeNext / 1000)));
  return { headers: { ...headersOf(policy, points, state), 'Retry-After': retryAfter }, refusal: problem('rate_limited') };
}

function headersOf(policy: string, points: number, state: RateLimiterRes): Record<string, string> {
  const left = Math.max(0, points - state.consumedPoints);
  return {
    RateLimit: `"${policy}";r=${left};t=${Math.max(1, Math.ceil(state.msBeforeNext / 1000))}`,
    'RateLimit-Policy': `"${policy}";q=${points};w=${windowSeconds}`,
  };
}

/** [L1] */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  const missing = address.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0;
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after].slice(0, 4).join(':');
}
