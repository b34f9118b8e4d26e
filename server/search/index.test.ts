import process from 'node:process';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openSearch, type SearchStorage } from '#storage/search/open-search.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { insertUser } from '#storage/users.ts';
import { fuzzTimeout, scaled, seedOr } from '#test/harness/fuzz.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { DocumentIndexer } from './document-indexer.ts';
import { type Indexed, noIndexCounts, playIndexHistory } from './random-index.test-support.ts';

const folder = temporaryFolder('index');
let storage: Storage;
let search: SearchStorage;
let indexed: Indexed;
beforeAll(async () => {
  storage = await openStorage({ dataDir: folder.path });
  search = openSearch(storage, folder.path);
  await search.prepare();
  await storage.transact((tx) =>
    insertUser(tx, { id: 'user_ada', name: 'Ada', color: '#c2410c', email: null, passwordHash: null, createdAt: 1 }),
  );
  indexed = { storage, search, indexers: [1, 2].map(() => new DocumentIndexer({ storage, search })) };
});
afterAll(async () => {
  for (const indexer of indexed.indexers) await indexer.close();
  await search.close();
  await storage.close();
  folder.remove();
});

test('SE2 SE6 the index is what a derivation from the journal gives', { timeout: fuzzTimeout(1_200_000) }, async () => {
  const [counts, first, histories] = [noIndexCounts(), seedOr(1), scaled(600)];
  for (let seed = first; seed < first + histories; seed += 1) {
    try {
      await playIndexHistory(indexed, seed, counts);
    } catch (error) {
      throw new Error(`history ${seed}`, { cause: error });
    }
  }
  process.stdout.write(`${histories} histories: ${JSON.stringify(counts)}\n`);
  for (const [what, count] of Object.entries(counts)) expect([what, count > histories / 20]).toEqual([what, true]);
});
