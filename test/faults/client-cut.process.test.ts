/** The network between people and the load balancer goes silent, as if a cable was pulled: no connection is closed. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Deployment } from '#test/cluster/deployment.ts';
import { until } from '#test/harness/editor.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import type { TcpProxy } from '#test/harness/tcp-proxy.ts';

import { FaultCompany, soonMs } from './company.ts';
import { proxied } from './links.ts';
import { Outages } from './outages.ts';
import { say, verdict } from './verdict.ts';

const random = new SeededRandom(seedOf('client-cut'));
const silentMs = 45_000;

let deployment: Deployment;
let way: { readonly proxy: TcpProxy; readonly url: string };
beforeAll(async () => {
  deployment = await Deployment.start();
  way = await proxied(deployment.balancer.url);
});
afterAll(async () => {
  await deployment.stop();
  await way.proxy.close();
});

test('after 45 s of silence, editors have noticed, reconnect, and no edit is lost or doubled', async () => {
  const company = await FaultCompany.start({ deployment, random: random.fork(), urls: [way.url] });
  const outages = new Outages(company.editors);
  const startedAt = performance.now();
  way.proxy.stall('up', 'down');
  await until(() => outages.now === company.editors.length, silentMs, 'an editor does not notice');
  const noticedMs = performance.now() - startedAt;
  await sleep(Math.max(0, silentMs - noticedMs));
  way.proxy.flow();
  const healed = performance.now();
  await until(() => outages.now === 0, soonMs, 'an editor does not come back');
  await company.goesOn();
  say(
    'client cut off',
    `noticed after ${(noticedMs / 1_000).toFixed(1)} s; all back ${((performance.now() - healed) / 1_000).toFixed(1)} s after there is a way`,
  );
  // 20 s without a message, checked every 2 s, and closed at the third check; 30 s are promised.
  expect(noticedMs).toBeLessThan(30_000);
  // 5 s are promised once an attempt gets through; an attempt that began during the silence must time out first.
  expect(Math.max(...outages.over)).toBeLessThan(silentMs + 20_000);
  await verdict('client cut off', company);
});
