import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { dumpOf } from '#test/crash/database-dump.ts';
import { fuzzTimeout, scaled } from '#test/harness/fuzz.ts';
import { runScript } from '#test/harness/child-script.ts';
import { type TestPostgres, startPostgres } from '#test/harness/postgres.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { type TemporaryFolder, temporaryFolder } from '#test/harness/temporary-folder.ts';

import { claimBlob, openBlobs } from '../blobs/blobs.ts';
import { fileBlobs } from '../blobs/file-blobs.ts';
import { putSetting } from '../settings.ts';
import { lockDataDir } from '../sqlite/lock-data-dir.ts';
import { openStorage, type StorageConfig } from '../storage.ts';
import { fill } from './fill.test-support.ts';
import { moveInstallation, type MoveProgress } from './move-installation.ts';

const random = new SeededRandom(seedOf('move-installation'));
/** [F34] */
const kills = scaled(10);

let postgres: TestPostgres;
let folder: TemporaryFolder;
let databaseUrl: string;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  folder = temporaryFolder('moving');
  databaseUrl = await postgres.createDatabase();
  return () => folder.remove();
});

/** An installation with rows in every table. */
async function install(most: number, key = 'the key', dataDir = folder.path): Promise<void> {
  const storage = await openStorage({ dataDir });
  await storage.transact((tx) => putSetting(tx, 'cluster_key', key));
  await storage.close();
  fill(dataDir, random, most);
}

/** All rows of all tables; when the migrations ran is each database's own. */
async function dumped(config: StorageConfig): Promise<Record<string, string[]>> {
  const storage = await openStorage(config);
  const { migrations, ...dump } = await dumpOf(storage.db);
  await storage.close();
  expect(migrations).not.toEqual([]);
  return dump;
}

/** False while half of it is there; a node does not start on that. */
async function isMoved(): Promise<boolean> {
  try {
    await (await openStorage({ databaseUrl })).close();
    return true;
  } catch (error) {
    expect(String(error)).toContain('is being moved into');
    return false;
  }
}

const move = (dataDir = folder.path, tell: MoveProgress = () => {}) =>
  moveInstallation({ dataDir, blobFolder: null, databaseUrl, tell });
const hashOf = (index: number): string => createHash('sha256').update(String(index)).digest('hex');
const bytesOfSource = (): string => readFileSync(join(folder.path, 'atelier.db')).toString('base64');

describe('moving an embedded installation to PostgreSQL', () => {
  test('every row of every table is there, as it was, and the source is byte for byte what it was', async () => {
    await install(40);
    const before = await dumped({ dataDir: folder.path });
    expect(Object.entries(before).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))).toEqual([]);
    const bytes = bytesOfSource();
    const moved = await move();
    expect(bytesOfSource()).toBe(bytes);
    expect(moved).toMatchObject({ tables: Object.keys(before).length, rows: Object.values(before).flat().length });
    expect(await dumped({ databaseUrl })).toEqual(before);
  });

  test('images that lie in files are in the database afterwards, and one that was never written is not', async () => {
    await install(3);
    const images = join(folder.path, 'images');
    const [storage, blobs] = [await openStorage({ dataDir: folder.path }), await fileBlobs(images)];
    const contents = new Map([...Array(6).keys()].map((index) => [hashOf(index), Buffer.alloc(1_000_000 * index, index)]));
    for (const [hash, bytes] of contents) {
      await storage.transact((tx) => claimBlob(tx, hash, 1));
      await blobs.put(hash, bytes);
    }
    await storage.transact((tx) => claimBlob(tx, hashOf(7), 1));
    await storage.close();
    await moveInstallation({ dataDir: folder.path, blobFolder: images, databaseUrl });
    const moved = await openStorage({ databaseUrl });
    const there = await openBlobs(moved, 'database');
    for (const [hash, bytes] of contents) expect(Buffer.from((await there.get(hash))!).equals(bytes)).toBe(true);
    expect(await there.has(hashOf(7))).toBe(false);
    await moved.close();
  });

  test('numbers that rise by themselves go on after the highest that was ever given', async () => {
    await install(3);
    const source = new DatabaseSync(join(folder.path, 'atelier.db'));
    source.exec(`delete from outbox; insert into outbox (position, document_id, type, at, data) values (5000000000, 'd', 't', 1, '{}');
      delete from outbox`);
    source.close();
    await move();
    const storage = await openStorage({ databaseUrl });
    const row = { document_id: 'd', type: 't', tab_id: null, at: 1, data: '{}' };
    const [event] = await storage.transact((tx) => tx.insertInto('outbox').values(row).returning('position').execute());
    expect(event?.position).toBe(5_000_000_001);
    await storage.close();
  });

  test(
    `[V2] killed at ${kills} points and run again, it goes on, and the copy is exact`,
    async () => {
      await install(900);
      const before = await dumped({ dataDir: folder.path });
      const source = (): string => `
      import { moveInstallation } from '#storage/moving/move-installation.ts';
      await moveInstallation({ ...${JSON.stringify({ dataDir: folder.path, blobFolder: null, databaseUrl })}, tell: console.log });
      console.log('done');`;
      let copied: string[] = [];
      for (let kill = 1; kill <= kills; kill += 1) {
        const child = runScript(source(), process.cwd());
        await child.printed(random.integer(1, 4)).catch((error: unknown) => {
          // It had little left to do.
          if (!child.lines.includes('done')) throw error;
        });
        await sleep(random.integer(0, 8));
        child.process.child.kill('SIGKILL');
        await child.process.ended;
        copied.push(...child.lines);
        if (!(await isMoved())) continue;
        // It had come to its end: the kills that are left are those of another move.
        expect(await dumped({ databaseUrl })).toEqual(before);
        databaseUrl = await postgres.createDatabase();
        copied = [];
      }
      const { tables } = await move();
      expect(tables).toBe(Object.keys(before).length);
      expect(await dumped({ databaseUrl })).toEqual(before);
      // Nothing that was told as copied is copied again.
      expect(new Set(copied).size).toBe(copied.length);
    },
    fuzzTimeout(120_000),
  );

  test('[V2] a source that was written after a broken move is copied as it is now', async () => {
    await install(700);
    await expect(move(folder.path, breakAt('users'))).rejects.toThrow('broken');
    const source = new DatabaseSync(join(folder.path, 'atelier.db'));
    source.exec(`update users set name = 'Somebody else' where id = (select min(id) from users)`);
    source.close();
    await move();
    expect(await dumped({ databaseUrl })).toEqual(await dumped({ dataDir: folder.path }));
  });

  test('[V1] a source that is written while it is moved is noticed; run again, the copy is exact', async () => {
    await install(30);
    let isWritten = false;
    const write = (): void => {
      if (isWritten) return;
      isWritten = true;
      const source = new DatabaseSync(join(folder.path, 'atelier.db'));
      source.exec(`insert into settings (key, value) values ('late', 'x')`);
      source.close();
    };
    await expect(move(folder.path, write)).rejects.toThrow('written meanwhile');
    await expect(openStorage({ databaseUrl })).rejects.toThrow('is being moved into');
    await move();
    expect(await dumped({ databaseUrl })).toEqual(await dumped({ dataDir: folder.path }));
  });

  test('[V3] a copy that is not what was written is noticed, and no node starts on it', async () => {
    await install(600);
    await expect(move(folder.path, breakAt('users'))).rejects.toThrow('broken');
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`update users set color = 'wrong' where id = (select min(id) from users)`);
    await client.end();
    await expect(move()).rejects.toThrow('of the table users is not what the source holds');
    await expect(openStorage({ databaseUrl })).rejects.toThrow('is being moved into');
  });
});

describe('what is refused leaves the target as it was', () => {
  test('a target that holds an installation', async () => {
    await install(3);
    const theirs = await openStorage({ databaseUrl });
    await theirs.transact((tx) => putSetting(tx, 'cluster_key', 'theirs'));
    await theirs.close();
    const before = await dumped({ databaseUrl });
    await expect(move()).rejects.toThrow('is not empty');
    expect(await dumped({ databaseUrl })).toEqual(before);
  });

  test('a target that another installation is being moved into', async () => {
    const other = temporaryFolder('moving');
    await install(3);
    await install(3, 'another key', other.path);
    await expect(move(folder.path, breakAt('users'))).rejects.toThrow('broken');
    await expect(move(other.path)).rejects.toThrow('Another installation');
    await move();
    expect(await dumped({ databaseUrl })).toEqual(await dumped({ dataDir: folder.path }));
    other.remove();
  });

  test('a database of somebody else', async () => {
    await install(3);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('create table invoices (id int)');
    await expect(move()).rejects.toThrow('not of Atelier');
    expect((await client.query(`select tablename from pg_tables where schemaname = 'public'`)).rowCount).toBe(1);
    await client.end();
  });

  test('a folder that a server uses, one that was never started, one that is not there', async () => {
    await install(3);
    const lock = lockDataDir(folder.path);
    await expect(move()).rejects.toThrow('Another Atelier server');
    lock.release();
    const fresh = temporaryFolder('moving');
    await (await openStorage({ dataDir: fresh.path })).close();
    await expect(move(fresh.path)).rejects.toThrow('was never started');
    fresh.remove();
    await expect(move(fresh.path)).rejects.toThrow('There is no Atelier');
  });

  test('a folder of an older or a newer Atelier', async () => {
    await install(3);
    const change = (by: string): void => {
      const source = new DatabaseSync(join(folder.path, 'atelier.db'));
      source.exec(`update migrations set version = version ${by} where version = (select max(version) from migrations)`);
      source.close();
    };
    change('+ 1');
    await expect(move()).rejects.toThrow('newer Atelier');
    change('- 1');
    const source = new DatabaseSync(join(folder.path, 'atelier.db'));
    source.exec('delete from migrations where version = (select max(version) from migrations)');
    source.close();
    await expect(move()).rejects.toThrow('older Atelier');
  });
});

/** Stands for any end of the process between two batches: the first of this table is there. */
function breakAt(last: string): (table: string) => void {
  return (table) => {
    if (table === last) throw new Error('broken');
  };
}
