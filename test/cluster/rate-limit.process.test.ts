import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStorage } from '#storage/storage.ts';
import { Api } from '#test/harness/api.ts';
import { until } from '#test/harness/editor.ts';
import { type NodeProcess, startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson } from '#test/harness/people.ts';
import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { startRedis, type TestRedis } from '#test/harness/redis.ts';

const limit = 30;

let postgres: TestPostgres;
let redis: TestRedis;
let nodes: NodeProcess[];
/** Tokens of new people, whose calls have not been counted yet. */
let tokens: string[];

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const databaseUrl = await postgres.createDatabase();
  const storage = await openStorage({ databaseUrl });
  tokens = [];
  for (const name of ['Ada', 'Eve', 'Grace']) tokens.push((await addPerson(storage, name)).token);
  await storage.close();
  const environment = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, RATE_LIMIT: String(limit) };
  nodes = await Promise.all([startNodeProcess(environment), startNodeProcess(environment)]);
  const isLinked = async ({ url }: NodeProcess): Promise<boolean> =>
    (await (await fetch(`${url}/readyz`)).text()).includes('"redis":"ok"');
  for (const node of nodes) await until(() => isLinked(node), 10_000, 'the node does not reach Redis');
});
afterAll(async () => {
  await redis.kill('SIGCONT');
  await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
  expect(nodes.map((node) => node.exitCode())).toEqual([0, 0]);
  await Promise.all([redis.stop(), postgres.stop()]);
});

/** The number of served calls of a token, spread over the nodes, and the time of the slowest. */
async function served(token: string, calls: number): Promise<{ count: number; slowestMs: number }> {
  const apis = nodes.map(({ url }) => new Api(url, token));
  let [count, slowestMs] = [0, 0];
  for (let call = 0; call < calls; call += 1) {
    const startedAt = performance.now();
    const { status } = await apis[call % apis.length]!.call('GET', '/me');
    expect([200, 429]).toContain(status);
    if (status === 200) count += 1;
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  return { count, slowestMs };
}

test('the limit of a token covers all nodes; without Redis it applies per node, and no call waits', async () => {
  // At the first call of a node its connection to Redis may not be ready yet.
  await served(tokens[2]!, 2);
  const shared = await served(tokens[0]!, 2 * limit + 20);
  expect(shared.count).toBeGreaterThanOrEqual(limit);
  // With separate counts it would be 60; a node that is delayed for a moment may count some calls separately.
  expect(shared.count).toBeLessThan(1.7 * limit);
  await redis.kill('SIGSTOP');
  const frozen = await served(tokens[1]!, 2 * limit + 20);
  expect(frozen.count).toBe(2 * limit);
  expect(frozen.slowestMs).toBeLessThan(1_000);
});
