import { test } from 'vitest';

import { startNodeProcess } from '../harness/node-process.ts';
import { addPerson } from '../harness/people.ts';
import { SeededRandom, seedOf } from '../harness/random.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { openStorage } from '#storage/storage.ts';

import { drawTogether } from './drawing-together.ts';

const seed = seedOf('pages on one node');

test(`concurrent page edits of editors and agents converge with the journal (seed ${seed})`, async () => {
  const folder = temporaryFolder('pages');
  const storage = await openStorage({ dataDir: folder.path });
  const { token } = await addPerson(storage, 'Ada');
  await storage.close();
  const node = await startNodeProcess({ DATA_DIR: folder.path });
  await drawTogether({
    urls: [node.url],
    token,
    storage: { dataDir: folder.path },
    random: new SeededRandom(seed),
    editorsPerNode: 3,
    agentsPerNode: 3,
    edits: 80,
    calls: 15,
  });
  await node.kill('SIGTERM');
  folder.remove();
});
