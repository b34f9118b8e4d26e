/**
 * Random presences of agents against a model: on two nodes with a clock that the test controls, and with nodes that are killed.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import type { DocumentPresence } from '#schema/presence.ts';
import { startNode, type ServerNode } from '#server/compose.ts';
import { readConfig } from '#server/operations/config.ts';
import { createLog } from '#server/operations/log.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { Api } from './harness/api.ts';
import { TestEditor, until } from './harness/editor.ts';
import { scaled } from './harness/fuzz.ts';
import { startNodeProcess } from './harness/node-process.ts';
import { addPerson, addToken, type TestAccount } from './harness/people.ts';
import { startPostgres, type TestPostgres } from './harness/postgres.ts';
import { SeededRandom, seedOf } from './harness/random.ts';
import { startRedis, type TestRedis } from './harness/redis.ts';

const random = new SeededRandom(seedOf('presence-model'));
const sequences = scaled(500);
/** One of this many sequences is watched by an editor. */
const watchedEvery = 10;
const tokensPerNode = 4;

let postgres: TestPostgres;
let redis: TestRedis;
let storage: Storage;
let databaseUrl: string;
let ada: TestAccount;
let tokens: string[];

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  databaseUrl = await postgres.createDatabase();
  storage = await openStorage({ databaseUrl });
  ada = await addPerson(storage, 'Ada');
  tokens = await Promise.all(Array.from({ length: tokensPerNode }, () => addToken(storage, ada.id)));
});
afterAll(async () => {
  await storage.close();
  await Promise.all([redis.stop(), postgres.stop()]);
});

type Entry = { readonly status: string; readonly expiresAt: number };

/** The present agents, by the state table of the API. */
class Model {
  readonly #present = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  set(tab: string, token: string, status: string, ttl: number): void {
    this.#present.set(`${tab} ${token}`, { status, expiresAt: this.#now() + ttl });
  }

  clear(tab: string, token: string): void {
    this.#present.delete(`${tab} ${token}`);
  }

  applied(tab: string, token: string): void {
    const entry = this.#present.get(`${tab} ${token}`);
    if (entry === undefined || entry.expiresAt <= this.#now()) return;
    this.#present.set(`${tab} ${token}`, { ...entry, expiresAt: Math.max(entry.expiresAt, this.#now() + limits.presenceKeptMs) });
  }

  removeTab(tab: string): void {
    for (const key of this.#present.keys()) if (key.startsWith(`${tab} `)) this.#present.delete(key);
  }

  /** `tab status end`, sorted. */
  told(): string[] {
    const alive = [...this.#present].filter(([, { expiresAt }]) => expiresAt > this.#now());
    return alive.map(([key, { status, expiresAt }]) => `${key.split(' ')[0]} ${status} ${expiresAt}`).toSorted();
  }
}

const told = ({ tabs }: DocumentPresence): string[] =>
  tabs.flatMap(({ tabId, agents }) => agents.map(({ status, expiresAt }) => `${tabId} ${status} ${expiresAt}`)).toSorted();
const shown = (editor: TestEditor): string[] =>
  [...(editor.provider.awareness?.getStates().values() ?? [])]
    .filter((state) => state['agent'] !== undefined)
    .map((state) => `${state['tab']} ${(state['agent'] as Entry).status} ${(state['agent'] as Entry).expiresAt}`)
    .toSorted();

describe('two nodes with a controlled clock', () => {
  const clock = { now: 1_800_000_000_000 };
  let nodes: ServerNode[];

  beforeAll(async () => {
    const env = { PORT: '0', DATABASE_URL: databaseUrl, REDIS_URL: redis.url, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' };
    const config = { ...readConfig({ ...env, PORT: '' }), port: 0 };
    const log = createLog('silent');
    const options = { config, log, now: () => clock.now, onBroken: () => undefined, onFirstStart: null };
    nodes = [await startNode(options), await startNode(options)];
  });
  afterAll(() => Promise.all(nodes.map((node) => node.stop())));

  const api = (token = ada.token): Api => new Api(random.pick(nodes).url, token);

  test(`${sequences} random sequences of set, clear, expire, changeset and removed tabs match the model on both nodes`, async () => {
    for (let sequence = 0; sequence < sequences; sequence += 1) {
      const place = await api().createDocument();
      const isWatched = sequence % watchedEvery === 0;
      const tabs = [place.tab];
      if (random.chance(0.5)) tabs.push((await api().call<{ tab: { id: string } }>('POST', `/documents/${place.id}/tabs`, { name: 'B' })).body.tab.id); // prettier-ignore
      const credential = ada.token;
      const editor = isWatched ? new TestEditor({ url: random.pick(nodes).url, documentId: place.id, credential }) : null;
      const model = new Model(() => clock.now);
      const steps: string[] = [];
      const look = async (): Promise<void> => {
        const { body } = await api().call<DocumentPresence>('GET', `/documents/${place.id}/presence`);
        expect(told(body), steps.join('; ')).toEqual(model.told());
      };
      await editor?.synced();
      for (let step = random.integer(4, 9); step > 0; step -= 1) {
        const [tab, token] = [random.pick(tabs), random.pick(tokens)];
        const path = `/documents/${place.id}/tabs/${tab}`;
        const act = random.integer(0, 9);
        if (act < 4) {
          const [status, ttl] = [`s${random.integer(0, 99)}`, random.pick([1_000, 5_000, 29_999, 30_000, 120_000])];
          steps.push(`set ${tab} ${tokens.indexOf(token)} ${status} ${ttl}`);
          expect((await api(token).call('PUT', `${path}/presence`, { status, ttl })).status).toBe(200);
          model.set(tab, token, status, ttl);
        } else if (act === 4) {
          steps.push(`clear ${tab} ${tokens.indexOf(token)}`);
          expect((await api(token).call('DELETE', `${path}/presence`)).status).toBe(204);
          model.clear(tab, token);
        } else if (act < 7) {
          const dry = random.chance(0.3);
          steps.push(`changeset ${tab} ${tokens.indexOf(token)} ${dry}`);
          const { status } = await api(token).changeset({ id: place.id, tab }, 'add square', {}, dry ? '?dryRun=1' : '');
          expect(status).toBe(dry ? 200 : 201);
          if (!dry) model.applied(tab, token);
        } else if (act === 7 && tabs.length > 1) {
          steps.push(`remove ${tab}`);
          expect((await api(token).call('DELETE', path)).status).toBe(204);
          tabs.splice(tabs.indexOf(tab), 1);
          model.removeTab(tab);
        } else {
          const ms = random.pick([1, 999, 1_000, 4_000, 30_000]);
          steps.push(`wait ${ms}`);
          clock.now += ms;
        }
        if (random.chance(0.4)) await look();
      }
      await look();
      if (editor === null) continue;
      // Timers of the nodes do not follow the clock of the test.
      const hurry = (): void => nodes.forEach(({ live }) => live.agentsChanged(place.id));
      hurry();
      const isSame = (): boolean => JSON.stringify(shown(editor)) === JSON.stringify(model.told());
      await until(isSame, 5_000, `an editor sees ${shown(editor).join()} after ${steps.join('; ')}`);
      clock.now += 200_000;
      hurry();
      await until(() => shown(editor).length === 0, 5_000, 'a ghost outlives its time');
      editor.destroy();
    }
  });

  test('the 33rd agent is refused: of 40 concurrent calls on two nodes, 32 are accepted', async () => {
    const place = await api().createDocument();
    const many = await Promise.all(Array.from({ length: 40 }, () => addToken(storage, ada.id)));
    const put = (token: string, index: number) =>
      new Api(nodes[index % 2]!.url, token).call<{ code: string }>(
        'PUT',
        `/documents/${place.id}/tabs/${place.tab}/presence`,
        {},
      );
    const answers = await Promise.all(many.map(put));
    const statuses = answers.map(({ status }) => status);
    expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 409).length]).toEqual([
      32, 8,
    ]);
    for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('agent_presence_full');
    const { body } = await api().call<DocumentPresence>('GET', `/documents/${place.id}/presence`);
    expect(body.agents).toBe(32);
    // Present agents can set their presence again, all at once.
    const again = await Promise.all(many.map(put));
    expect(again.map(({ status }) => status)).toEqual(statuses);
  });
});

test('killed nodes lose no presence and revive none', async () => {
  const environment = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url };
  const nodes = await Promise.all([startNodeProcess(environment), startNodeProcess(environment)]);
  const place = await new Api(nodes[0].url, ada.token).createDocument();
  const editor = new TestEditor({ url: nodes[0].url, documentId: place.id, credential: ada.token });
  const model = new Model(() => Date.now());
  const path = `/documents/${place.id}/tabs/${place.tab}/presence`;
  const look = async (): Promise<void> => {
    for (const { url } of nodes.filter((node) => node.isRunning())) {
      const { body } = await new Api(url, ada.token).call<DocumentPresence>('GET', `/documents/${place.id}/presence`);
      const names = (list: string[]): string[] => list.map((line) => line.split(' ')[1]!);
      expect(names(told(body))).toEqual(names(model.told()));
    }
  };
  for (let round = 0; round < 4; round += 1) {
    for (let step = 0; step < 6; step += 1) {
      const [token, { url }] = [random.pick(tokens), random.pick(nodes)];
      const isSet = random.chance(0.6);
      const status = `r${round}s${step}`;
      const { status: answered } = await new Api(url, token).call(
        isSet ? 'PUT' : 'DELETE',
        path,
        isSet ? { status, ttl: 120_000 } : undefined,
      );
      expect(answered).toBe(isSet ? 200 : 204);
      if (isSet) model.set(place.tab, token, status, 120_000);
      else model.clear(place.tab, token);
    }
    await look();
    const killed = random.integer(0, 1);
    await nodes[killed]!.kill('SIGKILL');
    await look();
    const { port } = new URL(nodes[killed]!.url);
    nodes[killed] = await startNodeProcess({ ...environment, PORT: port });
    await look();
    const names = (list: string[]): string => list.map((line) => line.split(' ')[1]).join();
    await until(() => names(shown(editor)) === names(model.told()), 10_000, `an editor sees ${names(shown(editor))}`);
  }
  editor.destroy();
  for (const node of nodes) await node.kill('SIGTERM');
  expect(nodes.map((node) => node.exitCode())).toEqual([0, 0]);
});
