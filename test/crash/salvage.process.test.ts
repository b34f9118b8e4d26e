/** A document with a damaged row: what callers get, and how its operator makes it usable again. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStorage } from '#storage/storage.ts';
import { Api } from '#test/harness/api.ts';
import { type NodeProcess, startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson } from '#test/harness/people.ts';
import { temporaryFolder, type TemporaryFolder } from '#test/harness/temporary-folder.ts';

const run = promisify(execFile);

let folder: TemporaryFolder;
let node: NodeProcess;
let token: string;
beforeAll(async () => {
  folder = temporaryFolder('salvage');
  const storage = await openStorage({ dataDir: folder.path });
  ({ token } = await addPerson(storage, 'Ada'));
  await storage.close();
});
afterAll(async () => {
  await node.kill('SIGTERM');
  folder.remove();
});

const start = async (): Promise<Api> => {
  node = await startNodeProcess({ DATA_DIR: folder.path });
  return new Api(node.url, token);
};

async function salvage(documentId: string, ...words: string[]): Promise<Record<string, unknown>> {
  const { PATH = '', HOME = '' } = process.env;
  const args = ['server/admin.ts', 'document', 'salvage', documentId, ...words];
  const { stdout } = await run(process.execPath, args, { env: { PATH, HOME, DATA_DIR: folder.path } });
  return JSON.parse(stdout) as Record<string, unknown>;
}

function damage(documentId: string, seq: number): void {
  const database = new DatabaseSync(join(folder.path, 'atelier.db'));
  database.prepare('update journal set bytes = zeroblob(length(bytes)) where document_id = ? and seq = ?').run(documentId, seq);
  database.close();
}

test('[OPS16] [OPS17] a document with a damaged row is refused, salvaged, and used again', async () => {
  let api = await start();
  const { body: made } = await api.call<{ id: string; tabs: { id: string }[] }>('POST', '/documents', { name: 'Plan' });
  const path = `/documents/${made.id}/tabs/${made.tabs[0]!.id}`;
  const draw = async (name: string): Promise<number> =>
    (await api.call('POST', `${path}/changesets`, { operations: `add square "${name}" id=${name}` })).status;
  for (const name of ['a', 'b', 'c']) expect(await draw(name)).toBe(201);
  await node.kill('SIGTERM');
  // The last row, so that no later row of the server builds on it.
  damage(made.id, 4);
  api = await start();
  expect((await api.call('GET', path)).status).toBe(500);
  const keep = join(folder.path, 'rows.jsonl');
  expect(await salvage(made.id)).toMatchObject({ salvaged: false, damaged: [4], incomplete: [], name: 'Plan' });
  await expect(salvage(made.id, '--keep', keep)).rejects.toThrow('Another Atelier server');
  expect(existsSync(keep)).toBe(false);
  await node.kill('SIGTERM');
  expect(await salvage(made.id, '--keep', keep)).toMatchObject({ salvaged: true, damaged: [4], tabs: [{ elements: 2 }] });
  expect(existsSync(keep)).toBe(true);
  api = await start();
  expect((await api.call('GET', path)).status).toBe(200);
  expect(await draw('d')).toBe(201);
  const { body } = await api.call<{ elements: { id: string }[] }>('GET', `${path}?view=json`);
  expect(body.elements.map(({ id }) => id.split('~')[0]).toSorted()).toEqual(['a', 'b', 'd']);
}, 120_000);
