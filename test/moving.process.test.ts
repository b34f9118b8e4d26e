/** An embedded installation is moved to PostgreSQL with the documented command, and continues there. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStorage } from '#storage/storage.ts';

import { canonicalOf, readColdAt } from './crash/cold-journal.ts';
import { Api } from './harness/api.ts';
import { TestEditor } from './harness/editor.ts';
import { startNodeProcess } from './harness/node-process.ts';
import { addPerson } from './harness/people.ts';
import { startPostgres, type TestPostgres } from './harness/postgres.ts';
import { temporaryFolder } from './harness/temporary-folder.ts';

const run = promisify(execFile);

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

type Failure = { readonly code: number; readonly stdout: string; readonly stderr: string };

test('documents, tokens, revisions, stored answers and events continue after the move', async () => {
  const folder = temporaryFolder('moving');
  const databaseUrl = await postgres.createDatabase();
  const storage = await openStorage({ dataDir: folder.path });
  const ada = await addPerson(storage, 'Ada');
  await storage.close();
  const admin = (...words: string[]) =>
    run('npm', ['run', '-s', 'admin', '--', ...words], { env: { ...process.env, DATA_DIR: folder.path } });

  // People keep the address.
  const PUBLIC_URL = 'http://atelier.example.org';
  const old = await startNodeProcess({ DATA_DIR: folder.path, PUBLIC_URL });
  const before = new Api(old.url, ada.token);
  const place = await before.createDocument('Plan');
  const send = (api: Api, key: string) =>
    api.changeset(place, `add square id=${key} label="${key}"`, {}, '', { 'Idempotency-Key': key });
  const first = await send(before, 'first');
  await before.call('POST', `/documents/${place.id}/tabs/${place.tab}/comments`, { elementId: 'first', text: 'Why?' });
  const tab = `/documents/${place.id}/tabs/${place.tab}`;
  const read = async (api: Api) => [
    (await api.call('GET', tab)).body,
    (await api.call('GET', `${tab}?view=comments`)).body,
    (await api.call('GET', `/documents/${place.id}/changesets`)).body,
  ];
  const wasRead = await read(before);

  const running = (await admin('migrate', '--to', databaseUrl).catch((error: unknown) => error)) as Failure;
  expect([running.code, running.stdout]).toEqual([1, '']);
  expect(running.stderr).toContain('Another Atelier server');
  await old.kill('SIGTERM');
  const misused = (await admin('migrate', '--to', 'mysql://secret@host/x').catch((error: unknown) => error)) as Failure;
  expect(misused.code).toBe(2);
  expect(misused.stderr).not.toContain('secret@host');

  const { stdout } = await admin('migrate', '--to', databaseUrl);
  expect(stdout).toMatch(/^\{"moved":true,"tables":\d+,"rows":\d+,"sha256":"[0-9a-f]{64}"\}\n$/);
  const again = (await admin('migrate', '--to', databaseUrl).catch((error: unknown) => error)) as Failure;
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
  const [from, to] = await Promise.all([readColdAt({ dataDir: folder.path }, place), readColdAt({ databaseUrl }, place)]);
  expect(canonicalOf(to)).toBe(canonicalOf(from));
  expect({ ...to, doc: null }).toEqual({ ...from, doc: null });

  const next = await startNodeProcess({ DATABASE_URL: databaseUrl, PUBLIC_URL });
  const after = new Api(next.url, ada.token);
  expect(await read(after)).toEqual(wasRead);
  expect((await send(after, 'first')).body.changeset?.id).toBe(first.body.changeset?.id);
  expect((await send(after, 'second')).body.changeset?.rev).toBe(first.body.changeset!.rev + 1);
  const editor = new TestEditor({ url: next.url, documentId: place.id, credential: ada.token });
  await editor.synced();
  expect([editor.element(place.tab, 'first'), editor.element(place.tab, 'second')]).not.toContain(undefined);
  editor.destroy();
  await next.kill('SIGTERM');
  expect(next.exitCode()).toBe(0);
  folder.remove();
});
