import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStorage, type Storage } from '#storage/storage.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { damage, documentOf, snapshotAt } from './salvage.test-support.ts';
import { Verifier } from './verifier.ts';

const folder = temporaryFolder('verifier');
let storage: Storage;
beforeAll(async () => {
  storage = await openStorage({ dataDir: folder.path });
});
afterAll(async () => {
  await storage.close();
  folder.remove();
});

test('OPS18 every damaged row and snapshot is found and logged, once a pass', async () => {
  const lines: object[] = [];
  let counted = -1;
  const verifier = new Verifier({
    storage,
    now: Date.now,
    log: {
      info: (data) => void lines.push(data),
      warn: () => {},
      error: (data, message) => void lines.push({ ...data, message }),
    },
    onDamaged: (rows) => (counted = rows),
  });
  const [a, b] = [await documentOf(storage, ['a', 'b', 'c']), await documentOf(storage, ['a', 'b', 'c'])];
  await snapshotAt(storage, b, 2);
  expect(await verifier.pass()).toEqual({ rows: 9, damaged: 0 });
  expect([lines.splice(0), counted]).toEqual([[{ rows: 9 }], 0]);
  await damage(storage, 'journal', a, 3);
  await damage(storage, 'snapshots', b, 2);
  expect(await verifier.pass()).toEqual({ rows: 9, damaged: 2 });
  const message = 'a stored row is damaged';
  expect(lines).toEqual([
    { document: b, table: 'snapshots', seq: 2, message },
    { document: a, table: 'journal', seq: 3, message },
    { damaged: 2, rows: 9, message: 'stored rows are damaged: see admin document salvage' },
  ]);
  expect(counted).toBe(2);
});

test('OPS18 a pass takes its time, and ends when the verifier is stopped', async () => {
  await documentOf(storage, ['a', 'b', 'c', 'd']);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const verifier = new Verifier({ storage, now: Date.now, log, onDamaged: () => {}, bytesPerSecond: 100 });
  const pass = verifier.pass();
  expect(verifier.pass()).toBe(pass);
  setTimeout(() => verifier.stop(), 50);
  expect(await pass).toBeNull();
});

test('OPS18 one of several nodes begins a pass, once a day', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const nodes = [1, 2].map(() => new Verifier({ storage, now: () => now, log, onDamaged: () => {} }));
  const passes = async (): Promise<number> =>
    (await Promise.all(nodes.map((node) => node.passIfDue()))).filter((pass) => pass !== null).length;
  expect(await passes()).toBe(1);
  now += 23 * 3_600_000;
  expect(await passes()).toBe(0);
  now += 3_600_000;
  expect(await passes()).toBe(1);
});
