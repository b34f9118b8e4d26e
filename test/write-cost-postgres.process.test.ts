/** What a changeset costs on PostgreSQL, counted between the node and the database. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { openStorage, type Storage } from '#storage/storage.ts';

import { Api } from './harness/api.ts';
import { type NodeProcess, startNodeProcess } from './harness/node-process.ts';
import { addPerson } from './harness/people.ts';
import { startPostgres, type TestPostgres } from './harness/postgres.ts';
import { countRoundTrips, type RoundTrips } from './harness/round-trips.ts';

let server: TestPostgres;
let storage: Storage;
let trips: RoundTrips;
let node: NodeProcess;
let api: Api;
beforeAll(async () => {
  server = await startPostgres();
  const url = new URL(await server.createDatabase());
  storage = await openStorage({ databaseUrl: url.href });
  trips = await countRoundTrips({ host: url.hostname, port: Number(url.port) });
  const { token } = await addPerson(storage, 'Ada');
  node = await startNodeProcess({ DATABASE_URL: Object.assign(new URL(url), { port: String(trips.port) }).href });
  api = new Api(node.url, token);
});
afterAll(async () => {
  await node.kill('SIGTERM');
  await trips.close();
  await storage.close();
  await server.stop();
});

test('DB11 the statements of a changeset that do not need one another’s answers share round trips', async () => {
  const place = await api.createDocument();
  const write = async (at: number): Promise<void> => {
    const headers = { 'Idempotency-Key': `key-${at}` };
    const { status } = await api.changeset(place, `add square "Box ${at}" id=b${at}\nset b${at} note="${at}"`, {}, '', headers);
    expect(status).toBe(201);
  };
  // The first ones load the document and prepare the statements.
  for (let at = 0; at < 20; at += 1) await write(at);
  trips.delayAnswers(20);
  onTestFinished(() => trips.delayAnswers(0));
  const counts: number[] = [];
  for (let at = 100; at < 120; at += 1) {
    const before = trips.countInTransactions();
    await write(at);
    counts.push(trips.countInTransactions() - before);
  }
  process.stdout.write(
    `write-cost: ${Math.min(...counts)} to ${Math.max(...counts)} round trips in the transaction of a changeset\n`,
  );
  // Lock and reads, writes, and COMMIT. More count where another transaction falls between.
  expect(Math.min(...counts)).toBeLessThanOrEqual(3);
});
