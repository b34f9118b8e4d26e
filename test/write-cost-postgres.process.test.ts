/** What a changeset costs on PostgreSQL, counted between the node and the database. */
import { afterAll, beforeAll, expect, test } from 'vitest';

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
  const counts: number[] = [];
  for (let at = 100; at < 140; at += 1) {
    const before = trips.count();
    await write(at);
    counts.push(trips.count() - before);
  }
  // Two to authenticate and authorize the call; then lock and reads, writes, and COMMIT. More count where another query falls between,
  // or where on a busy machine an answer comes before all that was sent together has left.
  expect(Math.min(...counts)).toBeLessThanOrEqual(5);
});
