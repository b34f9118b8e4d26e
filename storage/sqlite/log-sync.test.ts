import { cpSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { Kysely } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { CommitUnknown, StorageUnavailable } from '../failures.ts';
import { getSetting, putSetting } from '../settings.ts';
import { openStorage, type Db, type Tables } from '../storage.ts';
import { LogSync } from './log-sync.ts';
import { sqliteDialect } from './sqlite-driver.ts';
import { Turns } from './turns.ts';

const folder = temporaryFolder('log-sync');
afterAll(() => folder.remove());

/** A disk whose syncs end when the test says so. */
class HeldDisk {
  readonly #syncs: PromiseWithResolvers<void>[] = [];
  begun = 0;

  sync(): Promise<void> {
    const sync = Promise.withResolvers<void>();
    this.#syncs.push(sync);
    this.begun += 1;
    return sync.promise;
  }

  finish(): void {
    this.#syncs.shift()!.resolve();
  }

  fail(): void {
    this.#syncs.shift()!.reject(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }));
  }
}

let folders = 0;
let disk: HeldDisk;
let writer: Kysely<Tables>;
let reader: Kysely<Tables>;
let broken: Error[];
beforeEach(async () => {
  const dataDir = `${folder.path}/${(folders += 1)}`;
  await (await openStorage({ dataDir })).close();
  disk = new HeldDisk();
  broken = [];
  const log = new LogSync(() => disk.sync());
  const open = (turns: Turns | null) => {
    const database = new DatabaseSync(`${dataDir}/atelier.db`, { timeout: 0 });
    const onBroken = (error: Error) => void broken.push(error);
    return new Kysely<Tables>({ dialect: sqliteDialect({ database, turns, log, busyMs: 100, onBroken }) });
  };
  writer = open(new Turns(5_000));
  reader = open(null);
});
afterEach(async () => {
  await reader.destroy();
  await writer.destroy();
});

const write = (name: string) => writer.transaction().execute((tx) => putSetting(tx, name, 'x'));

/** Lets everything happen that does not wait for the disk. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  await settle();
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, Promise.resolve().then(() => Promise.resolve().then(() => false))]);
}

test('DB1 a transaction resolves when the disk has synced its commit', async () => {
  const first = write('a');
  expect(await isSettled(first)).toBe(false);
  expect(disk.begun).toBe(1);
  disk.finish();
  await first;
});

test('DB8 transactions that end during a sync share the next commit and its sync', async () => {
  const first = write('a');
  await settle();
  const others = ['b', 'c', 'd'].map(write);
  await settle();
  expect(disk.begun).toBe(1);
  disk.finish();
  await first;
  expect(await isSettled(Promise.race(others))).toBe(false);
  expect(disk.begun).toBe(2);
  disk.finish();
  await Promise.all(others);
});

test('DB10 a large group is committed during a sync, and resolves with the next one', async () => {
  const first = write('first');
  await settle();
  const others = Array.from({ length: 40 }, (_, index) => write(`n${index}`));
  await settle();
  disk.finish();
  await first;
  expect(await isSettled(Promise.race(others))).toBe(false);
  while (await Promise.race([Promise.all(others).then(() => false), settle().then(() => true)])) disk.finish();
  expect(disk.begun).toBeLessThan(5);
});

test('DB12 a read that sees a commit waits until it is on disk', async () => {
  expect(await getSetting(reader, 'a')).toBeNull();
  const first = write('a');
  await settle();
  const seen = getSetting(reader, 'a');
  expect(await isSettled(seen)).toBe(false);
  disk.finish();
  expect(await seen).toBe('x');
  await first;
});

test('DB12 work that throws because of a commit waits until it is on disk', async () => {
  const refuse = async (tx: Db): Promise<void> => {
    if ((await getSetting(tx, 'a')) === 'x') throw new Error('exists');
  };
  const first = write('a');
  await settle();
  const refused = writer.transaction().execute(refuse);
  expect(await isSettled(refused)).toBe(false);
  disk.finish();
  await first;
  await expect(refused).rejects.toThrow('exists');
});

test('DB12 work that throws because of a transaction of its group fails if the group does', async () => {
  const before = write('before');
  await settle();
  const [first, refused] = [
    write('a'),
    writer.transaction().execute(async (tx) => {
      if ((await getSetting(tx, 'a')) === 'x') throw new Error('exists');
    }),
  ];
  const outcomes = Promise.allSettled([before, first, refused]);
  await settle();
  disk.fail();
  for (const outcome of await outcomes) expect(outcome.status === 'rejected' && outcome.reason.name).toMatch(/^(CommitUnknown|StorageUnavailable)$/); // prettier-ignore
});

test('DB6 a sync that fails leaves the outcome unknown, is reported once, and nothing is acknowledged afterwards', async () => {
  const first = write('a');
  await settle();
  const [open, read] = [write('b'), getSetting(reader, 'a')];
  const outcomes = Promise.allSettled([first, open, read]);
  await settle();
  disk.fail();
  const [a, b, seen] = (await outcomes).map((outcome) => (outcome.status === 'rejected' ? outcome.reason : outcome));
  expect(a).toBeInstanceOf(CommitUnknown);
  expect(b).toBeInstanceOf(StorageUnavailable);
  expect(seen).toBeInstanceOf(StorageUnavailable);
  await expect(write('c')).rejects.toThrow(StorageUnavailable);
  await expect(getSetting(reader, 'a')).rejects.toThrow(StorageUnavailable);
  expect(broken).toEqual([a]);
  expect(disk.begun).toBe(1);
});

test('DB6 a sync that fails fails the commits that wait for the next one as well', async () => {
  const first = write('first');
  await settle();
  const others = Array.from({ length: 40 }, (_, index) => write(`n${index}`));
  const outcomes = Promise.allSettled([first, ...others]);
  await settle();
  disk.fail();
  expect((await outcomes).map(({ status }) => status)).toEqual(Array.from({ length: 41 }, () => 'rejected'));
  expect(disk.begun).toBe(1);
  expect(broken).toHaveLength(1);
});

test('DB1 opening copies to the database what a killed process left in the log', async () => {
  const [data, left] = [`${folder.path}/killed`, `${folder.path}/left`];
  const storage = await openStorage({ dataDir: data });
  await storage.transact((tx) => putSetting(tx, 'kept', 'yes'));
  cpSync(data, left, { recursive: true });
  await storage.close();
  expect(statSync(`${left}/atelier.db-wal`).size).toBeGreaterThan(0);
  const reopened = await openStorage({ dataDir: left });
  // Without its log, as if that had been in memory alone.
  cpSync(`${left}/atelier.db`, `${folder.path}/alone/atelier.db`);
  const alone = await openStorage({ dataDir: `${folder.path}/alone` });
  expect(await getSetting(alone.db, 'kept')).toBe('yes');
  await alone.close();
  await reopened.close();
});
