import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor, until } from '#test/harness/editor.ts';
import { type NodeProcess, startNodeProcess } from '#test/harness/node-process.ts';
import { addPerson, type TestAccount } from '#test/harness/people.ts';
import { startPostgres, type TestPostgres } from '#test/harness/postgres.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';

import { canonicalOf, readCold } from './cold-journal.ts';
import { acknowledgedIn, WriteHistory, answersOf } from './history.ts';
import { startAgent } from './agent.ts';
import { LoadEditor } from './load-editor.ts';
import { missing, objections } from './objections.ts';

const kills = 5;
/** Generous: the test checks that something happens, not how soon it does on a busy machine. */
const soonMs = 30_000;

let postgres: TestPostgres;
let databaseUrl: string;
let ada: TestAccount;
let node: NodeProcess;

beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.createDatabase();
  const storage = await openStorage({ databaseUrl });
  ada = await addPerson(storage, 'Ada');
  await storage.close();
  node = await startNodeProcess({ DATABASE_URL: databaseUrl });
});
afterAll(async () => {
  await node.kill('SIGKILL');
  await postgres.stop();
});

/** Reads with a pool of its own, like another process. */
async function withStorage<T>(read: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage({ databaseUrl });
  try {
    return await read(storage);
  } finally {
    await storage.close();
  }
}

test('when PostgreSQL is killed under load, nothing acknowledged is lost, refused calls apply nothing, and the node serves again', async () => {
  const random = new SeededRandom(seedOf('kill-postgres'));
  const api = new Api(node.url, ada.token);
  const place = await api.createDocument();
  const history = new WriteHistory();
  const counts = { agent: 0, editor: 0 };
  const options = {
    url: node.url,
    token: ada.token,
    place,
    history,
    onAcknowledged: (who: keyof typeof counts) => void (counts[who] += 1),
  };
  const agents = [1, 2, 3, 4].map((index) => startAgent(`a${index}`, { ...options, random: random.fork() }));
  const editors = [1, 2].map((index) => new LoadEditor(`e${index}`, { ...options, random: random.fork() }).start());
  const both = (before: typeof counts, more: number) => (): boolean =>
    counts.agent >= before.agent + more && counts.editor >= before.editor + more;

  for (let kill = 1; kill <= kills; kill += 1) {
    await until(both({ ...counts }, 10), soonMs, `kill ${kill}: no acknowledgements (${answersOf(history)}): ${node.output()}`);
    await sleep(random.integer(0, 100));
    await postgres.kill('SIGKILL');
    const before = unserved(history);
    await until(() => unserved(history) >= before + 6, soonMs, 'every call is answered as if nothing had happened');
    expect(node.isRunning(), node.output()).toBe(true);
    expect((await fetch(`${node.url}/readyz`)).status).toBe(503);
    const latecomer = new TestEditor({ url: node.url, documentId: place.id, credential: ada.token });

    await postgres.restart();
    // Everything acknowledged so far is there before the next write, as far as this test can observe it.
    const acknowledged = acknowledgedIn(history);
    expect(missing(await withStorage((storage) => readCold(storage, place)), acknowledged), `kill ${kill}`).toEqual([]);
    await latecomer.synced(soonMs);
    expect(latecomer.closeCodes.filter((code) => code >= 4000)).toEqual([]);
    latecomer.destroy();
    await until(
      both({ ...counts }, 1),
      soonMs,
      `kill ${kill}: it does not serve again (${answersOf(history)}): ${node.output()}`,
    );
  }

  await Promise.all([...agents, ...editors].map((writer) => writer.stop()));
  for (const { editor } of editors) await editor.saved(soonMs);
  const cold = await withStorage((storage) => readCold(storage, place));
  expect(objections(cold, history)).toEqual([]);
  for (const [, { put, acknowledged }] of history.editorElements) expect(acknowledged).toBe(put);
  const statuses = [...history.changesets.values()].flatMap((sent) => sent.statuses);
  expect(statuses.filter((status) => ![0, 201, 503].includes(status))).toEqual([]);
  const journal = canonicalOf(cold);
  for (const { editor } of editors) {
    await until(() => canonicalJson(editor.doc) === journal, soonMs, 'an editor shows something else than the journal');
    expect(editor.closeCodes.filter((code) => code >= 4000)).toEqual([]);
  }
  process.stdout.write(
    `kill-postgres: ${answersOf(history)}, rev ${cold.rev}, ${history.editorElements.size} elements of editors\n`,
  );
  for (const editor of editors) editor.destroy();
  await node.kill('SIGTERM');
  expect(node.exitCode()).toBe(0);
});

/** The number of attempts that were not answered with 201, including those in progress. */
const unserved = (history: WriteHistory): number =>
  [...history.changesets.values()].flatMap(({ statuses }) => statuses).filter((status) => status !== 201).length;
