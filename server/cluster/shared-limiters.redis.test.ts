import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { until } from '#test/harness/editor.ts';
import { freePort } from '#test/harness/free-port.ts';
import { startRedis, type TestRedis } from '#test/harness/redis.ts';

import { SharedLimiters } from './shared-limiters.ts';

let redis: TestRedis;
const opened: SharedLimiters[] = [];

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  for (const each of opened) each.close();
  await redis.stop();
});

const node = (url = redis.url, key = 'one installation'): SharedLimiters => {
  const limiters = new SharedLimiters(url, key);
  opened.push(limiters);
  return limiters;
};

/** True if the call is allowed. */
const isAllowed = (limiter: RateLimiterAbstract, caller: string): Promise<boolean> =>
  limiter.consume(caller).then(
    () => true,
    (error: unknown) => {
      if (error instanceof RateLimiterRes) return false;
      throw error;
    },
  );

/** How many of these calls, spread evenly over the limiters, are allowed. */
async function allowedCalls(limiters: readonly RateLimiterAbstract[], caller: string, calls: number): Promise<number> {
  let count = 0;
  for (let call = 0; call < calls; call += 1) if (await isAllowed(limiters[call % limiters.length]!, caller)) count += 1;
  return count;
}

/** Limiters of two nodes that reach Redis. */
async function pair(points: number): Promise<[RateLimiterAbstract, RateLimiterAbstract]> {
  const [one, two] = [node().newLimiter('calls', points, 60), node().newLimiter('calls', points, 60)];
  let probes = 0;
  const share = async (): Promise<boolean> => {
    probes += 1;
    const { consumedPoints } = await one.consume(`probe-${points}-${probes}`);
    return consumedPoints === 1 && (await two.consume(`probe-${points}-${probes}`)).consumedPoints === 2;
  };
  await until(share, 10_000, 'the nodes do not share a count');
  return [one, two];
}

test('two nodes share one limit; other callers and installations have their own', async () => {
  const nodes = await pair(10);
  expect(await allowedCalls(nodes, 'ada', 14)).toBe(10);
  expect(await allowedCalls(nodes, 'eve', 3)).toBe(3);
  expect(await allowedCalls([node(redis.url, 'another').newLimiter('calls', 10, 60)], 'ada', 3)).toBe(3);
  await nodes[0].reward('ada', 5);
  expect(await allowedCalls(nodes, 'ada', 4)).toBe(1);
});

test('[CL11] without Redis each node counts for itself', async () => {
  const url = `redis://127.0.0.1:${await freePort()}`;
  const nodes = [node(url), node(url)].map((each) => each.newLimiter('calls', 5, 60));
  expect(await allowedCalls(nodes, 'ada', 20)).toBe(10);
});

test('[CL11] with keys in Redis that are not counts each node counts for itself', async () => {
  const nodes = await pair(6);
  const client = new Redis(redis.url);
  await isAllowed(nodes[0], 'ada');
  for (const key of await client.keys('*:ada')) await client.del(key).then(() => client.rpush(key, 'not a count'));
  expect(await allowedCalls(nodes, 'ada', 20)).toBe(12);
  client.disconnect();
});

test('[CL10] with Redis frozen one call per second waits, and not for long; afterwards the nodes share again', async () => {
  const nodes = await pair(1_000);
  await redis.kill('SIGSTOP');
  const times: number[] = [];
  for (let call = 0; call < 200; call += 1) {
    const startedAt = performance.now();
    expect(await isAllowed(nodes[call % 2]!, 'ada')).toBe(true);
    times.push(performance.now() - startedAt);
  }
  const waited = times.filter((ms) => ms > 15).length;
  await redis.kill('SIGCONT');
  process.stdout.write(`shared-limiters: frozen, ${waited} of 200 calls waited, ${Math.max(...times).toFixed(0)} ms at most\n`);
  expect(Math.max(...times)).toBeLessThan(500);
  expect(waited).toBeLessThan(20);
  const before = (await nodes[0].consume('eve')).consumedPoints;
  await until(async () => (await nodes[1].consume('eve')).consumedPoints > before + 1, 10_000, 'the nodes do not share again');
});
