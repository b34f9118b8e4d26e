import { afterAll, beforeAll } from 'vitest';

import { openStorage, type Storage } from '#storage/storage.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { salvageContract } from './salvage.test-support.ts';

const folder = temporaryFolder('salvage-sqlite');
let storage: Storage;
beforeAll(async () => {
  storage = await openStorage({ dataDir: folder.path });
});
afterAll(async () => {
  await storage.close();
  folder.remove();
});

salvageContract(() => storage);
