/** Faults of the embedded storage: the disk, another process or its own process fails. */
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

import { Kysely, sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';

import { runScript } from '#test/harness/child-script.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { append, person } from '../contract/contract-database.ts';
import { insertDocument } from '../documents.ts';
import { CommitUnknown, StorageFull, StorageRefusal, StorageUnavailable } from '../failures.ts';
import { journalAfter } from '../journal.ts';
import { getSetting, putSetting } from '../settings.ts';
import { loadState } from '../snapshots.ts';
import { openStorage, type Storage, type Tables } from '../storage.ts';
import { insertUser } from '../users.ts';
import { lockDataDir } from './lock-data-dir.ts';
import { LogSync } from './log-sync.ts';
import { sqliteDialect } from './sqlite-driver.ts';
import { sqliteFailure } from './sqlite-failure.ts';
import { Turns } from './turns.ts';

const folder = temporaryFolder('sqlite');
afterAll(() => folder.remove());
const root = fileURLToPath(new URL('../../', import.meta.url));

let folders = 0;
const newFolder = () => join(folder.path, 'deep', `data-${(folders += 1)}`);

async function withDocument(dataDir: string): Promise<Storage> {
  const storage = await openStorage({ dataDir });
  await storage.transact(async (tx) => {
    await insertUser(tx, person('user_1'));
    await insertDocument(tx, { id: 'doc_1', name: 'Plan', ownerId: 'user_1', at: 1 });
  });
  return storage;
}

describe('the data folder', () => {
  test('DF4 only its owner can read the data folder and its files', async () => {
    const dataDir = newFolder();
    const storage = await withDocument(dataDir);
    const mode = (file: string) => statSync(file).mode & 0o777;
    expect(mode(dataDir)).toBe(0o700);
    for (const file of ['atelier.db', 'atelier.db-wal', 'atelier.db-shm']) expect(mode(join(dataDir, file)), file).toBe(0o600);
    await storage.close();
  });

  test('DF4 an existing folder keeps its mode', async () => {
    const dataDir = newFolder();
    mkdirSync(dataDir, { recursive: true, mode: 0o750 });
    await (await openStorage({ dataDir })).close();
    expect(statSync(dataDir).mode & 0o777).toBe(0o750);
  });

  test('DB1 the log is synced before pages are copied from it, and foreign keys are enforced', async () => {
    const storage = await openStorage({ dataDir: newFolder() });
    const pragma = (name: string) =>
      storage.transact(
        async (tx) => Object.values((await sql.raw(`pragma ${name}`).execute(tx)).rows[0] as object)[0] as unknown,
      );
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(1);
    expect(await pragma('foreign_keys')).toBe(1);
    await storage.close();
  });

  test('DB3 the read connection cannot write', async () => {
    const storage = await openStorage({ dataDir: newFolder() });
    await expect(putSetting(storage.db, 'a', 'b')).rejects.toThrow();
    expect(await getSetting(storage.db, 'a')).toBeNull();
    await storage.close();
  });

  test('a closed storage serves nothing, and ping throws', async () => {
    const storage = await openStorage({ dataDir: newFolder() });
    await storage.close();
    await expect(storage.ping()).rejects.toThrow(StorageUnavailable);
    await expect(storage.transact((tx) => putSetting(tx, 'a', 'b'))).rejects.toThrow();
    await storage.close();
  });
});

describe('one server per folder', () => {
  test('DF1 a second server is refused with the process id of the first, also within one process', () => {
    const dataDir = newFolder();
    const lock = lockDataDir(dataDir);
    expect(() => lockDataDir(dataDir)).toThrow(StorageRefusal);
    expect(() => lockDataDir(dataDir)).toThrow(`process ${process.pid}`);
    lock.release();
    lock.release();
    lockDataDir(dataDir).release();
  });

  test('DF2 the lock of a killed process is released, although its file remains', async () => {
    const dataDir = newFolder();
    const holder = runScript(
      `import { lockDataDir } from '#storage/sqlite/lock-data-dir.ts';
       lockDataDir(${JSON.stringify(dataDir)});
       console.log('held');
       setInterval(() => {}, 1000);`,
      root,
    );
    await holder.printed(1);
    expect(() => lockDataDir(dataDir)).toThrow(`process ${holder.process.pid}`);
    holder.process.child.kill('SIGKILL');
    await holder.process.ended;
    expect(readFileSync(join(dataDir, 'atelier.pid'), 'utf8').trim()).toBe(String(holder.process.pid));
    lockDataDir(dataDir).release();
    expect(existsSync(join(dataDir, 'atelier.pid'))).toBe(false);
  });

  test('DF3 the administration command works beside a server', async () => {
    const dataDir = newFolder();
    const lock = lockDataDir(dataDir);
    const storage = await withDocument(dataDir);
    const command = await openStorage({ dataDir });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => [
        append(storage, 'doc_1', new Uint8Array([n])),
        command.transact((tx) => putSetting(tx, `s${n}`, 'x')),
      ]).flat(),
    );
    expect(await getSetting(storage.db, 's19')).toBe('x');
    expect(await journalAfter(command.db, 'doc_1', 0)).toHaveLength(20);
    await command.close();
    await storage.close();
    lock.release();
  });
});

describe('another writing process', () => {
  const holding = (dataDir: string, ms: number) => `
    import { DatabaseSync } from 'node:sqlite';
    const database = new DatabaseSync(${JSON.stringify(join(dataDir, 'atelier.db'))});
    database.exec('begin immediate');
    console.log('holding');
    setTimeout(() => database.exec('rollback'), ${ms});`;

  test('DB4 a transaction waits for another process without blocking its own', async () => {
    const dataDir = newFolder();
    const storage = await withDocument(dataDir);
    const holder = runScript(holding(dataDir, 400), root);
    await holder.printed(1);
    let ticks = 0;
    const clock = setInterval(() => (ticks += 1), 10);
    const start = performance.now();
    expect(await append(storage, 'doc_1', new Uint8Array([1]))).toBe(1);
    clearInterval(clock);
    expect(performance.now() - start).toBeGreaterThan(100);
    expect(ticks).toBeGreaterThan(5);
    await holder.process.ended;
    await storage.close();
  });

  test('DB4 a transaction does not wait for another process indefinitely', async () => {
    const dataDir = newFolder();
    const storage = await withDocument(dataDir);
    const database = new DatabaseSync(join(dataDir, 'atelier.db'), { timeout: 0 });
    const shortWaiting = new Kysely<Tables>({
      dialect: sqliteDialect({ database, log: new LogSync(async () => {}), turns: new Turns(50), busyMs: 50 }),
    });
    await storage.transact(async (tx) => {
      await putSetting(tx, 'first', 'x');
      const work = shortWaiting.transaction().execute((other) => putSetting(other, 'second', 'x'));
      await expect(work).rejects.toThrow(StorageUnavailable);
      const queued = Array.from({ length: 3 }, () =>
        shortWaiting.transaction().execute((other) => putSetting(other, 'second', 'x')),
      );
      for (const result of await Promise.allSettled(queued)) expect(result.status).toBe('rejected');
    });
    await shortWaiting.transaction().execute((other) => putSetting(other, 'second', 'x'));
    expect(await getSetting(storage.db, 'second')).toBe('x');
    await shortWaiting.destroy();
    await storage.close();
  });
});

describe('a killed process', () => {
  test('DB1 after a kill at any moment every acknowledged row is stored, whole and in order', async () => {
    const dataDir = newFolder();
    await (await withDocument(dataDir)).close();
    const writer = `
      import { openStorage } from '#storage/storage.ts';
      import { append } from '#storage/contract/contract-database.ts';
      const storage = await openStorage({ dataDir: ${JSON.stringify(dataDir)} });
      for (;;) process.stdout.write(await append(storage, 'doc_1', new Uint8Array(2000).fill(7)) + '\\n');`;
    let acknowledged = 0;
    for (let round = 0; round < 6; round += 1) {
      const child = runScript(writer, root);
      await child.printed(3 + round * 7);
      child.process.child.kill('SIGKILL');
      await child.process.ended;
      const last = Number(child.lines.at(-1));
      expect(last).toBeGreaterThan(acknowledged);
      acknowledged = last;
      const storage = await openStorage({ dataDir });
      const state = await loadState(storage.db, 'doc_1');
      expect(state!.seq).toBeGreaterThanOrEqual(acknowledged);
      expect(state!.rows.length).toBe(state!.seq);
      await storage.close();
    }
  });
});

describe('a full disk', () => {
  test('DB7 on a full disk nothing of the transaction is applied, reads continue, and writes work again once there is space', async () => {
    const storage = await withDocument(newFolder());
    await append(storage, 'doc_1', new Uint8Array([1]));
    const limit = (pages: number) => storage.transact((tx) => sql.raw(`pragma max_page_count = ${pages}`).execute(tx));
    await limit(1);
    const large = new Uint8Array(1_000_000);
    await expect(append(storage, 'doc_1', large)).rejects.toThrow(StorageFull);
    await expect(append(storage, 'doc_1', large)).rejects.toThrow(StorageFull);
    expect((await loadState(storage.db, 'doc_1'))?.seq).toBe(1);
    await limit(1_000_000);
    expect(await append(storage, 'doc_1', large)).toBe(2);
    await storage.close();
  });
});

describe('a failing disk', () => {
  /** The database with a COMMIT that fails as if its fsync had failed. */
  const failingCommit = (database: DatabaseSync, fail: { now: boolean }): DatabaseSync =>
    new Proxy(database, {
      get(target, member) {
        const value = Reflect.get(target, member) as unknown;
        if (member !== 'prepare') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        return (text: string) => {
          if (text === 'commit' && fail.now)
            throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 1034 });
          return target.prepare(text);
        };
      },
    });

  test('DB6 a disk that fails during COMMIT leaves the outcome unknown, is reported once, and nothing more is written', async () => {
    const dataDir = newFolder();
    await (await withDocument(dataDir)).close();
    const fail = { now: true };
    const broken: Error[] = [];
    const database = failingCommit(new DatabaseSync(join(dataDir, 'atelier.db')), fail);
    const dialect = sqliteDialect({
      database,
      log: new LogSync(async () => {}),
      turns: new Turns(100),
      busyMs: 0,
      onBroken: (error) => broken.push(error),
    });
    const db = new Kysely<Tables>({ dialect });
    const write = () => db.transaction().execute((tx) => putSetting(tx, 'a', 'b'));
    await expect(write()).rejects.toThrow(CommitUnknown);
    fail.now = false;
    await expect(write()).rejects.toThrow(StorageUnavailable);
    expect(broken).toHaveLength(1);
    await db.destroy();
  });

  test('DB5 each error of SQLite becomes the failure that it means', () => {
    const error = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });
    const meaning = (errcode: number, during: 'statement' | 'commit') => sqliteFailure(error(errcode), during);
    for (const errcode of [5, 261, 517, 6, 7, 8, 10, 266, 14])
      expect(meaning(errcode, 'statement')).toBeInstanceOf(StorageUnavailable);
    for (const errcode of [10, 1034, 778]) expect(meaning(errcode, 'commit')).toBeInstanceOf(CommitUnknown);
    for (const during of ['statement', 'commit'] as const) expect(meaning(13, during)).toBeInstanceOf(StorageFull);
    for (const errcode of [1, 11, 19, 2067, 20]) {
      const ours = error(errcode);
      expect(sqliteFailure(ours, 'statement')).toBe(ours);
    }
  });
});
