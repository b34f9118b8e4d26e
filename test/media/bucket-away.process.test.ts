import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStorage } from '#storage/storage.ts';

import type { ColdTab } from '../crash/cold-journal.ts';
import { Api } from '../harness/api.ts';
import { startBucket, type TestBucket } from '../harness/bucket.ts';
import { type NodeProcess, startNodeProcess } from '../harness/node-process.ts';
import { addPerson, type TestAccount } from '../harness/people.ts';
import { temporaryFolder, type TemporaryFolder } from '../harness/temporary-folder.ts';
import { pngOf } from '../harness/png.ts';

let bucket: TestBucket;
let folder: TemporaryFolder;
let node: NodeProcess;
let ada: TestAccount;
beforeAll(async () => {
  bucket = await startBucket();
  folder = temporaryFolder('bucket-away');
  const storage = await openStorage({ dataDir: folder.path });
  ada = await addPerson(storage, 'Ada');
  await storage.close();
  node = await startNodeProcess({ DATA_DIR: folder.path, BLOB_URL: bucket.url, ...bucket.keys });
});
afterAll(async () => {
  await node.kill('SIGTERM');
  await bucket.stop();
  folder.remove();
});

type Said = { readonly status: number; readonly json: ReturnType<typeof JSON.parse>; readonly bytes: Buffer };
async function call(method: string, path: string, body?: Uint8Array<ArrayBuffer>): Promise<Said> {
  const headers = { Authorization: `Bearer ${ada.token}`, ...(body !== undefined && { 'Content-Type': 'image/png' }) };
  const response = await fetch(`${node.url}/api/v1${path}`, { method, headers, ...(body !== undefined && { body }) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, json: isJson ? JSON.parse(bytes.toString()) : null, bytes };
}

test('while the bucket is unavailable, images are 503 and everything else works; afterwards nothing is lost', async () => {
  const api = new Api(node.url, ada.token);
  const place: ColdTab = await api.createDocument();
  const [first, second] = [new Uint8Array(pngOf(3, 3, 1)), new Uint8Array(pngOf(4, 4, 2))];
  const { image } = (await call('POST', '/images', first)).json;
  const element = { type: 'image', imageId: image.id, x: 0, y: 0, width: 40, height: 30 };
  const changesets = `/documents/${place.id}/tabs/${place.tab}/changesets`;
  expect((await api.call('POST', changesets, { operations: [{ op: 'add', element }] })).status).toBe(201);

  await bucket.kill('SIGKILL');
  const [read, upload, picture, changeset] = await Promise.all([
    call('GET', `/images/${image.id}`),
    call('POST', '/images', second),
    call('GET', `/documents/${place.id}/tabs/${place.tab}/render.svg`),
    api.call<{ picture: unknown }>('POST', `${changesets}?render=png`, { operations: 'add square label="Meanwhile"' }),
  ]);
  for (const { status, json } of [read, upload, picture]) expect([status, json.code]).toEqual([503, 'room_unavailable']);
  expect([changeset.status, changeset.body.picture]).toEqual([201, null]);
  expect((await call('POST', '/images', first)).json.deduped, 'bytes that are there are not asked for').toBe(true);
  expect((await call('DELETE', `/images/${image.id}`)).status).toBe(204);

  await bucket.restart();
  const again = await call('GET', `/images/${image.id}`);
  expect([again.status, again.bytes.equals(first)]).toEqual([200, true]);

  await bucket.kill('SIGSTOP');
  const slow = call('POST', '/images', second);
  const meanwhile = await api.call('POST', changesets, { operations: 'add square label="While it is frozen"' });
  expect(meanwhile.status).toBe(201);
  await bucket.kill('SIGCONT');
  const late = await slow;
  expect([late.status, (await call('GET', `/images/${late.json.image.id}`)).bytes.equals(second)]).toEqual([201, true]);
});
