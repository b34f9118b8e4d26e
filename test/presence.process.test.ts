/**
 * Presence as editors see it: agents' states in the awareness of real providers, on the node that got the call and on another.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeAwarenessStates } from 'y-protocols/awareness';

import type { DocumentPresence } from '#schema/presence.ts';
import { openStorage, type Storage } from '#storage/storage.ts';
import { deleteMember } from '#storage/members.ts';
import { revokeToken } from '#storage/tokens.ts';

import { type Cluster, startCluster } from './cluster/stage.ts';
import { Api } from './harness/api.ts';
import { TestEditor, until } from './harness/editor.ts';
import { addMember, addPerson, addToken } from './harness/people.ts';
import { startPostgres, type TestPostgres } from './harness/postgres.ts';
import { startRedis, type TestRedis } from './harness/redis.ts';

type State = Record<string, unknown>;
type Place = { readonly id: string; readonly tab: string };

let postgres: TestPostgres;
let redis: TestRedis;
let cluster: Cluster;
let storage: Storage;
const editors: TestEditor[] = [];

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  cluster = await startCluster(postgres, redis.url);
  storage = await openStorage({ databaseUrl: cluster.databaseUrl });
});
afterAll(async () => {
  for (const editor of editors) editor.destroy();
  await storage.close();
  await cluster.stop();
  await Promise.all([redis.stop(), postgres.stop()]);
});

const api = (node: 0 | 1 = 0, token = cluster.ada.token): Api => new Api(cluster.nodes[node].url, token);

async function open(place: Place, node: 0 | 1, credential = cluster.ada.token): Promise<TestEditor> {
  const editor = new TestEditor({ url: cluster.nodes[node].url, documentId: place.id, credential });
  editors.push(editor);
  await editor.synced();
  return editor;
}

/** An editor on each node. */
const witnesses = (place: Place): Promise<TestEditor[]> => Promise.all([open(place, 0), open(place, 1)]);

const states = (editor: TestEditor): [number, State][] =>
  [...(editor.provider.awareness?.getStates() ?? [])] as [number, State][];
const agentsSeen = (editor: TestEditor): State[] =>
  states(editor)
    .filter(([, state]) => state['agent'] !== undefined)
    .map(([client, state]) => {
      expect(client).toBeGreaterThanOrEqual(2 ** 32);
      return state;
    });
const statuses = (editor: TestEditor): string[] =>
  agentsSeen(editor)
    .map(({ agent }) => String((agent as { status?: string }).status))
    .toSorted();

async function all(seen: readonly TestEditor[], wanted: readonly string[], withinMs = 5_000): Promise<void> {
  for (const editor of seen) {
    await until(
      () => JSON.stringify(statuses(editor)) === JSON.stringify(wanted.toSorted()),
      withinMs,
      `${wanted.join()} is not what is seen`,
    );
  }
}

const put = async (place: Place, body: object, from: Api = api()): Promise<{ expiresAt: number; focus: string[] }> => {
  const answer = await from.call<{ presence: { expiresAt: number; focus: string[] } }>(
    'PUT',
    `/documents/${place.id}/tabs/${place.tab}/presence`,
    body,
  );
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body.presence;
};
const clear = (place: Place, from: Api = api()) => from.call('DELETE', `/documents/${place.id}/tabs/${place.tab}/presence`);
const presence = async (place: Place, node: 0 | 1): Promise<DocumentPresence> =>
  (await api(node).call<DocumentPresence>('GET', `/documents/${place.id}/presence`)).body;

describe('an agent, seen by editors on both nodes', () => {
  test('none → active: in the name of its owner, with status, focus and expiry; active → active: replaced', async () => {
    const place = await api().createDocument();
    await api().changeset(place, 'add square id=a\nadd square id=b');
    const seen = await witnesses(place);
    const first = await put(place, { status: 'Drawing', focus: ['a'] });
    await all(seen, ['Drawing']);
    const { id, name, color } = cluster.ada;
    for (const editor of seen) {
      const { expiresAt, focus } = first;
      const agent = { status: 'Drawing', focus, expiresAt, setAt: expiresAt - 30_000 };
      expect(agentsSeen(editor)).toEqual([{ user: { id, name, color }, tab: place.tab, agent }]);
    }
    const { focus, expiresAt } = await put(place, { focus: ['b'], ttl: 5_000 }, api(1));
    await all(seen, ['undefined']);
    for (const editor of seen) expect(agentsSeen(editor)[0]?.['agent']).toMatchObject({ focus });
    expect(await presence(place, 0)).toMatchObject({ agents: 1, tabs: [{ tabId: place.tab, agents: [{ focus, expiresAt }] }] });
  });

  test('active → none: at once when deleted, and when the ttl has elapsed; deleting none is 204 too', async () => {
    const place = await api().createDocument();
    const seen = await witnesses(place);
    await put(place, { status: 'short' });
    await all(seen, ['short']);
    expect((await clear(place, api(1))).status).toBe(204);
    await all(seen, []);
    expect((await clear(place)).status).toBe(204);
    const { expiresAt } = await put(place, { status: 'brief', ttl: 1_000 });
    await all(seen, ['brief']);
    await all(seen, []);
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
    expect(Date.now()).toBeLessThan(expiresAt + 2_500);
    for (const node of [0, 1] as const) expect((await presence(place, node)).agents).toBe(0);
  });

  test('active + changeset applied or reverted: the expiry is extended; dry run and refusal: it is not', async () => {
    const place = await api().createDocument();
    const seen = await witnesses(place);
    const endOf = (editor: TestEditor): unknown => (agentsSeen(editor)[0]?.['agent'] as State | undefined)?.['expiresAt'];
    const { expiresAt } = await put(place, { status: 'busy', ttl: 10_000 });
    await all(seen, ['busy']);
    await api(1).changeset(place, 'add square', {}, '?dryRun=1');
    expect((await api(1).changeset(place, 'rm nothing')).status).toBe(400);
    for (const editor of seen) expect(endOf(editor)).toBe(expiresAt);
    const { body } = await api(1).changeset(place, 'add square id=x');
    for (const editor of seen) await until(() => Number(endOf(editor)) > expiresAt + 15_000, 5_000, 'the end stays');
    const moved = Number(endOf(seen[0]!));
    expect((await api().call('POST', `/documents/${place.id}/changesets/${body.changeset?.id}/revert`)).status).toBe(201);
    for (const editor of seen) await until(() => Number(endOf(editor)) > moved, 5_000, 'the end stays after a revert');
    expect(statuses(seen[1]!)).toEqual(['busy']);
  });

  test('an editor that joins later sees it at once, on either node', async () => {
    const place = await api().createDocument();
    await put(place, { status: 'here first', ttl: 60_000 });
    await all(await witnesses(place), ['here first'], 2_000);
  });

  test('two tokens of one owner are two states, with the same ids on both nodes', async () => {
    const place = await api().createDocument();
    const other = api(1, await addToken(storage, cluster.ada.id));
    const seen = await witnesses(place);
    await put(place, { status: 'one' });
    await put(place, { status: 'two' }, other);
    await all(seen, ['one', 'two']);
    const ids = seen.map((editor) =>
      states(editor)
        .filter(([, { agent }]) => agent !== undefined)
        .map(([client]) => client)
        .toSorted((a, b) => a - b),
    );
    expect(ids[0]).toEqual(ids[1]);
  });

  test('it ends within 5 s when its token, the access of its owner or its tab ends', async () => {
    const place = await api().createDocument();
    const vera = await addPerson(storage, 'Vera');
    await addMember(storage, place.id, vera.id, 'viewer');
    const seen = await witnesses(place);
    const revoked = await addToken(storage, cluster.ada.id);
    await put(place, { status: 'token', ttl: 60_000 }, api(0, revoked));
    await put(place, { status: 'viewer', ttl: 60_000 }, api(1, vera.token));
    const { body } = await api().call<{ tab: { id: string } }>('POST', `/documents/${place.id}/tabs`, { name: 'Two' });
    const second = { id: place.id, tab: body.tab.id };
    await put(second, { status: 'tab', ttl: 60_000 });
    await all(seen, ['tab', 'token', 'viewer']);
    const me = await api(0, revoked).call<{ token: { id: string } }>('GET', '/me');
    await storage.transact((tx) => revokeToken(tx, me.body.token.id, null, Date.now()));
    await all(seen, ['tab', 'viewer']);
    await storage.transact((tx) => deleteMember(tx, place.id, vera.id));
    await all(seen, ['tab']);
    expect((await api(1).call('DELETE', `/documents/${place.id}/tabs/${second.tab}`)).status).toBe(204);
    await all(seen, []);
  });

  test('agents on a tab that an editor removes are not shown', async () => {
    const place = await api().createDocument();
    const { body } = await api().call<{ tab: { id: string } }>('POST', `/documents/${place.id}/tabs`, { name: 'Two' });
    const second = { id: place.id, tab: body.tab.id };
    const seen = await witnesses(place);
    await put(second, { status: 'there', ttl: 60_000 });
    await all(seen, ['there']);
    await until(() => seen[0]!.doc.getMap('tabs').has(second.tab), 5_000, 'the tab is not seen');
    seen[0]!.doc.getMap('tabs').delete(second.tab);
    await all(seen, []);
    expect((await presence(place, 1)).agents).toBe(0);
  });

  test('it survives 30 s of silence between server and editor, and an editor that slept is not disconnected', async () => {
    const place = await api().createDocument();
    const seen = await witnesses(place);
    await put(place, { status: 'long', ttl: 120_000 });
    await all(seen, ['long']);
    const [client] = states(seen[0]!).find(([, { agent }]) => agent !== undefined)!;
    const { awareness } = seen[0]!.provider;
    const clock = (): number => awareness!.meta.get(client)!.clock;
    const before = clock();
    // The message of an editor that has got no awareness update for 30 s.
    removeAwarenessStates(awareness!, [client, seen[1]!.doc.clientID], 'timeout');
    expect(statuses(seen[0]!)).toEqual([]);
    await until(() => clock() > before, 15_000, 'it is not renewed');
    await all(seen, ['long']);
    expect(seen[0]!.closeCodes).toEqual([]);
  });
});
