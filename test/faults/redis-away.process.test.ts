/** Redis carries only hints: when it is killed or paused, nodes see each other's writes later, and nothing else changes. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { quantile } from '#test/bench/statistics.ts';
import { Courier } from '#test/cluster/courier.ts';
import { Deployment } from '#test/cluster/deployment.ts';
import { canonicalOf, readColdAt } from '#test/crash/cold-journal.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor, until } from '#test/harness/editor.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';

import { FaultCompany, size, soonMs } from './company.ts';
import { say, verdict } from './verdict.ts';

const random = new SeededRandom(seedOf('redis-away'));
/** The poll runs every 1.5 s; 2 s are promised, and a busy machine doubles that. */
const lagMs = 4_000;

let deployment: Deployment;
let courier: Courier;
beforeAll(async () => {
  deployment = await Deployment.start();
  const [one, two] = deployment.nodes;
  courier = await Courier.start(one!.url, two!.url, deployment.ada.token);
});
afterAll(async () => {
  courier.close();
  await deployment.stop();
});

/** Measures delays from node to node over time. */
async function delaysFor(ms: number): Promise<number[]> {
  const delays: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end; await sleep(random.integer(0, 400)))
    delays.push(await courier.delay(soonMs));
  return delays;
}

const figures = (delays: readonly number[]): string =>
  `p50 ${quantile(delays, 0.5).toFixed(0)} ms, p99 ${quantile(delays, 0.99).toFixed(0)} ms of ${delays.length}`;

test('with Redis killed for 3 s, 25 s and 60 s, work continues and reaches the other nodes by polling', async () => {
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  const usual = await delaysFor(2_000);
  const outages: string[] = [];
  for (const seconds of [3, 25, 60]) {
    await deployment.redis.kill('SIGKILL');
    const delays = await delaysFor(seconds * 1_000);
    await company.goesOn();
    await deployment.redis.restart();
    await company.goesOn();
    expect(quantile(delays, 0.99)).toBeLessThan(lagMs);
    outages.push(`${seconds} s ${figures(delays)}`);
  }
  say('Redis killed', `across nodes: with Redis ${figures(usual)}; killed for ${outages.join('; ')}`);
  await verdict('Redis killed', company);
});

test('when Redis returns while no one edits, all nodes become equal without a further edit', async () => {
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  await deployment.redis.kill('SIGKILL');
  await company.goesOn();
  await company.rests();
  await deployment.redis.restart();
  const returned = performance.now();
  await Promise.all(company.editors.map(({ editor }) => editor.saved(soonMs)));
  const journal = canonicalOf(await readColdAt({ databaseUrl: deployment.databaseUrl }, company.place));
  const areEqual = (): boolean => company.editors.every(({ editor }) => canonicalJson(editor.doc) === journal);
  await until(areEqual, soonMs, 'an editor waits for a further edit');
  const tookMs = performance.now() - returned;
  say('Redis frozen', `equal ${tookMs.toFixed(0)} ms after Redis is back`);
  // 3 s are promised.
  expect(tookMs).toBeLessThan(6_000);
  await verdict('Redis frozen', company);
});

test('with Redis paused for 30 s, documents open as fast as before and work continues', async () => {
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  const usual = await opens();
  await deployment.redis.kill('SIGSTOP');
  try {
    const [paused, delays] = await Promise.all([opens(30_000), delaysFor(30_000)]);
    await company.goesOn();
    say(
      'Redis slow',
      `opening a document: with Redis ${figures(usual)}, paused ${figures(paused)}; across nodes ${figures(delays)}`,
    );
    // 1 s is promised, 40 times what it takes, and stock Hocuspocus waits for more than 6 s.
    expect(quantile(paused, 0.99)).toBeLessThan(Math.max(1_000, 3 * quantile(usual, 0.99)));
    expect(quantile(delays, 0.99)).toBeLessThan(lagMs);
  } finally {
    await deployment.redis.kill('SIGCONT');
  }
  await company.goesOn();
  await verdict('Redis slow', company);
});

/** Milliseconds until an editor has the state of a document that no node has loaded. */
async function opens(ms = 3_000): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end && times.length < 100 * size; await sleep(200)) {
    const { url } = random.pick(deployment.nodes);
    const place = await new Api(random.pick(deployment.nodes).url, deployment.ada.token).createDocument();
    const startedAt = performance.now();
    const editor = new TestEditor({ url, documentId: place.id, credential: deployment.ada.token });
    await editor.synced(soonMs);
    times.push(performance.now() - startedAt);
    editor.destroy();
  }
  return times;
}
