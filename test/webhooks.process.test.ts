/** Webhooks when nodes are killed: every event arrives, with one id. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStorage } from '#storage/storage.ts';

import { Api } from './harness/api.ts';
import { until } from './harness/editor.ts';
import { freePort } from './harness/free-port.ts';
import { type NodeProcess, startNodeProcess } from './harness/node-process.ts';
import { addPerson } from './harness/people.ts';
import { startPostgres, type TestPostgres } from './harness/postgres.ts';
import { temporaryFolder, type TemporaryFolder } from './harness/temporary-folder.ts';

let postgres: TestPostgres;
let folder: TemporaryFolder;
let receiver: Server;
let url: string;
/** The revisions that arrived, with the ids that they arrived under. */
let arrived: Map<number, Set<string>>;
/** The revisions whose requests were held until a kill. */
let awaited = new Set<number>();
let attempts = 0;
let underWay = 0;
const revisions = 24;
const betweenKills = 8;
beforeAll(async () => {
  [postgres, folder] = [await startPostgres(), temporaryFolder('webhooks')];
  receiver = createServer((request, response) => {
    void request.toArray().then(async (chunks) => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { rev: number } };
      attempts += 1;
      underWay += 1;
      // Time to be killed between the request and its answer: however slow the machine is, for one that a kill waits for.
      const isAwaited = data.rev % betweenKills === 0 && !awaited.has(data.rev);
      awaited.add(data.rev);
      await sleep(isAwaited ? 3_000 : 300);
      underWay -= 1;
      if (response.destroyed) return;
      const ids = arrived.get(data.rev) ?? new Set();
      arrived.set(data.rev, ids.add(String(request.headers['webhook-id'])));
      response.writeHead(204).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  receiver.close();
  await postgres.stop();
  folder.remove();
});

/** Draws while the first node is killed and started again, three times; every revision must arrive. */
async function survivesKills(storage: Readonly<Record<string, string>>, count: number): Promise<void> {
  [arrived, awaited, attempts, underWay] = [new Map(), new Set(), 0, 0];
  const database = await openStorage(
    'DATA_DIR' in storage ? { dataDir: storage['DATA_DIR']! } : { databaseUrl: storage['DATABASE_URL']! },
  );
  const ada = await addPerson(database, 'Ada');
  await database.close();
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const start = (index: number): Promise<NodeProcess> =>
    startNodeProcess({ ...storage, PORT: String(ports[index]), OUTBOUND_ALLOW: '127.0.0.1' });
  const nodes = await Promise.all(ports.map((_port, index) => start(index)));
  try {
    const last = new Api(nodes.at(-1)!.url, ada.token);
    const place = await last.createDocument();
    const made = await last.call('POST', `/documents/${place.id}/webhooks`, { url, types: ['changeset'] });
    expect([made.status, JSON.stringify(made.body)]).toEqual([201, expect.any(String)]);
    for (let rev = 1; rev <= revisions; rev += 1) {
      const answer = await last.changeset(place, `add square id=s${rev}`);
      expect(answer.status).toBe(201);
      if (rev % betweenKills !== 0) continue;
      await until(() => underWay > 0 || arrived.size === rev, 20_000, 'nothing is sent');
      await nodes[0]!.kill('SIGKILL');
      nodes[0] = await start(0);
    }
    await until(() => arrived.size === revisions, 60_000, `only ${arrived.size} of ${revisions} arrived`);
    expect([...arrived.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: revisions }, (_, index) => index + 1));
    expect([...arrived.values()].filter((ids) => ids.size !== 1)).toEqual([]);
    // Of one node, at least one request was cut off, and sent again.
    if (count === 1) expect(attempts).toBeGreaterThan(revisions);
    process.stdout.write(`${count} nodes: ${revisions} events in ${attempts} attempts\n`);
  } finally {
    await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
  }
}

test('WH1 WH5 one node on SQLite that is killed loses no webhook', () => survivesKills({ DATA_DIR: folder.path }, 1));

test('WH1 WH5 two nodes on PostgreSQL, of which one is killed, lose no webhook', async () =>
  survivesKills({ DATABASE_URL: await postgres.createDatabase() }, 2));

test('WH15 an event is sent as soon as it is written, not at the next poll', async () => {
  const target = temporaryFolder('webhooks-at-once');
  const database = await openStorage({ dataDir: target.path });
  const ada = await addPerson(database, 'Ada');
  await database.close();
  const node = await startNodeProcess({ DATA_DIR: target.path, OUTBOUND_ALLOW: '127.0.0.1' });
  const api = new Api(node.url, ada.token);
  const place = await api.createDocument();
  await api.call('POST', `/documents/${place.id}/webhooks`, { url, types: ['changeset'] });
  const delays: number[] = [];
  for (let rev = 1; rev <= 9; rev += 1) {
    const before = attempts;
    await api.changeset(place, `add square id=s${rev}`);
    const start = performance.now();
    await until(() => attempts > before, 10_000, 'nothing is sent');
    delays.push(performance.now() - start);
    // Not in step with any poll.
    await sleep(137 * rev);
  }
  await node.kill('SIGTERM');
  const median = delays.toSorted((a, b) => a - b)[4]!;
  process.stdout.write(`webhooks: sent ${median.toFixed(0)} ms after the answer (median of 9)\n`);
  expect(median).toBeLessThan(500);
});
