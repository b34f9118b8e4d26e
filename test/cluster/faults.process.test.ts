/** The most common faults, one after the other, under load; `npm run test:faults` has the others and the measurements. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { FaultCompany } from '#test/faults/company.ts';
import { verdict } from '#test/faults/verdict.ts';
import { Api } from '#test/harness/api.ts';
import { until } from '#test/harness/editor.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';

import { Deployment } from './deployment.ts';

const random = new SeededRandom(seedOf('faults'));

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start();
});
afterAll(() => deployment.stop());

test('nothing acknowledged is lost when Redis is killed, PostgreSQL restarted and a node killed behind the balancer', async () => {
  const company = await FaultCompany.start({ deployment, random: random.fork(), urls: [deployment.balancer.url] });
  await deployment.redis.kill('SIGKILL');
  await company.goesOn();
  await deployment.redis.restart();
  await company.goesOn();
  await deployment.postgres.restart();
  await company.goesOn();
  await deployment.nodes[0]!.kill('SIGKILL');
  await company.goesOn();
  await deployment.revive(0);
  await company.goesOn();
  await verdict('faults', company);
});

test('a call whose node is killed gets no answer, and none that says nothing was applied', async () => {
  const { balancer, nodes, ada, databaseUrl } = deployment;
  const api = new Api(balancer.url, ada.token);
  const place = await api.createDocument();
  const session = new pg.Client({ connectionString: databaseUrl });
  await session.connect();
  const waiting = async (): Promise<boolean> => {
    const { rows } = await session.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    return rows[0]!.count > 0;
  };
  await session.query('begin');
  await session.query('select 1 from documents where id = $1 for update', [place.id]);
  const call = expect(api.changeset(place, 'add square')).rejects.toThrow('fetch failed');
  await until(waiting, 10_000, 'the call does not reach its lock');
  await Promise.all(nodes.map((node) => node.kill('SIGKILL')));
  await session.query('rollback');
  await session.end();
  await call;
  await Promise.all(nodes.map((_, index) => deployment.revive(index)));
});
