/** Backups as in docs/operations.md, made under load: the copy is a consistent state, at or after the start of the backup. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStorage, type StorageConfig } from '#storage/storage.ts';
import { Api } from '#test/harness/api.ts';
import { until } from '#test/harness/editor.ts';
import { type NodeEnvironment, startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson } from '#test/harness/people.ts';
import { pngOf } from '#test/harness/png.ts';
import { postgresProgram, startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { temporaryFolder, type TemporaryFolder } from '#test/harness/temporary-folder.ts';

import { startAgent } from './agent.ts';
import { type ColdJournal, readColdAt } from './cold-journal.ts';
import { acknowledgedIn, WriteHistory, answersOf } from './history.ts';
import { LoadEditor } from './load-editor.ts';
import { missing } from './objections.ts';

const run = promisify(execFile);
const random = new SeededRandom(seedOf('backup'));
const soonMs = 30_000;

let postgres: TestPostgres;
let folder: TemporaryFolder;
beforeAll(async () => {
  postgres = await startPostgres();
  folder = temporaryFolder('backup');
});
afterAll(async () => {
  await postgres.stop();
  folder.remove();
});

type Backup = { readonly node: NodeEnvironment; readonly storage: StorageConfig; readonly copy: () => Promise<StorageConfig> };

test('pg_dump under two agents and an editor copies a consistent state', async () => {
  const [databaseUrl, copyUrl] = [await postgres.createDatabase(), await postgres.createDatabase()];
  const file = join(folder.path, 'atelier.dump');
  await isOneMoment({
    node: { DATABASE_URL: databaseUrl },
    storage: { databaseUrl },
    async copy() {
      await run(postgresProgram('pg_dump'), ['--format=custom', `--file=${file}`, databaseUrl]);
      await run(postgresProgram('pg_restore'), ['--exit-on-error', `--dbname=${copyUrl}`, file]);
      return { databaseUrl: copyUrl };
    },
  });
});

test('[OPS23] `admin backup` of a data folder under two agents and an editor copies a consistent state', async () => {
  const [dataDir, copy] = [join(folder.path, 'data'), join(folder.path, 'copy')];
  await isOneMoment({
    node: { DATA_DIR: dataDir },
    storage: { dataDir },
    async copy() {
      const answer = await backUp(dataDir, copy);
      expect(answer).toMatchObject({ backup: copy, documents: 1 });
      return { dataDir: copy };
    },
  });
});

test('[OPS23] a backup contains each image that it refers to, also one that is added while it runs', async () => {
  const [dataDir, copies] = [join(folder.path, 'with-images'), join(folder.path, 'copies')];
  const storage = await openStorage({ dataDir });
  const ada = await addPerson(storage, 'Ada');
  await storage.close();
  const node = await startNodeProcess({ DATA_DIR: dataDir, GALLERY_MAX_IMAGES: '100000' });
  const uploaded: string[] = [];
  let isDone = false;
  const uploads = (async () => {
    for (let size = 1; !isDone; size += 1) {
      const headers = { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'image/png' };
      const response = await fetch(`${node.url}/api/v1/images`, {
        method: 'POST',
        headers,
        body: new Uint8Array(pngOf(8, 8, size)),
      });
      // One that a busy node refuses is not in the backup.
      expect([201, 503]).toContain(response.status);
      if (response.status === 201) uploaded.push(((await response.json()) as { image: { id: string } }).image.id);
    }
  })();
  for (let backup = 1; backup <= 3; backup += 1) {
    const before = [...uploaded];
    const answer = await backUp(dataDir, join(copies, String(backup)));
    expect(answer['images']).toBeGreaterThanOrEqual(before.length);
    const restored = await startNodeProcess({ DATA_DIR: join(copies, String(backup)) });
    for (const id of before)
      expect(
        (await fetch(`${restored.url}/api/v1/images/${id}`, { headers: { Authorization: `Bearer ${ada.token}` } })).status,
      ).toBe(200);
    await restored.kill('SIGTERM');
  }
  isDone = true;
  await uploads;
  await node.kill('SIGTERM');
});

test('[OPS24] a backup that cannot be made leaves no folder, and an existing folder alone', async () => {
  const [dataDir, copy] = [join(folder.path, 'refused'), join(folder.path, 'refused-copy')];
  await expect(backUp(dataDir, copy)).rejects.toThrow('There is no database in');
  const storage = await openStorage({ dataDir });
  await storage.close();
  expect(existsSync(copy)).toBe(false);
  mkdirSync(copy);
  writeFileSync(join(copy, 'kept'), '');
  await expect(backUp(dataDir, copy)).rejects.toThrow('exists: choose a folder that does not');
  expect(readdirSync(copy)).toEqual(['kept']);
});

async function backUp(dataDir: string, to: string): Promise<Record<string, unknown>> {
  const { PATH = '', HOME = '' } = process.env;
  const { stdout } = await run(process.execPath, ['server/admin.ts', 'backup', '--to', to], {
    env: { PATH, HOME, DATA_DIR: dataDir },
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Writes, copies meanwhile, and checks the copy: everything acknowledged before is there, and nothing is incomplete. */
async function isOneMoment({ node: environment, storage: config, copy }: Backup): Promise<void> {
  const storage = await openStorage(config);
  const ada = await addPerson(storage, 'Ada');
  await storage.close();
  const node = await startNodeProcess(environment);
  const place = await new Api(node.url, ada.token).createDocument();
  const history = new WriteHistory();
  const counts = { agent: 0, editor: 0 };
  const options = {
    url: node.url,
    token: ada.token,
    place,
    history,
    onAcknowledged: (who: keyof typeof counts) => void (counts[who] += 1),
  };
  const agents = [1, 2].map((index) => startAgent(`a${index}`, { ...options, random: random.fork() }));
  const editor = new LoadEditor('e1', { ...options, random: random.fork() }).start();
  await until(() => counts.agent > 20 && counts.editor > 5, soonMs, `nothing is acknowledged: ${answersOf(history)}`);
  const before = acknowledgedIn(history);
  const copied = await copy();
  const during = counts.agent;
  await until(() => counts.agent > during + 2, soonMs, `the work does not go on: ${answersOf(history)}`);
  await Promise.all([...agents, editor].map((writer) => writer.stop()));
  editor.destroy();
  await node.kill('SIGTERM');

  const [cold, all] = [await readColdAt(copied, place), await readColdAt(config, place)];
  expect(missing(cold, before)).toEqual([]);
  isWhole(cold);
  expect(cold.seq).toBeLessThan(all.seq);
  expect(all.records.slice(0, cold.records.length)).toEqual(cold.records);
  // A node serves it.
  const restored = await startNodeProcess(
    'dataDir' in copied ? { DATA_DIR: copied.dataDir } : { DATABASE_URL: copied.databaseUrl },
  );
  const { status, body } = await new Api(restored.url, ada.token).changeset(place, 'add square id=after-all');
  expect([status, body.changeset?.previousRev]).toEqual([201, cold.rev]);
  await restored.kill('SIGTERM');
  process.stdout.write(`backup: rev ${cold.rev} of ${all.rev}, ${cold.elements.size} elements\n`);
}

/** Expects that everything of a write is there together. */
function isWhole(cold: ColdJournal): void {
  expect(cold.hasHoles).toBe(false);
  expect(cold.rows.at(-1)?.seq).toBe(cold.seq);
  const ids = cold.records.map(({ id }) => id);
  expect(cold.announced).toEqual(ids);
  expect(cold.audited).toEqual(ids);
  expect([...cold.answered].toSorted()).toEqual(ids.toSorted());
  for (const record of cold.records) expect(record.rev).toBe(record.previousRev + 1);
}
