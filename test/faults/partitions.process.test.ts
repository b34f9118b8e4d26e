/** A node is partitioned from Redis or the database, in both directions or in one. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Deployment } from '#test/cluster/deployment.ts';
import { Api } from '#test/harness/api.ts';
import { until } from '#test/harness/editor.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import type { ProxyDirection } from '#test/harness/tcp-proxy.ts';

import { FaultCompany, soonMs } from './company.ts';
import { Links } from './links.ts';
import { say, verdict } from './verdict.ts';

const random = new SeededRandom(seedOf('partitions'));
const links = new Links();

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start({}, links.between);
});
afterAll(async () => {
  await deployment.stop();
  await links.close();
});

test.each<[string, ProxyDirection[]]>([
  ['both ways', ['up', 'down']],
  ['what it sends', ['up']],
  ['what it hears', ['down']],
])('with a node without Redis (%s) work continues on all nodes', async (ways, directions) => {
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  links.ofNode[0]!.redis.stall(...directions);
  for (let round = 0; round < 3; round += 1) await Promise.all([company.goesOn(), sleep(2_500)]);
  links.ofNode[0]!.redis.flow();
  await company.goesOn();
  await verdict(`partition of node and Redis, ${ways}`, company);
});

test.each<[string, ProxyDirection[]]>([
  ['both ways', ['up', 'down']],
  ['what it sends', ['up']],
  ['what it hears', ['down']],
])(
  'a node without its database (%s) refuses calls and acknowledges nothing, and the others continue',
  async (ways, directions) => {
    const company = await FaultCompany.start({ deployment, random: random.fork(), agents: 6 });
    const { nodes, ada } = deployment;
    const [cut] = links.ofNode;
    const [drawing] = company.editors;
    let acknowledged = 0;
    drawing!.editor.provider.on('unsyncedChanges', ({ number }: { number: number }) => {
      if (number === 0) acknowledged += 1;
    });
    cut!.database.stall(...directions);
    // Unless the other direction is open for what is in progress.
    const startedAt = performance.now();
    const { status } = await new Api(nodes[0]!.url, ada.token)
      .changeset(company.place, 'add square id=never')
      .catch(() => ({ status: 0 }));
    const refusedMs = performance.now() - startedAt;
    const before = acknowledged;
    const others = gapsOf(company);
    await sleep(15_000);
    expect((await fetch(`${nodes[0]!.url}/readyz`)).status).toBe(503);
    const longest = others.end();
    expect(acknowledged).toBe(before);
    cut!.database.flow();
    say(
      'partition of node and database',
      `${ways}: refused with ${status} after ${refusedMs.toFixed(0)} ms; longest silence of the other nodes ${longest.toFixed(0)} ms`,
    );
    // It is 0, a broken connection, if a COMMIT was in progress.
    expect([0, 503]).toContain(status);
    // A transaction that was cut off may lock the document until the database ends it, after 10 s.
    expect(longest).toBeLessThan(15_000);
    await until(async () => (await fetch(`${nodes[0]!.url}/readyz`)).ok, soonMs, 'the node does not reach its database again');
    await company.goesOn();
    await verdict(`partition of node and database, ${ways}`, company);
  },
);

/** The longest time without any acknowledgement. */
function gapsOf(company: FaultCompany): { end(): number } {
  let [last, longest, count] = [performance.now(), 0, company.counts.agent];
  const look = (): void => {
    if (company.counts.agent === count) return;
    longest = Math.max(longest, performance.now() - last);
    [last, count] = [performance.now(), company.counts.agent];
  };
  const timer = setInterval(look, 20);
  return {
    end() {
      clearInterval(timer);
      return Math.max(longest, performance.now() - last);
    },
  };
}
