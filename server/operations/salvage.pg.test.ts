import { afterAll, beforeAll } from 'vitest';

import { openStorage, type Storage } from '#storage/storage.ts';
import { startPostgres } from '#test/harness/postgres.ts';

import { salvageContract } from './salvage.test-support.ts';

let storage: Storage;
let stop: () => Promise<void>;
beforeAll(async () => {
  const postgres = await startPostgres();
  storage = await openStorage({ databaseUrl: await postgres.createDatabase() });
  stop = () => postgres.stop();
});
afterAll(async () => {
  await storage.close();
  await stop();
});

salvageContract(() => storage);
