/**
 * People on several nodes: they see one another, their selections count on all nodes, and none stays visible after leaving.
 */
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { DocumentPresence } from '#schema/presence.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { type Cluster, startCluster } from './cluster/stage.ts';
import { Api } from './harness/api.ts';
import { Browser } from './harness/browser.ts';
import { TestEditor, until } from './harness/editor.ts';
import { type NodeProcess, startNodeProcess } from './harness/node-process.ts';
import { addMember, addToken } from './harness/people.ts';
import { startPostgres, type TestPostgres } from './harness/postgres.ts';
import { RawEditor } from './harness/raw-editor.ts';
import { startRedis, type TestRedis } from './harness/redis.ts';

type Place = { readonly id: string; readonly tab: string };
type State = Record<string, unknown>;

let postgres: TestPostgres;
let redis: TestRedis;
let cluster: Cluster;
let storage: Storage;
let grace: Browser;
const editors: TestEditor[] = [];

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  cluster = await startCluster(postgres, redis.url);
  storage = await openStorage({ databaseUrl: cluster.databaseUrl });
  grace = await Browser.signIn(cluster.nodes[0].url, storage, 'Grace');
});
afterAll(async () => {
  for (const editor of editors) editor.destroy();
  await storage.close();
  await cluster.stop();
  await Promise.all([redis.stop(), postgres.stop()]);
});

const api = (node: 0 | 1, token = cluster.ada.token): Api => new Api(cluster.nodes[node].url, token);

/** A document with elements a and b that Grace may edit. */
async function drawing(): Promise<Place & { readonly a: string; readonly b: string }> {
  const place = await api(0).createDocument();
  await addMember(storage, place.id, grace.userId, 'editor');
  const { body } = await api(0).changeset(place, 'add square id=a\nadd square id=b');
  const [a = '', b = ''] = body.results.map(({ id }) => id);
  return { ...place, a, b };
}

async function open(place: Place, url: string, credential: string): Promise<TestEditor> {
  const editor = new TestEditor({ url, documentId: place.id, credential });
  editors.push(editor);
  await editor.synced();
  return editor;
}
const page = async (place: Place, node: 0 | 1): Promise<TestEditor> =>
  open(place, cluster.nodes[node].url, await grace.ticket(place.id));
const witness = (place: Place, node: 0 | 1): Promise<TestEditor> => open(place, cluster.nodes[node].url, cluster.ada.token);

const show = (editor: TestEditor, state: State): void => editor.provider.awareness?.setLocalState(state);
const seen = (by: TestEditor, editor: TestEditor): State | undefined =>
  by.provider.awareness?.getStates().get(editor.doc.clientID);
const presence = async (place: Place, node: 0 | 1): Promise<DocumentPresence> =>
  (await api(node).call<DocumentPresence>('GET', `/documents/${place.id}/presence`)).body;
/** Names of the people that a node shows. */
const people = async (place: Place, node: 0 | 1): Promise<string[]> =>
  (await presence(place, node)).tabs.flatMap((tab) => tab.people.map(({ user }) => user.name)).toSorted();
const codeOf = (answer: { readonly body: unknown }): string => (answer.body as { code: string }).code;
const median = (values: number[]): number => values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)]!;

describe('an editor on one node, for editors and callers of the other', () => {
  test('its state is complete and in its own name, whichever connects first, and follows its changes until it leaves', async () => {
    const place = await drawing();
    const mine = await page(place, 0);
    show(mine, { tab: place.tab, selection: [place.a], cursor: { x: 1, y: 2 }, user: { name: 'Mallory' } });
    await until(async () => (await people(place, 1)).includes('Grace'), 5_000, 'the other node does not know of it');
    const later = await witness(place, 1);
    await until(() => seen(later, mine) !== undefined, 5_000, 'the other node does not show it');
    const user = { id: grace.userId, name: 'Grace', color: '#0f766e' };
    expect(seen(later, mine)).toEqual({ user, tab: place.tab, selection: [place.a], cursor: { x: 1, y: 2 } });
    expect(await presence(place, 1)).toMatchObject({
      people: 1,
      agents: 0,
      tabs: [{ tabId: place.tab, people: [{ user, selection: [place.a] }] }],
    });
    mine.provider.awareness?.setLocalStateField('cursor', { x: 3, y: 4 });
    await until(() => JSON.stringify(seen(later, mine)?.['cursor']) === '{"x":3,"y":4}', 5_000, 'the cursor stands still');
    mine.provider.awareness?.setLocalState(null);
    await until(() => seen(later, mine) === undefined, 5_000, 'it does not leave');
    await until(async () => !(await people(place, 1)).includes('Grace'), 5_000, 'the other node still knows of it');
  });

  test('leaving is visible within 100 ms, whether or not the page was closed', async () => {
    const place = await drawing();
    const by = await witness(place, 1);
    const delays: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const mine = await page(place, 0);
      show(mine, { tab: place.tab });
      await until(() => seen(by, mine) !== undefined, 5_000, 'it is not seen');
      const leftAt = performance.now();
      mine.destroy();
      await until(() => seen(by, mine) === undefined, 5_000, 'it stays');
      delays.push(performance.now() - leftAt);
    }
    process.stdout.write(`presence: an ordinary leave is seen on the other node after ${median(delays).toFixed(0)} ms\n`);
    expect(median(delays)).toBeLessThan(100);
  });

  test('its selection blocks agents there and counts as `selected` for its owner; that of a viewer or a token does not', async () => {
    const place = await drawing();
    const mine = await page(place, 0);
    show(mine, { tab: place.tab, selection: [place.a] });
    await until(async () => (await people(place, 1)).includes('Grace'), 5_000, 'the other node does not know of it');
    // No editor has the document open on node 1.
    const held = await api(1).changeset(place, 'set a fill=red', { baseRev: 1 });
    expect([held.status, codeOf(held)]).toEqual([409, 'elements_held']);
    expect((held.body as unknown as { errors: unknown[] }).errors).toMatchObject([{ elements: [{ id: place.a, by: 'Grace' }] }]);
    expect((await api(1).changeset(place, 'set b fill=red')).status).toBe(201);
    const agent = api(1, await addToken(storage, grace.userId));
    expect((await agent.changeset(place, 'set selected fill=blue')).status).toBe(201);
    expect(codeOf(await api(1).changeset(place, 'set selected fill=blue'))).toBe('target_not_found');
    show(mine, { tab: place.tab, selection: [] });
    await until(async () => (await api(1).changeset(place, 'set a fill=red')).status === 201, 2_000, 'it holds on');
    const token = await witness(place, 0);
    show(token, { tab: place.tab, selection: [place.a, place.b] });
    await until(async () => JSON.stringify(await presence(place, 1)).includes(place.b), 5_000, 'the token is not seen');
    expect((await agent.changeset(place, 'set a b fill=green')).status).toBe(400);
    expect((await agent.changeset(place, 'set a fill=green\nset b fill=green')).status).toBe(201);
  });

  test('an editor that moves to the other node is shown once', async () => {
    const place = await drawing();
    const by = await Promise.all([witness(place, 0), witness(place, 1)]);
    const mine = await page(place, 0);
    show(mine, { tab: place.tab, cursor: { x: 1, y: 1 } });
    for (const each of by) await until(() => seen(each, mine) !== undefined, 5_000, 'it is not seen');
    // The same page, before the old node notices that it has left.
    const moved = new TestEditor({
      url: cluster.nodes[1].url,
      documentId: place.id,
      credential: await grace.ticket(place.id),
      doc: mine.doc,
    });
    editors.push(moved);
    await moved.synced();
    moved.provider.awareness?.setLocalState({ tab: place.tab, cursor: { x: 2, y: 2 } });
    for (let move = 3; move < 9; move += 1) moved.provider.awareness?.setLocalStateField('cursor', { x: move, y: move });
    await until(
      () => (seen(by[1]!, mine)?.['cursor'] as { x: number } | undefined)?.x === 8,
      5_000,
      'the new node does not show it',
    );
    mine.offline();
    for (const each of by)
      await until(
        () => (seen(each, mine)?.['cursor'] as { x: number } | undefined)?.x === 8,
        5_000,
        'it is gone with the old socket',
      );
    // The observers have set no state, so they are not shown.
    expect([await people(place, 0), await people(place, 1)]).toEqual([['Grace'], ['Grace']]);
    moved.destroy();
    for (const each of by) await until(() => seen(each, mine) === undefined, 5_000, 'it stays behind');
  });

  test('a guest of a link is a person with the chosen name, whose selection does not count', async () => {
    const place = await drawing();
    const links = `/documents/${place.id}/share-links`;
    const link = await api(0).call<{ link: { url: string } }>('POST', links, { level: 'participant' });
    const guest = await Browser.openLink(cluster.nodes[0].url, link.body.link.url, 'Gus');
    const mine = await open(place, cluster.nodes[0].url, await guest.ticket(place.id));
    show(mine, { tab: place.tab, selection: [place.a], agent: { status: 'I am none' } });
    await until(async () => (await people(place, 1)).includes('Gus'), 5_000, 'the other node does not know of it');
    expect(await presence(place, 1)).toMatchObject({ people: 1, agents: 0 });
    expect((await api(1).changeset(place, 'set a fill=red')).status).toBe(201);
  });

  test('the client id of an editor on the other node cannot be used', async () => {
    const place = await drawing();
    const mine = await page(place, 0);
    show(mine, { tab: place.tab, cursor: { x: 1, y: 1 } });
    const by = await witness(place, 1);
    await until(() => seen(by, mine) !== undefined, 5_000, 'it is not seen');
    const hostile = await new RawEditor(cluster.nodes[1].url).opened();
    await hostile.synced(place.id, cluster.ada.token);
    hostile.show(place.id, [{ client: mine.doc.clientID, clock: 900, state: '{"cursor":{"x":9,"y":9}}' }]);
    expect(await hostile.closed()).toBe(4422);
    expect(seen(by, mine)).toMatchObject({ cursor: { x: 1, y: 1 } });
  });

  test('fast cursor moves are sent together, at most 20 times a second', async () => {
    const place = await drawing();
    const [mine, by] = [await page(place, 0), await witness(place, 1)];
    const spy = new Redis(redis.url);
    let messages = 0;
    await spy.subscribe(`atelier:presence:1:${place.id}`);
    spy.on('message', () => void (messages += 1));
    const startedAt = performance.now();
    for (let move = 0; move < 150; move += 1) {
      show(mine, { tab: place.tab, cursor: { x: move, y: move } });
      await new Promise((resolve) => setTimeout(resolve, 8));
    }
    await until(() => (seen(by, mine)?.['cursor'] as { x: number } | undefined)?.x === 149, 5_000, 'the last place is not seen');
    const seconds = (performance.now() - startedAt) / 1_000;
    spy.disconnect();
    // For two nodes, and the first message of each.
    expect(messages).toBeGreaterThan(5);
    expect(messages).toBeLessThan(2 * 20 * seconds + 4);
  });
});

describe('failures', () => {
  test('the editors of a killed node disappear from the others within 7 s, with their selections', async () => {
    const place = await drawing();
    const doomed: NodeProcess = await startNodeProcess({ DATABASE_URL: cluster.databaseUrl, REDIS_URL: redis.url });
    const mine = await open(place, doomed.url, await grace.ticket(place.id));
    const by = await witness(place, 1);
    show(mine, { tab: place.tab, selection: [place.a] });
    await until(() => seen(by, mine) !== undefined, 5_000, 'it is not seen');
    expect(codeOf(await api(1).changeset(place, 'set a fill=red'))).toBe('elements_held');
    const killedAt = performance.now();
    await doomed.kill('SIGKILL');
    mine.offline();
    await until(() => seen(by, mine) === undefined, 9_000, 'a ghost is left');
    const goneMs = performance.now() - killedAt;
    process.stdout.write(`presence: editors of a killed node are gone after ${goneMs.toFixed(0)} ms\n`);
    expect(goneMs).toBeLessThan(7_000);
    expect(await people(place, 1)).toEqual([]);
    expect((await api(1).changeset(place, 'set a fill=red')).status).toBe(201);
  });

  test('nothing waits for a frozen Redis, and when it is emptied or back, people see one another again automatically', async () => {
    const place = await drawing();
    const [mine, by] = [await page(place, 0), await witness(place, 1)];
    show(mine, { tab: place.tab, cursor: { x: 1, y: 1 }, selection: [place.a] });
    await until(() => seen(by, mine) !== undefined, 5_000, 'it is not seen');
    await redis.kill('SIGSTOP');
    const startedAt = performance.now();
    expect((await api(1).changeset(place, 'set b fill=red')).status).toBe(201);
    expect((await presence(place, 1)).tabs.length).toBeGreaterThan(0);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    await until(() => seen(by, mine) === undefined, 9_000, 'a node that is not heard of is taken for alive');
    expect((await people(place, 1)).includes('Grace')).toBe(false);
    await redis.kill('SIGCONT');
    await until(() => seen(by, mine) !== undefined, 5_000, 'they do not see one another again');
    expect(seen(by, mine)).toMatchObject({ cursor: { x: 1, y: 1 } });
    const admin = new Redis(redis.url);
    await admin.flushall();
    admin.disconnect();
    await redis.restart();
    show(mine, { tab: place.tab, cursor: { x: 5, y: 5 }, selection: [place.a] });
    await until(() => JSON.stringify(seen(by, mine)?.['cursor']) === '{"x":5,"y":5}', 15_000, 'the cursor is not seen again');
    await until(
      async () => codeOf(await api(1).changeset(place, 'set a fill=red')) === 'elements_held',
      5_000,
      'it holds nothing',
    );
  });

  test('garbage, forgeries and old messages are dropped and counted', async () => {
    const place = await drawing();
    const [mine, by] = [await page(place, 0), await witness(place, 1)];
    const [attacker, listener] = [new Redis(redis.url), new Redis(redis.url)];
    const heard: { channel: string; message: string }[] = [];
    await listener.psubscribe('atelier:presence:*');
    listener.on('pmessage', (_pattern: string, channel: string, message: string) => heard.push({ channel, message }));
    show(mine, { tab: place.tab, cursor: { x: 1, y: 1 } });
    await until(() => seen(by, mine) !== undefined && heard.length > 2, 5_000, 'nothing is heard');
    const old = heard.find(({ message }) => message.includes('"notes"'))!;
    const before = await dropped();
    const hostile = ['', '{}', 'x.{}', old.message.replace('Grace', 'Trude'), old.message.slice(1), `${old.message} `];
    for (const message of hostile) await attacker.publish('atelier:presence:1', message);
    // Replayed: one node has sent it, and the other has received it.
    await attacker.publish(old.channel, old.message);
    await until(async () => (await dropped()) >= before + 2 * hostile.length + 1, 5_000, 'not every forgery is counted');
    expect(await dropped()).toBe(before + 2 * hostile.length + 1);
    expect(await people(place, 1)).toEqual(['Grace']);
    for (const client of [attacker, listener]) client.disconnect();
  });
});

async function dropped(): Promise<number> {
  const counts = cluster.nodes.map(async ({ url }) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^atelier_presence_dropped_total (\d+)$/m.exec(text)?.[1]);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
