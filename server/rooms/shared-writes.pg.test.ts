import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStorage, type Storage } from '#storage/storage.ts';
import { fuzzTimeout, scaled, seedOr } from '#test/harness/fuzz.ts';
import { startPostgres } from '#test/harness/postgres.ts';

import { addAda } from './past-moments.test-support.ts';
import { noWrites, playSharedWrites } from './shared-writes.test-support.ts';

let storage: Storage;
let stop: () => Promise<void>;
beforeAll(async () => {
  const postgres = await startPostgres();
  storage = await openStorage({ databaseUrl: await postgres.createDatabase() });
  stop = () => postgres.stop();
  await addAda(storage);
});
afterAll(async () => {
  await storage.close();
  await stop();
});

test('RM38 writes that wait share transactions on PostgreSQL', { timeout: fuzzTimeout(600_000) }, async () => {
  const [counts, first, histories] = [noWrites(), seedOr(1), scaled(200)];
  for (let seed = first; seed < first + histories; seed += 1) await playSharedWrites(storage, seed, counts);
  expect(counts.applied).toBeGreaterThan(histories * 5);
  expect(counts.calmTransactions).toBeLessThan(counts.calmWrites / 2);
});
