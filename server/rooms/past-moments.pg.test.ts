import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openStorage, type Storage } from '#storage/storage.ts';
import { fuzzTimeout, scaled, seedOr } from '#test/harness/fuzz.ts';
import { startPostgres } from '#test/harness/postgres.ts';

import { addAda, noCounts, playHistory } from './past-moments.test-support.ts';

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

describe('the past of a document on PostgreSQL', () => {
  test('RM37 APP110 each retained moment equals what was recorded', { timeout: fuzzTimeout(3_600_000) }, async () => {
    const [counts, first, histories] = [noCounts(), seedOr(1), scaled(1_000)];
    for (let seed = first; seed < first + histories; seed += 1) await playHistory(storage, seed, counts);
    expect(counts.moments).toBeGreaterThan(histories * 5);
  });
});
