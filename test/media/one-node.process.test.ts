import { test } from 'vitest';

import { openStorage } from '#storage/storage.ts';

import { type NodeProcess, startNodeProcess } from '../harness/node-process.ts';
import { addPerson } from '../harness/people.ts';
import { SeededRandom, seedOf } from '../harness/random.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { mediaAcrossNodes } from './across-nodes.ts';

const seed = seedOf('media on one node');

test(`images, pages, libraries, themes and copies survive the restart of a node with SQLite (seed ${seed})`, async () => {
  const folder = temporaryFolder('media');
  const storage = await openStorage({ dataDir: folder.path });
  const [ada, grace] = [await addPerson(storage, 'Ada'), await addPerson(storage, 'Grace')];
  await storage.close();
  const start = (): Promise<NodeProcess> => startNodeProcess({ DATA_DIR: folder.path });
  let node = await start();
  const url = (): string => node.url;
  await mediaAcrossNodes({
    here: url,
    there: url,
    ada,
    grace,
    random: new SeededRandom(seed),
    async restart() {
      await node.kill('SIGKILL');
      node = await start();
    },
  });
  await node.kill('SIGTERM');
  folder.remove();
});
