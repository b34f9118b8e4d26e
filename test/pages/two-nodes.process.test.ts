import { afterAll, beforeAll, test } from 'vitest';

import { type Cluster, startCluster } from '../cluster/stage.ts';
import { startPostgres, type TestPostgres } from '../harness/postgres.ts';
import { SeededRandom, seedOf } from '../harness/random.ts';
import { startRedis, type TestRedis } from '../harness/redis.ts';
import { drawTogether, type Together } from './drawing-together.ts';

const seed = seedOf('pages on two nodes');
const random = new SeededRandom(seed);
let [postgres, redis, cluster]: [TestPostgres, TestRedis, Cluster] = [] as never;

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  cluster = await startCluster(postgres, redis.url);
});
afterAll(async () => {
  await cluster.stop();
  await Promise.all([redis.stop(), postgres.stop()]);
});

test(`concurrent page edits of editors and agents on two nodes converge with the journal (seed ${seed})`, async () => {
  const { nodes, ada, databaseUrl } = cluster;
  const together: Together = {
    urls: nodes.map(({ url }) => url),
    token: ada.token,
    storage: { databaseUrl },
    random: random.fork(),
    editorsPerNode: 2,
    agentsPerNode: 2,
    edits: 60,
    calls: 12,
  };
  await drawTogether(together);
});
