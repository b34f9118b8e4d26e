/** The storage contract on SQLite. */
import { join } from 'node:path';

import { afterAll, describe } from 'vitest';

import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { storageContract } from './contract/contract.ts';

const folder = temporaryFolder('sqlite');
afterAll(() => folder.remove());

describe('SQLite', () => {
  let folders = 0;
  storageContract(async () => {
    folders += 1;
    return { dataDir: join(folder.path, `data-${folders}`) };
  });
});
