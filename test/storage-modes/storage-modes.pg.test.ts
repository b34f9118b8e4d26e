/**
 * SQLite and PostgreSQL are interchangeable: random scripts of calls on all resources get the same answers, byte for byte, except for ids
 * and secrets.
 */
import process from 'node:process';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { scaled } from '#test/harness/fuzz.ts';
import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { seedOf } from '#test/harness/random.ts';
import { temporaryFolder, type TemporaryFolder } from '#test/harness/temporary-folder.ts';

import { Mode, type ModeReply } from './mode.ts';
import { scriptsOf } from './script.ts';

const count = scaled(40, 20);

let postgres: TestPostgres;
let folder: TemporaryFolder;
let modes: readonly [Mode, Mode];
let at = Date.UTC(2030, 0, 1);

beforeAll(async () => {
  postgres = await startPostgres();
  folder = temporaryFolder('modes');
  const now = (): number => at;
  modes = [
    await Mode.start('SQLite', { dataDir: folder.path }, now),
    await Mode.start('PostgreSQL', { databaseUrl: await postgres.createDatabase() }, now),
  ];
});
afterAll(async () => {
  for (const mode of modes ?? []) await mode.stop();
  await postgres.stop();
  folder.remove();
});

/** The first difference of two answers, in words; null if they are equal. */
function differenceOf(embedded: ModeReply, shared: ModeReply): string | null {
  const [a, b] = [JSON.stringify(embedded), JSON.stringify(shared)];
  if (a === b) return null;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 200), at + 200);
  return `SQLite: ${around(a)}\nPostgreSQL: ${around(b)}`;
}

test(`${count} random scripts get the same answers from both`, { timeout: 3_600_000 }, async () => {
  const seed = seedOf('storage-modes');
  const statuses = new Map<number, number>();
  for (const [number, script] of scriptsOf(seed, count).entries()) {
    for (const mode of modes) mode.begin();
    for (const [step, call] of script.entries()) {
      at += 1_000;
      const [embedded, shared] = [await modes[0].call(call), await modes[1].call(call)];
      expect(differenceOf(embedded, shared), `SEED=${seed}, script ${number}, call ${step}: ${JSON.stringify(call)}`).toBeNull();
      statuses.set(embedded.status, (statuses.get(embedded.status) ?? 0) + 1);
    }
  }
  process.stdout.write(`storage-modes: ${count} scripts, ${JSON.stringify(Object.fromEntries(statuses))}\n`);
  for (const mode of modes) expect(mode.faults, mode.name).toEqual([]);
  for (const status of [200, 201, 400, 401, 403, 404]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
});
