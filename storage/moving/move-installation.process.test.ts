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

/** An installation with up to `rowsMax` rows in every table. */
async function install(rowsMax: number, key = 'the key', dataDir = folder.path): Promise<void> {
  const storage = await openStorage({ dataDir });
  await storage.transact((tx) => putSetting(tx, 'cluster_key', key));
  await storage.close();
  fill(dataDir, random, rowsMax);
}

/** All rows of all tables but the migrations, whose times differ. */
async function dumped(config: StorageConfig): Promise<Record<string, string[]>> {
  const storage = await openStorage(config);
  const { migrations, ...dump } = await dumpOf(storage.db);
  await storage.close();
  expect(migrations).not.toEqual([]);
  return dump;
}

/** False while the move is incomplete; a node does not start on such a database. */
async function isMoved(): Promise<boolean> {
  try {
    await (await openStorage({ databaseUrl })).close();
    return true;
  } catch (error) {
    expect(String(error)).toContain('is being moved into');
    return false;
  }
}

const move = (dataDir = folder.path, onProgress: MoveProgress = () => {}) =>
  moveInstallation({ dataDir, blobFolder: null, databaseUrl, onProgress });
const hashOf = (index: number): string => createHash('sha256').update(String(index)).digest('hex');
const bytesOfSource = (): string => readFileSync(join(folder.path, 'atelier.db')).toString('base64');

describe('moving an embedded installation to PostgreSQL', () => {
  test('MI1 every row of every table is copied, and not a byte of the source changes', async () => {
    await install(40);
    const before = await dumped({ dataDir: folder.path });
    expect(Object.entries(before).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))).toEqual([]);
    const bytes = bytesOfSource();
    const moved = await move();
    expect(bytesOfSource()).toBe(bytes);
    expect(moved).toMatchObject({ tables: Object.keys(before).length, rows: Object.values(before).flat().length });
    expect(await dumped({ databaseUrl })).toEqual(before);
  });

  test('images in files are in the database afterwards, and claimed blobs that were never written are not', async () => {
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

  test('generated keys continue after the highest one that was ever used', async () => {
    await install(3);
    const source = new DatabaseSync(join(folder.path, 'atelier.db'));
    source.exec(`delete from outbox; insert into outbox (position, document_id, type, at, data) values (5000000000, 'd', 't', 1, '{}');
      insert into access_changes (position, kind, subject, at) values (6000000000, 'document', 'd', 1); delete from access_changes`);
    source.close();
    await move();
    const storage = await openStorage({ databaseUrl });
    const row = { document_id: 'd', type: 't', tab_id: null, at: 1, data: '{}' };
    const [event] = await storage.transact((tx) => tx.insertInto('outbox').values(row).returning('position').execute());
    expect(event?.position).toBe(5_000_000_001);
    const change = { kind: 'document', subject: 'd', at: 1 };
    const [access] = await storage.transact((tx) =>
      tx.insertInto('access_changes').values(change).returning('position').execute(),
    );
    expect(access?.position).toBe(6_000_000_001);
    await storage.close();
  });

  test(
    `MI2 killed at ${kills} points and run again, a move continues, and the copy is exact`,
    async () => {
      await install(900);
      const before = await dumped({ dataDir: folder.path });
      const source = (): string => `
      import { moveInstallation } from '#storage/moving/move-installation.ts';
      await moveInstallation({ ...${JSON.stringify({ dataDir: folder.path, blobFolder: null, databaseUrl })}, onProgress: console.log });
      console.log('done');`;
      let copied: string[] = [];
      for (let kill = 1; kill <= kills; kill += 1) {
        const child = runScript(source(), process.cwd());
        await child.printed(random.integer(1, 4)).catch((error: unknown) => {
          // It may have had little left to do.
          if (!child.lines.includes('done')) throw error;
        });
        await sleep(random.integer(0, 8));
        child.process.child.kill('SIGKILL');
        await child.process.ended;
        copied.push(...child.lines);
        if (!(await isMoved())) continue;
        // The move was complete: the remaining kills hit another one.
        expect(await dumped({ databaseUrl })).toEqual(before);
        databaseUrl = await postgres.createDatabase();
        copied = [];
      }
      const { tables } = await move();
      expect(tables).toBe(Object.keys(before).length);
      expect(await dumped({ databaseUrl })).toEqual(before);
      // No reported batch is copied again.
      expect(new Set(copied).size).toBe(copied.length);
    },
    fuzzTimeout(120_000),
  );

  test('MI2 a source that was written after an interrupted move is copied from the beginning', async () => {
    await install(700);
    await expect(move(folder.path, breakAt('users'))).rejects.toThrow('broken');
    const source = new DatabaseSync(join(folder.path, 'atelier.db'));
    source.exec(`update users set name = 'Another name' where id = (select min(id) from users)`);
    source.close();
    await move();
    expect(await dumped({ databaseUrl })).toEqual(await dumped({ dataDir: folder.path }));
  });

  test('MI1 a source that is written during the move is noticed; run again, the copy is exact', async () => {
    await install(30);
    let isWritten = false;
    const write = (): void => {
      if (isWritten) return;
      isWritten = true;
      const source = new DatabaseSync(join(folder.path, 'atelier.db'));
      source.exec(`insert into settings (key, value) values ('late', 'x')`);
      source.close();
    };
    await expect(move(folder.path, write)).rejects.toThrow('written in the meantime');
    await expect(openStorage({ databaseUrl })).rejects.toThrow('is being moved into');
    await move();
    expect(await dumped({ databaseUrl })).toEqual(await dumped({ dataDir: folder.path }));
  });

  test('MI3 a copy that differs from its source is noticed, and no node starts on it', async () => {
    await install(600);
    await expect(move(folder.path, breakAt('users'))).rejects.toThrow('broken');
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`update users set color = 'wrong' where id = (select min(id) from users)`);
    await client.end();
    await expect(move()).rejects.toThrow('The table users of the target differs from the source');
    await expect(openStorage({ databaseUrl })).rejects.toThrow('is being moved into');
  });
});

describe('a refused move leaves the target unchanged', () => {
  test('MI4 a target with an installation', async () => {
    await install(3);
    const theirs = await openStorage({ databaseUrl });
    await theirs.transact((tx) => putSetting(tx, 'cluster_key', 'theirs'));
    await theirs.close();
    const before = await dumped({ databaseUrl });
    await expect(move()).rejects.toThrow('is not empty');
    expect(await dumped({ databaseUrl })).toEqual(before);
  });

  test('MI4 a target that another installation is being moved into', async () => {
    const other = temporaryFolder('moving');
    await install(3);
    await install(3, 'another key', other.path);
    await expect(move(folder.path, breakAt('users'))).rejects.toThrow('broken');
    await expect(move(other.path)).rejects.toThrow('Another installation');
    await move();
    expect(await dumped({ databaseUrl })).toEqual(await dumped({ dataDir: folder.path }));
    other.remove();
  });

  test('MI4 a database with tables of another program', async () => {
    await install(3);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('create table invoices (id int)');
    await expect(move()).rejects.toThrow('tables of another program');
    expect((await client.query(`select tablename from pg_tables where schemaname = 'public'`)).rowCount).toBe(1);
    await client.end();
  });

  test('MI4 a folder that a server uses, an installation that was never started, and a missing folder', async () => {
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

  test('MI4 a folder of an older or newer Atelier', async () => {
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

/** Simulates the end of the process between two batches, after the first one of a table. */
function breakAt(name: string): (table: string) => void {
  return (table) => {
    if (table === name) throw new Error('broken');
  };
}
