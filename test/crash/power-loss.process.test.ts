/** A power failure at any moment: what the operating system had not written to the disk is lost, in any order and in part. */
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { openStorage } from '#storage/storage.ts';
import { runScript } from '#test/harness/child-script.ts';
import { type DiskEvent, readDiskRecord, ReplayedDisk } from '#test/harness/disk-record.ts';
import { scaled } from '#test/harness/fuzz.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { noWatchedDisk, watchDisk } from '#test/harness/watched-disk.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const states = scaled(120);
const writers = 4;
const writesEach = 60;

const obstacle = noWatchedDisk();
if (obstacle !== null) process.stdout.write(`power-loss is skipped: this machine cannot watch a disk: ${obstacle}\n`);

/**
 * Writes numbered settings from several callers, and records in a file of the folder what was acknowledged or read. Pages are copied
 * from the log often, so that it starts again during the test.
 */
const load = (dataDir: string, options: string): string => `
  import { openSync, writeSync } from 'node:fs';
  import { sql } from 'kysely';
  import { getSetting, putSetting } from '#storage/settings.ts';
  import { openStorage } from '#storage/storage.ts';
  const storage = await openStorage({ dataDir: ${JSON.stringify(dataDir)}, ${options} });
  const promised = openSync(${JSON.stringify(join(dataDir, 'promised'))}, 'a');
  const promise = (writer, count) => writeSync(promised, writer + ' ' + count + '\\n');
  await storage.transact((tx) => sql.raw('pragma wal_autocheckpoint = 40').execute(tx));
  await Promise.all(
    Array.from({ length: ${writers} }, async (_, writer) => {
      for (let count = 1; count <= ${writesEach}; count += 1) {
        const written = storage.transact((tx) => putSetting(tx, writer + '-' + count, 'x'.repeat(3000)));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
        if ((await getSetting(storage.db, writer + '-' + count)) !== null) promise(writer, count);
        await written;
        promise(writer, count);
      }
    }),
  );
  process.kill(process.pid, 'SIGKILL');`;

/** Plays what a process writes, with power failures at random moments. Returns what is wrong with the states that they leave. */
async function losses(kind: string, options: string): Promise<{ wrong: string[]; restarts: number }> {
  const random = new SeededRandom(seedOf(`power-loss, ${kind}`));
  const [data, results] = [temporaryFolder('power'), temporaryFolder('power')];
  await (await openStorage({ dataDir: data.path })).close();
  const files = ['atelier.db', 'atelier.db-wal'];
  const before = new Map([['atelier.db', readFileSync(join(data.path, 'atelier.db'))]]);
  const record = join(results.path, 'record');
  closeSync(openSync(record, 'w'));
  const child = runScript(load(data.path, options), root, watchDisk({ folder: data.path, record }));
  await child.process.ended;
  expect(child.process.child.signalCode, child.process.output()).toBe('SIGKILL');
  const events = readDiskRecord(record);
  const failures = new Set(Array.from({ length: states }, () => random.integer(0, events.length - 1)));
  const disk = new ReplayedDisk(before);
  const promised = new Map<string, number>();
  const wrong: string[] = [];
  for (const [index, event] of events.entries()) {
    disk.play(event);
    notePromise(event, promised);
    if (!failures.has(index)) continue;
    const folder = join(results.path, 'state');
    disk.fail(folder, files, random);
    wrong.push(...missing(folder, promised).map((what) => `event ${index}: ${what}`));
    rmSync(folder, { recursive: true });
  }
  const restarts = events.filter((event) => event.kind === 'write' && event.file === 'atelier.db-wal' && event.at === 0).length;
  expect([...promised.values()]).toEqual(Array.from({ length: writers }, () => writesEach));
  for (const each of [data, results]) each.remove();
  return { wrong, restarts };
}

function notePromise(event: DiskEvent, promised: Map<string, number>): void {
  if (event.kind !== 'write' || event.file !== 'promised') return;
  const [writer = '', count] = event.bytes.toString().trim().split(' ');
  promised.set(writer, Math.max(promised.get(writer) ?? 0, Number(count)));
}

function missing(folder: string, promised: ReadonlyMap<string, number>): string[] {
  const database = new DatabaseSync(join(folder, 'atelier.db'));
  try {
    const wrong: string[] = [];
    const [check] = database.prepare('pragma integrity_check').all();
    if (check?.['integrity_check'] !== 'ok') wrong.push(`the database is corrupt: ${JSON.stringify(check)}`);
    const setting = database.prepare('select 1 from settings where key = ?');
    for (const [writer, promises] of promised) {
      let stored = 0;
      while (setting.get(`${writer}-${stored + 1}`) !== undefined) stored += 1;
      if (stored < promises) wrong.push(`writer ${writer} was promised ${promises}, and ${stored} are stored`);
    }
    return wrong;
  } finally {
    database.close();
  }
}

test.skipIf(obstacle !== null)('DB1 DB12 after a power failure, everything that was acknowledged or read is stored', async () => {
  const { wrong, restarts } = await losses('synced', '');
  expect(wrong).toEqual([]);
  expect(restarts).toBeGreaterThan(2);
});

test.skipIf(obstacle !== null)('a storage that acknowledges without a sync is noticed', async () => {
  const { wrong } = await losses('not synced', 'syncLog: async () => {}');
  expect(wrong.filter((what) => what.includes('was promised')).length).toBeGreaterThan(states / 10);
  expect(wrong.filter((what) => what.includes('corrupt'))).toEqual([]);
});
