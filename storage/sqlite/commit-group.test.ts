import { DatabaseSync } from 'node:sqlite';

import { Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';

import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { getSetting, putSetting } from '../settings.ts';
import { openStorage, type Db, type Storage, type Tables } from '../storage.ts';
import { LogSync } from './log-sync.ts';
import { sqliteDialect } from './sqlite-driver.ts';
import { Turns } from './turns.ts';

const folder = temporaryFolder('group');
afterAll(() => folder.remove());

describe('commit-group', () => {
  let storage: Storage;
  let folders = 0;
  beforeEach(async () => {
    storage = await openStorage({ dataDir: `${folder.path}/${(folders += 1)}` });
  });
  afterEach(() => storage.close());

  const put = (name: string) => (tx: Db) => putSetting(tx, name, 'x');
  const exists = async (...names: string[]): Promise<boolean[]> =>
    Promise.all(names.map(async (name) => (await getSetting(storage.db, name)) !== null));

  test('DB8 transactions that wait for one another are on disk together when they resolve', async () => {
    const database = new DatabaseSync(`${folder.path}/${folders}/atelier.db`, { timeout: 0 });
    const turns = new Turns(5_000);
    const patient = new Kysely<Tables>({
      dialect: sqliteDialect({ database, log: new LogSync(async () => {}), turns, busyMs: 5_000, groupMs: 60_000 }),
    });
    const seen: boolean[][] = [];
    const writeAs = async (name: string): Promise<void> => {
      await patient.transaction().execute(async (tx) => {
        seen.push(await exists('a', 'b'));
        await putSetting(tx, name, 'x');
      });
      expect(await exists('a', 'b', 'c')).toEqual([true, true, true]);
    };
    await Promise.all([writeAs('a'), writeAs('b'), writeAs('c')]);
    expect(seen).toEqual(Array.from({ length: 3 }, () => [false, false]));
    await patient.destroy();
  });

  test('DB8 a single transaction is committed', async () => {
    await storage.transact(put('a'));
    expect(await exists('a')).toEqual([true]);
  });

  test('DB8 a transaction shares the commit of one that ended in the same turn of the event loop', async () => {
    const first = storage.transact(put('a'));
    for (let microtask = 0; microtask < 2_000; microtask += 1) await Promise.resolve();
    const second = storage.transact(put('b'));
    await first;
    expect(await exists('a', 'b')).toEqual([true, true]);
    await second;
  });

  test('DB9 a transaction that fails is rolled back alone, whatever its place in the group', async () => {
    for (const failing of [0, 1, 2]) {
      const names = ['a', 'b', 'c'].map((name) => `${name}${failing}`);
      const results = await Promise.allSettled(
        names.map((name, index) =>
          storage.transact(async (tx) => {
            await putSetting(tx, name, 'x');
            if (index === failing) throw new Error('no');
          }),
        ),
      );
      expect(results.map(({ status }) => status === 'rejected')).toEqual([0, 1, 2].map((index) => index === failing));
      expect(await exists(...names)).toEqual([0, 1, 2].map((index) => index !== failing));
    }
  });

  test('DB9 a failed commit fails all transactions of the group, and later ones are served', async () => {
    const orphan = async (tx: Db): Promise<void> => {
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      await sql`insert into members (document_id, user_id, level, created_at) values ('none', 'none', 'owner', 1)`.execute(tx);
    };
    const results = await Promise.allSettled([storage.transact(put('a')), storage.transact(orphan), storage.transact(put('c'))]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await exists('a', 'c')).toEqual([false, false]);
    await storage.transact(put('a'));
    expect(await exists('a')).toEqual([true]);
  });

  test('DB9 when the disk is full, exactly the transactions that resolved are stored', async () => {
    const limit = (pages: number) => storage.transact((tx) => sql.raw(`pragma max_page_count = ${pages}`).execute(tx));
    await limit(1);
    const names = Array.from({ length: 6 }, (_, index) => `s${index}`);
    const large = 'x'.repeat(1_000_000);
    const results = await Promise.allSettled(
      names.map((name, index) => storage.transact((tx) => putSetting(tx, name, index === 3 ? large : 'x'))),
    );
    expect(results[3]?.status).toBe('rejected');
    expect(await exists(...names)).toEqual(results.map(({ status }) => status === 'fulfilled'));
    await limit(1_000_000);
    await storage.transact(put('after'));
    expect(await exists('after')).toEqual([true]);
  });

  test('DB10 a group is committed although others are still waiting', async () => {
    const other = new DatabaseSync(`${folder.path}/${folders}/atelier.db`, { readOnly: true });
    const first = other.prepare(`select 1 from settings where key = 'n0'`);
    const seen: boolean[] = [];
    const write = (_: unknown, index: number) =>
      storage.transact(async (tx) => {
        seen.push(first.get() !== undefined);
        await putSetting(tx, `n${index}`, 'x');
      });
    await Promise.all(Array.from({ length: 100 }, write));
    other.close();
    expect(seen.filter((isCommitted) => isCommitted).length).toBeGreaterThanOrEqual(60);
  });

  test('close waits for a group that is not committed yet', async () => {
    const writes = ['a', 'b'].map((name) => storage.transact(put(name)));
    await Promise.resolve();
    await storage.close();
    await Promise.all(writes);
    storage = await openStorage({ dataDir: `${folder.path}/${folders}` });
    expect(await exists('a', 'b')).toEqual([true, true]);
  });
});
