/** A node behind the load balancer is killed again and again. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { quantile } from '#test/bench/statistics.ts';
import { Deployment } from '#test/cluster/deployment.ts';
import { answersOf } from '#test/crash/history.ts';
import { until } from '#test/harness/editor.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';

import { FaultCompany, size, soonMs } from './company.ts';
import { Outages } from './outages.ts';
import { say, verdict } from './verdict.ts';

const random = new SeededRandom(seedOf('node-killed'));
const kills = 6 * size;
const everyMs = 20_000;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start();
});
afterAll(() => deployment.stop());

test('with a node killed every 20 s, editors reconnect quickly, agents lose at most one call each, and nothing is lost', async () => {
  const agents = 6;
  // At full speed a tab would have its 10,000 elements, and refuse the rest, before the last kill.
  const writers = { agents, editors: 6, paceMs: 500, urls: [deployment.balancer.url] };
  const company = await FaultCompany.start({ deployment, random: random.fork(), ...writers });
  const outages = new Outages(company.editors);
  for (let kill = 0; kill < kills; kill += 1) {
    const startedAt = performance.now();
    const index = kill % 3;
    await deployment.nodes[index]!.kill('SIGKILL');
    await sleep(random.integer(500, 2_000));
    await deployment.revive(index);
    await until(() => outages.now === 0, soonMs, 'an editor does not come back');
    await company.goesOn();
    // The balancer must see the node again before the next kill, 20 s after the last one.
    await sleep(Math.max(1_500, everyMs - (performance.now() - startedAt)));
  }
  await company.rests();
  const { statuses } = company;
  const failed = statuses.filter((status) => status !== 201).length;
  const share = (100 * failed) / statuses.length;
  say(
    'node killed',
    `${kills} kills; editors back after p50 ${quantile(outages.over, 0.5).toFixed(0)} ms, at most ${Math.max(...outages.over).toFixed(0)} ms; ${failed} of ${statuses.length} calls failed, ${share.toFixed(2)} %: ${answersOf(company.history)}`,
  );
  // 5 s are promised, and each kill removes a third of the capacity.
  expect(Math.max(...outages.over)).toBeLessThan(10_000);
  expect(failed).toBeLessThanOrEqual(kills * agents * size);
  await verdict('node killed', company);
});
