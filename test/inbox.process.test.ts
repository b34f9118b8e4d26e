/** Tasks on two nodes of one PostgreSQL: agents wait, are killed, and lose their node. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Client } from '#clients/sdk/client.ts';
import { limits } from '#schema/limits.ts';
import type { Task } from '#schema/task.ts';
import { hashSecret } from '#server/access/secrets.ts';
import { setHandle } from '#storage/handles.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { tokenByHash } from '#storage/tokens.ts';

import { Api, type ApiAnswer } from './harness/api.ts';
import { Browser } from './harness/browser.ts';
import { freePort } from './harness/free-port.ts';
import { type NodeProcess, startNodeProcess } from './harness/node-process.ts';
import { addToken } from './harness/people.ts';
import { startPostgres, type TestPostgres } from './harness/postgres.ts';
import { SeededRandom, seedOf } from './harness/random.ts';
import { startRedis, type TestRedis } from './harness/redis.ts';

const random = new SeededRandom(seedOf('inbox'));
let postgres: TestPostgres;
let redis: TestRedis;
let storage: Storage;
let environment: Record<string, string>;
/** Two nodes without Redis; the first is killed. */
let nodes: NodeProcess[];
let browser: Browser;
let token: string;
let doc: string;

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const databaseUrl = await postgres.createDatabase();
  storage = await openStorage({ databaseUrl });
  environment = { DATABASE_URL: databaseUrl };
  nodes = [await startNodeProcess({ ...environment, PORT: String(await freePort()) }), await startNodeProcess(environment)];
  browser = await Browser.signIn(nodes[1]!.url, storage, 'Ada');
  token = await addToken(storage, browser.userId);
  const { id: tokenId } = (await tokenByHash(storage.db, hashSecret(token)))!;
  const handle = { tokenId, userId: browser.userId, handle: 'planner', handFrom: 'owner' } as const;
  await storage.transact((tx) => setHandle(tx, handle, Date.now()));
  doc = (await new Api(nodes[1]!.url, token).createDocument()).id;
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
  await storage.close();
  await Promise.all([postgres.stop(), redis.stop()]);
});

async function hand(url: string, text = 'Draw it.'): Promise<string> {
  const { status, body } = await browser.call<Task>('POST', `/documents/${doc}/tasks`, { handle: 'planner', text }, url);
  expect(status).toBe(201);
  return body.id;
}

type Claimed = { readonly task: Task; readonly lease: string };
const claim = (node: NodeProcess, task: string, key: string): Promise<ApiAnswer<Claimed>> =>
  new Api(node.url, token).call<Claimed>('POST', `/inbox/${task}/claim`, undefined, { 'Idempotency-Key': key });
const complete = (node: NodeProcess, task: string, lease: string): Promise<ApiAnswer<Task>> =>
  new Api(node.url, token).call<Task>('POST', `/inbox/${task}/complete`, { lease });
const waiting = (node: NodeProcess): Promise<ApiAnswer<{ tasks: Task[] }>> =>
  new Api(node.url, token).call<{ tasks: Task[] }>('GET', '/inbox?wait=25');

/** How long after a task was handed at one node an inbox that waits at another answers, in ms. */
async function wakes(at: NodeProcess, other: NodeProcess): Promise<number> {
  const answer = waiting(other);
  await sleep(1_500);
  const task = await hand(at.url);
  const handedAt = performance.now();
  const { tasks } = (await answer).body;
  const ms = performance.now() - handedAt;
  expect(tasks.map(({ id }) => id)).toEqual([task]);
  const { lease } = (await claim(other, task, `wakes ${task}`)).body;
  expect((await complete(at, task, lease)).body.state).toBe('done');
  return Math.round(ms);
}

test('TK20 an inbox that waits at one node is woken by a task of another, without Redis within the poll', async () => {
  const [one, two] = nodes;
  const without = [await wakes(one!, two!), await wakes(one!, two!), await wakes(two!, one!)];
  const withRedis = { ...environment, REDIS_URL: redis.url };
  const pair = await Promise.all([startNodeProcess(withRedis), startNodeProcess(withRedis)]);
  const within = [await wakes(pair[0], pair[1]), await wakes(pair[0], pair[1]), await wakes(pair[1], pair[0])];
  await Promise.all(pair.map((node) => node.kill('SIGTERM')));
  process.stdout.write(`inbox: woken at another node after ${without.join(', ')} ms, with Redis ${within.join(', ')} ms\n`);
  // The poll is every second, and the machine may be busy.
  for (const ms of [...without, ...within]) expect(ms).toBeLessThan(5_000);
});

test('TK23 TK24 a node that is killed between a claim and its answer loses no task, and no task is claimed twice', async () => {
  let answered = 0;
  for (let round = 0; round < 3; round += 1) {
    const tasks = await Promise.all(Array.from({ length: 4 }, () => hand(nodes[1]!.url)));
    const claims = tasks.map((task) => claim(nodes[0]!, task, `key ${task}`).catch(() => null));
    await sleep(random.integer(0, 300));
    await nodes[0]!.kill('SIGKILL');
    const first = await Promise.all(claims);
    for (const [index, task] of tasks.entries()) {
      // The agent repeats its call at the other node.
      const repeated = await claim(nodes[1]!, task, `key ${task}`);
      expect(repeated.status, JSON.stringify(repeated.body)).toBe(200);
      const before = first[index];
      if (before?.status === 200) {
        answered += 1;
        expect(repeated.body.lease).toBe(before.body.lease);
      }
      expect((await claim(nodes[1]!, task, `another ${task}`)).status).toBe(409);
      expect((await complete(nodes[1]!, task, repeated.body.lease)).body.state).toBe('done');
    }
    nodes[0] = await startNodeProcess(environment);
  }
  process.stdout.write(`inbox: of 12 claims at a node that was killed ${answered} were answered before\n`);
});

test('TK10 TK11 SDK7 the task of a killed agent and node is queued again after its lease, and one whose lease is renewed is not', async () => {
  const stop = new AbortController();
  const kept = await hand(nodes[1]!.url, 'Kept');
  const client = new Client({ url: nodes[1]!.url, token });
  const loop = client.tasks({ doc, signal: stop.signal });
  const { value: held } = await loop.next();
  expect(held?.task.id).toBe(kept);
  const lost = await hand(nodes[1]!.url, 'Lost');
  const claimedAt = performance.now();
  expect((await claim(nodes[0]!, lost, 'lost')).status).toBe(200);
  await nodes[0]!.kill('SIGKILL');
  let queued: string[] = [];
  while (queued.length === 0) queued = (await waiting(nodes[1]!)).body.tasks.map(({ id }) => id);
  const seconds = (performance.now() - claimedAt) / 1_000;
  process.stdout.write(`inbox: the task of a killed agent is queued again after ${seconds.toFixed(1)} s\n`);
  expect(queued).toEqual([lost]);
  expect(seconds).toBeGreaterThan(limits.taskLeaseMs / 1_000 - 1);
  expect(seconds).toBeLessThan(limits.taskLeaseMs / 1_000 + 15);
  expect(held?.signal.aborted).toBe(false);
  const done = await held?.done({ text: 'Done.' });
  expect([done?.state, done?.lapses]).toEqual(['done', 0]);
  stop.abort();
  await loop.return();
});
