import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openStorage } from '#storage/storage.ts';

import { startBucket } from '../harness/bucket.ts';
import { type NodeProcess, startNodeProcess } from '../harness/node-process.ts';
import { addPerson } from '../harness/people.ts';
import { startPostgres, type TestPostgres } from '../harness/postgres.ts';
import { SeededRandom, seedOf } from '../harness/random.ts';
import { temporaryFolder, type TemporaryFolder } from '../harness/temporary-folder.ts';
import { mediaAcrossNodes } from './across-nodes.ts';

const seed = seedOf('media on two nodes');
let postgres: TestPostgres;
let folder: TemporaryFolder;
beforeAll(async () => {
  postgres = await startPostgres();
  folder = temporaryFolder('shared-images');
});
afterAll(async () => {
  await postgres.stop();
  folder.remove();
});

/** Two nodes with a database of their own. */
async function onTwoNodes(more: Readonly<Record<string, string>>): Promise<void> {
  const databaseUrl = await postgres.createDatabase();
  const storage = await openStorage({ databaseUrl });
  const [ada, grace] = [await addPerson(storage, 'Ada'), await addPerson(storage, 'Grace')];
  await storage.close();
  const start = (): Promise<NodeProcess[]> =>
    Promise.all([0, 1].map(() => startNodeProcess({ DATABASE_URL: databaseUrl, ...more })));
  let nodes = await start();
  await mediaAcrossNodes({
    here: () => nodes[0]!.url,
    there: () => nodes[1]!.url,
    ada,
    grace,
    random: new SeededRandom(seed),
    async restart() {
      await Promise.all(nodes.map((node) => node.kill('SIGKILL')));
      nodes = await start();
    },
  });
  await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
}

describe('images, pages, libraries, themes and copies on two nodes', () => {
  test(`with the bytes of images in PostgreSQL (seed ${seed})`, async () => {
    await onTwoNodes({});
  });

  test(`with the bytes of images in a bucket (seed ${seed})`, async () => {
    const bucket = await startBucket();
    await onTwoNodes({ BLOB_URL: bucket.url, ...bucket.keys });
    await bucket.stop();
  });

  test(`with the bytes of images in a shared folder (seed ${seed})`, async () => {
    await onTwoNodes({ BLOB_URL: pathToFileURL(folder.path).href });
    const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name.length)).toEqual([64, 64, 64]);
  });
});
