/** The deployment of docker-compose.yml behind its load balancer: every node is restarted under load. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { canonicalJson } from '#schema/ydoc/canonical.ts';
import { startAgent } from '#test/crash/agent.ts';
import { canonicalOf, readColdAt } from '#test/crash/cold-journal.ts';
import { WriteHistory, answersOf } from '#test/crash/history.ts';
import type { LoadOptions } from '#test/crash/load.ts';
import { LoadEditor } from '#test/crash/load-editor.ts';
import { missing, objections } from '#test/crash/objections.ts';
import { Api } from '#test/harness/api.ts';
import { until } from '#test/harness/editor.ts';
import { EventReader, type SeenEvent } from '#test/harness/event-reader.ts';
import { SeededRandom, seedOf } from '#test/harness/random.ts';

import { Deployment } from './deployment.ts';

const random = new SeededRandom(seedOf('rolling-restart'));
const soonMs = 30_000;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start();
});
afterAll(() => deployment.stop());

test('three nodes that start at once on an empty database create its tables once, and one first account', async () => {
  expect(deployment.nodes.map((node) => node.isRunning())).toEqual([true, true, true]);
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'admin', '--', 'user', 'ls'], {
    env: { ...process.env, DATABASE_URL: deployment.databaseUrl },
  });
  const { users } = JSON.parse(stdout) as { users: { name: string }[] };
  expect(users.map(({ name }) => name).toSorted()).toEqual(['Ada', 'Owner']);
});

test('the balancer does not expose metrics and passes the refusals of the API on', async () => {
  const { balancer } = deployment;
  expect((await fetch(`${balancer.url}/metrics`)).status).toBe(404);
  expect((await fetch(`${balancer.url}/readyz`)).status).toBe(200);
  const unknown = await fetch(`${balancer.url}/api/v1/nothing`);
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, expect.stringContaining('problem+json')]);
});

test('nothing acknowledged is lost when every node is restarted in turn under two agents, two editors and a reader of events', async () => {
  const { balancer, ada, databaseUrl } = deployment;
  const place = await new Api(balancer.url, ada.token).createDocument();
  const history = new WriteHistory();
  const counts = { agent: 0, editor: 0 };
  const options = (): LoadOptions => ({
    url: balancer.url,
    token: ada.token,
    place,
    history,
    random: random.fork(),
    onAcknowledged: (writer) => void (counts[writer] += 1),
  });
  const follower = new Follower(balancer.url, place.id, ada.token);
  const editors = [1, 2].map((index) => new LoadEditor(`e${index}`, options()));
  await Promise.all(editors.map(({ editor }) => editor.synced(soonMs)));
  for (const editor of editors) editor.start();
  const agents = [1, 2].map((index) => startAgent(`a${index}`, options()));
  const goesOn = async (): Promise<void> => {
    const before = { ...counts };
    const isOn = (): boolean => counts.agent >= before.agent + 10 && counts.editor >= before.editor + 5;
    await until(isOn, soonMs, `the work does not go on: ${answersOf(history)}`);
  };
  await goesOn();
  for (const index of deployment.nodes.keys()) {
    expect(await deployment.restart(index)).toBe(0);
    await goesOn();
  }
  await Promise.all([...agents, ...editors].map((writer) => writer.stop()));
  // Before an editor can restore what a node may have lost.
  const early = await readColdAt({ databaseUrl }, place);
  expect(missing(early, history)).toEqual([]);

  await Promise.all(editors.map(({ editor }) => editor.saved(soonMs)));
  const cold = await readColdAt({ databaseUrl }, place);
  expect(objections(cold, history), answersOf(history)).toEqual([]);
  const journal = canonicalOf(cold);
  for (const { editor } of editors) {
    await until(() => canonicalJson(editor.doc) === journal, soonMs, 'an editor shows something else than the journal');
    expect(editor.closeCodes.length).toBeGreaterThan(0);
    expect(editor.closeCodes.filter((code) => code > 1012)).toEqual([]);
  }
  await until(() => follower.changesets.length >= cold.records.length, soonMs, 'events are missing');
  expect(follower.changesets).toEqual(cold.records.map(({ id }) => id));
  const statuses = [...history.changesets.values()].flatMap((sent) => sent.statuses);
  process.stdout.write(`rolling-restart: ${answersOf(history)}, ${counts.editor} × saved, ${follower.opened} streams\n`);
  expect(statuses.filter((status) => ![0, 201, 503].includes(status))).toEqual([]);
  follower.close();
  for (const editor of editors) editor.destroy();
});

test('without a ready node the balancer answers like the API', async () => {
  const { balancer, nodes, ada } = deployment;
  await Promise.all(nodes.map((node) => node.kill('SIGTERM')));
  const { status, body } = await new Api(balancer.url, ada.token).call<{ code: string }>('GET', '/me');
  expect([status, body.code]).toEqual([503, 'room_unavailable']);
});

/** Reads a document's events like a browser: when the stream ends, it reconnects and resumes. */
class Follower {
  readonly #events: SeenEvent[] = [];
  #reader: EventReader | null = null;
  #isClosed = false;
  opened = 0;

  constructor(url: string, documentId: string, token: string) {
    void this.#follow(url, documentId, token);
  }

  get changesets(): unknown[] {
    return [...this.#events, ...(this.#reader?.events ?? [])].map(({ data }) => data['changeset']);
  }

  close(): void {
    this.#isClosed = true;
    this.#reader?.cut();
  }

  async #follow(url: string, documentId: string, token: string): Promise<void> {
    let lastEventId: string | null = null;
    while (!this.#isClosed) {
      try {
        const reader: EventReader = await EventReader.open({ url, documentId, token, types: 'changeset', lastEventId });
        this.#reader = reader;
        this.opened += 1;
        await until(() => reader.ended, 300_000, 'the stream does not end');
        lastEventId = reader.lastEventId;
        this.#events.push(...reader.events);
        this.#reader = null;
      } catch {
        // No node accepted the request; the next attempt may succeed.
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
