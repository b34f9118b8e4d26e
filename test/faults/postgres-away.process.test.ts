/** PostgreSQL is killed, frozen, or holds a lock: acknowledged writes stay, and no client waits indefinitely. */
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { quantile } from '#test/bench/statistics.ts';
import { Deployment } from '#test/cluster/deployment.ts';
import { readColdAt } from '#test/crash/cold-journal.ts';
import { acknowledgedIn } from '#test/crash/history.ts';
import { missing } from '#test/crash/objections.ts';
import { Api } from '#test/harness/api.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';

import { FaultCompany, size } from './company.ts';
import { residentMb } from './resident.ts';
import { say, verdict } from './verdict.ts';

const random = new SeededRandom(seedOf('postgres-away'));
/** A call is answered within 5 s; half a second for the network, and as much again for a busy machine. */
const answeredMs = 6_500;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start();
});
afterAll(() => deployment.stop());

test('when PostgreSQL is killed and restarted under load, acknowledged writes are durable, and the nodes serve again', async () => {
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  const back: number[] = [];
  for (let round = 1; round <= 3 * size; round += 1) {
    await sleep(random.integer(0, 300));
    if (round % 3 !== 0) {
      await deployment.postgres.kill('SIGKILL');
      await sleep(random.integer(500, 2_500));
    }
    await deployment.postgres.restart();
    const since = performance.now();
    const { databaseUrl } = deployment;
    const acknowledged = acknowledgedIn(company.history);
    expect(missing(await readColdAt({ databaseUrl }, company.place), acknowledged), `round ${round}`).toEqual([]);
    await company.goesOn({ agent: 1, editor: 1 });
    back.push(performance.now() - since);
    await company.goesOn();
  }
  say('PostgreSQL killed', `${back.length} times; written again after ${back.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  // 5 s are promised.
  expect(quantile(back, 0.5)).toBeLessThan(10_000);
  await verdict('PostgreSQL killed', company);
});

test('while PostgreSQL is frozen for 20 s, calls are refused in time and do not pile up', async () => {
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  const before = deployment.nodes.map(({ pid }) => residentMb(pid));
  await deployment.postgres.kill('SIGSTOP');
  const answers: Answered[] = [];
  const callers = Array.from({ length: 30 * size }, async (_, index) => {
    for (const end = performance.now() + 20_000; performance.now() < end;)
      answers.push(await ask(deployment.nodes[index % 3]!.url, company.place));
  });
  await Promise.all(callers);
  const after = deployment.nodes.map(({ pid }) => residentMb(pid));
  await deployment.postgres.kill('SIGCONT');
  const waits = answers.map(({ ms }) => ms);
  const grown = after.map((mb, index) => mb - before[index]!);
  say(
    'PostgreSQL frozen',
    `frozen: ${answers.length} refusals, p99 ${quantile(waits, 0.99).toFixed(0)} ms; nodes grew by ${grown.map((mb) => mb.toFixed(0)).join(', ')} MB`,
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(quantile(waits, 0.99)).toBeLessThan(answeredMs);
  // 50 MB are promised for warm nodes; these are still filling their heaps.
  expect(Math.max(...grown)).toBeLessThan(120);
  await company.goesOn();
  await verdict('PostgreSQL frozen', company);
});

test('while another session locks the row of a document for 20 s, its calls are refused in time, and other documents work', async () => {
  const company = await FaultCompany.start({ deployment, random: random.fork() });
  const { nodes, ada, databaseUrl } = deployment;
  const stuck = await new Api(nodes[0]!.url, ada.token).createDocument();
  const session = new pg.Client({ connectionString: databaseUrl });
  await session.connect();
  await session.query('begin');
  await session.query('select 1 from documents where id = $1 for update', [stuck.id]);
  const answers: Answered[] = [];
  const callers = Array.from({ length: 60 * size }, async (_, index) => {
    for (const end = performance.now() + 20_000; performance.now() < end;) answers.push(await ask(nodes[index % 3]!.url, stuck));
  });
  const refused = Promise.all(callers);
  let rounds = 0;
  let isOver = false;
  void refused.then(() => void (isOver = true));
  for (; !isOver; rounds += 1) await company.goesOn();
  await refused;
  await session.query('rollback');
  await session.end();
  const waits = answers.map(({ ms }) => ms);
  say(
    'PostgreSQL frozen',
    `locked: ${answers.length} refusals, p99 ${quantile(waits, 0.99).toFixed(0)} ms, while others wrote ${rounds * 10} changesets`,
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(quantile(waits, 0.99)).toBeLessThan(answeredMs);
  expect(rounds).toBeGreaterThan(3);
  expect((await ask(nodes[0]!.url, stuck)).status).toBe(201);
  await verdict('PostgreSQL frozen', company);
});

type Answered = { readonly status: number; readonly ms: number };

let asked = 0;

async function ask(url: string, place: { readonly id: string; readonly tab: string }): Promise<Answered> {
  const startedAt = performance.now();
  asked += 1;
  const { status } = await new Api(url, deployment.ada.token).changeset(place, `add square id=asked-${asked}`);
  return { status, ms: performance.now() - startedAt };
}
