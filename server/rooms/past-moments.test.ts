import process from 'node:process';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openStorage, type Storage } from '#storage/storage.ts';
import { fuzzTimeout, scaled, seedOr } from '#test/harness/fuzz.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { addAda, noCounts, playHistory } from './past-moments.test-support.ts';

const folder = temporaryFolder('past');
let storage: Storage;
beforeAll(async () => {
  storage = await openStorage({ dataDir: folder.path });
  await addAda(storage);
});
afterAll(async () => {
  await storage.close();
  folder.remove();
});

describe('the past of a document', () => {
  test(
    'RM37 APP110 each retained moment equals what was recorded when it was the present, and a reverted restore changes nothing',
    { timeout: fuzzTimeout(3_600_000) },
    async () => {
      const [counts, first, histories] = [noCounts(), seedOr(1), scaled(10_000)];
      for (let seed = first; seed < first + histories; seed += 1) {
        try {
          await playHistory(storage, seed, counts);
        } catch (error) {
          throw new Error(`history ${seed}`, { cause: error });
        }
      }
      process.stdout.write(`${histories} histories: ${JSON.stringify(counts)}\n`);
      for (const [what, count] of Object.entries(counts)) expect([what, count > histories / 20]).toEqual([what, true]);
    },
  );
});
