import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStorage, type Storage } from '#storage/storage.ts';
import { fuzzTimeout, scaled, seedOr } from '#test/harness/fuzz.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { addAda } from './past-moments.test-support.ts';
import { noWrites, playSharedWrites } from './shared-writes.test-support.ts';

const folder = temporaryFolder('shared-writes');
let storage: Storage;
beforeAll(async () => {
  storage = await openStorage({ dataDir: folder.path });
  await addAda(storage);
});
afterAll(async () => {
  await storage.close();
  folder.remove();
});

test(
  'RM38 writes that wait share transactions, and each is applied, refused or fails as if it were alone',
  { timeout: fuzzTimeout(600_000) },
  async () => {
    const [counts, first, histories] = [noWrites(), seedOr(1), scaled(400)];
    for (let seed = first; seed < first + histories; seed += 1) await playSharedWrites(storage, seed, counts);
    expect(counts.applied).toBeGreaterThan(histories * 5);
    expect(counts.calmTransactions).toBeLessThan(counts.calmWrites / 2);
  },
);
