import { DatabaseSync } from 'node:sqlite';

import { Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';

import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { getSetting, putSetting } from '../settings.ts';
import { openStorage, type Db, type Storage, type Tables } from '../storage.ts';
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
  const there = async (...names: string[]): Promise<boolean[]> =>
    Promise.all(names.map(async (name) => (await getSetting(storage.db, name)) !== null));

  test('[G1] those that wait for one another are on disk together, when all are told', async () => {
    const database = new DatabaseSync(`${folder.path}/${folders}/atelier.db`, { timeout: 0 });
    const turns = new Turns(5_000);
    const patient = new Kysely<Tables>({ dialect: sqliteDialect({ database, turns, busyMs: 5_000, groupMs: 60_000 }) });
    const seen: boolean[][] = [];
    const one = async (name: string): Promise<void> => {
      await patient.transaction().execute(async (tx) => {
        seen.push(await there('a', 'b'));
        await putSetting(tx, name, 'x');
      });
      expect(await there('a', 'b', 'c')).toEqual([true, true, true]);
    };
    await Promise.all([one('a'), one('b'), one('c')]);
    expect(seen).toEqual(Array.from({ length: 3 }, () => [false, false]));
    await patient.destroy();
  });

  test('[G1] one alone is on disk at once', async () => {
    await storage.transact(put('a'));
    expect(await there('a')).toEqual([true]);
  });

  test('[G2] one that fails is undone alone, wherever it stands in the group', async () => {
    for (const failing of [0, 1, 2]) {
      const names = ['a', 'b', 'c'].map((name) => `${name}${failing}`);
      const done = await Promise.allSettled(
        names.map((name, index) =>
          storage.transact(async (tx) => {
            await putSetting(tx, name, 'x');
            if (index === failing) throw new Error('no');
          }),
        ),
      );
      expect(done.map(({ status }) => status === 'rejected')).toEqual([0, 1, 2].map((index) => index === failing));
      expect(await there(...names)).toEqual([0, 1, 2].map((index) => index !== failing));
    }
  });

  test('[G2] when the commit fails it has failed for all, and the next ones are served', async () => {
    const orphan = async (tx: Db): Promise<void> => {
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      await sql`insert into members (document_id, user_id, level, created_at) values ('none', 'none', 'owner', 1)`.execute(tx);
    };
    const done = await Promise.allSettled([storage.transact(put('a')), storage.transact(orphan), storage.transact(put('c'))]);
    expect(done.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await there('a', 'c')).toEqual([false, false]);
    await storage.transact(put('a'));
    expect(await there('a')).toEqual([true]);
  });

  test('[G2] when the disk is full, what was told is what is there', async () => {
    const limit = (pages: number) => storage.transact((tx) => sql.raw(`pragma max_page_count = ${pages}`).execute(tx));
    await limit(1);
    const names = Array.from({ length: 6 }, (_, index) => `s${index}`);
    const large = 'x'.repeat(1_000_000);
    const done = await Promise.allSettled(
      names.map((name, index) => storage.transact((tx) => putSetting(tx, name, index === 3 ? large : 'x'))),
    );
    expect(done[3]?.status).toBe('rejected');
    expect(await there(...names)).toEqual(done.map(({ status }) => status === 'fulfilled'));
    await limit(1_000_000);
    await storage.transact(put('after'));
    expect(await there('after')).toEqual([true]);
  });

  test('[G3] a group ends although others go on waiting', async () => {
    let first = false;
    const before: boolean[] = [];
    const all = Array.from({ length: 100 }, (_, index) =>
      storage
        .transact(async (tx) => {
          before.push(first);
          await putSetting(tx, `n${index}`, 'x');
        })
        .then(() => {
          first = true;
        }),
    );
    await Promise.all(all);
    expect(before.filter((done) => done).length).toBeGreaterThanOrEqual(60);
  });

  test('closing waits for a group that is not committed yet', async () => {
    const writes = ['a', 'b'].map((name) => storage.transact(put(name)));
    await Promise.resolve();
    await storage.close();
    await Promise.all(writes);
    storage = await openStorage({ dataDir: `${folder.path}/${folders}` });
    expect(await there('a', 'b')).toEqual([true, true]);
  });
});
