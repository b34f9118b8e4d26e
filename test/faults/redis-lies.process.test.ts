/** A Redis that misbehaves: emptied, full, with keys of other types, and with doubled, lost, reordered and forged messages. */
import { setTimeout as sleep } from 'node:timers/promises';

import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Deployment } from '#test/cluster/deployment.ts';
import { metricOf } from '#test/faults/metric-of.ts';
import { until } from '#test/harness/editor.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { startProxy, type TcpProxy } from '#test/harness/tcp-proxy.ts';

import { FaultCompany, soonMs } from './company.ts';
import { mangled } from './mangled-messages.ts';
import { say, verdict } from './verdict.ts';

const random = new SeededRandom(seedOf('redis-lies'));

let deployment: Deployment;
let redis: Redis;
/** The proxies in front of Redis, one per node. */
const proxies: TcpProxy[] = [];
beforeAll(async () => {
  // A limit that is never reached, so that the rate limiter uses Redis, too.
  deployment = await Deployment.start({ RATE_LIMIT: '1000000' }, async (_index, { REDIS_URL }) => {
    const { port, hostname: host } = new URL(REDIS_URL!);
    const proxy = await startProxy({ port: Number(port), host });
    proxies.push(proxy);
    return { REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
  });
  redis = new Redis(deployment.redis.url);
});
afterAll(async () => {
  redis.disconnect();
  await deployment.stop();
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

/** Each editor sees every other one. */
async function seeOneAnother({ editors }: FaultCompany): Promise<number> {
  const startedAt = performance.now();
  const isWhole = (): boolean =>
    editors.every(({ editor: { provider } }) => {
      const others = [...provider.awareness!.getStates()].filter(
        ([client, state]) => client !== provider.document.clientID && 'user' in state,
      );
      return others.length >= editors.length - 1;
    });
  await until(isWhole, soonMs, 'editors do not see one another');
  return performance.now() - startedAt;
}

async function startSeen(): Promise<FaultCompany> {
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  for (const { editor } of company.editors) editor.provider.awareness!.setLocalState({ tab: company.place.tab });
  await seeOneAnother(company);
  return company;
}

test('with repeated FLUSHALL, keys of the wrong type and no memory left, work continues and presence recovers', async () => {
  const company = await startSeen();
  const isOver = sleep(8_000);
  let rounds = 0;
  for (let stop = false; !stop; stop = await Promise.race([isOver.then(() => true), sleep(50, false)])) {
    const keys = await redis.keys('*');
    // The rate limiter finds lists in place of its counts.
    const flush = redis.multi().flushall();
    for (const key of keys) flush.lpush(key, 'x');
    await flush.exec();
    rounds += 1;
  }
  await company.goesOn();
  const flushedMs = await seeOneAnother(company);

  await redis.config('SET', 'maxmemory', '2mb');
  await redis.config('SET', 'maxmemory-policy', 'noeviction');
  const fill = async (): Promise<void> => {
    for (let index = 0; ; index += 1) await redis.set(`fill-${index}`, 'x'.repeat(10_000));
  };
  await expect(fill()).rejects.toThrow('OOM');
  await company.goesOn();
  await company.goesOn();
  const fullMs = await seeOneAnother(company);
  await redis.config('SET', 'maxmemory', '0');
  await redis.flushall();
  say(
    'FLUSHALL',
    `${rounds} floods of FLUSHALL; presence whole after ${flushedMs.toFixed(0)} ms, with full memory ${fullMs.toFixed(0)} ms`,
  );
  // 5 s are promised.
  expect(Math.max(flushedMs, fullMs)).toBeLessThan(10_000);
  await verdict('FLUSHALL', company);
});

test('with messages doubled, reordered, lost and forged, all nodes are equal and every forgery is counted', async () => {
  const counts = { lost: 0, doubled: 0, late: 0 };
  for (const proxy of proxies) {
    proxy.alter(() => mangled(random.fork(), counts));
    proxy.cutAll();
  }
  const company = await startSeen();
  const dropped = (): Promise<number[]> =>
    Promise.all(deployment.nodes.map(({ url }) => metricOf(url, 'atelier_doorbell_dropped_total')));
  const channels = (await redis.pubsub('CHANNELS', '*')) as string[];
  const doorbell = channels.find((name) => name.includes('doorbell'))!;
  const before = await dropped();
  // The forger publishes to Redis directly; a node receives its messages through the proxy.
  const forged = 200;
  for (let index = 0; index < forged; index += 1) {
    const body = JSON.stringify({ node: 'forger', count: index + 1, document: company.place.id, seq: 1_000_000 + index });
    await redis.publish(doorbell, `${'A'.repeat(43)}.${body}`);
    await redis.publish(doorbell, random.pick(['garbage', '', '.', '{}', body]));
  }
  await company.goesOn({ agent: 100, editor: 50 });
  expect(counts.lost).toBeGreaterThan(10);
  expect(counts.doubled).toBeGreaterThan(10);
  const after = await dropped();
  // A third is lost in transit; the node dropped all others.
  for (const [index, count] of after.entries()) expect(count - before[index]!).toBeGreaterThan(forged);
  say(
    'forged messages',
    `on the way ${counts.lost} lost, ${counts.doubled} doubled, ${counts.late} late; dropped by nodes ${after.join(', ')}`,
  );
  for (const proxy of proxies) {
    proxy.alter(() => (chunk) => chunk);
    proxy.cutAll();
  }
  await company.goesOn();
  say('forged messages', `presence whole again after ${(await seeOneAnother(company)).toFixed(0)} ms`);
  await verdict('forged messages', company);
});
