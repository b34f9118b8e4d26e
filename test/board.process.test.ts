/** Cards on two nodes: all editors see them at once, numbers are unique, limits are exact, and no move is lost. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import type { Item, BoardDocument } from '#schema/board.ts';
import { readCards } from '#schema/ydoc/cards.ts';
import { eventsAfter } from '#storage/outbox.ts';
import { openStorage, type Storage } from '#storage/storage.ts';

import { type Cluster, soonMs, startCluster } from './cluster/stage.ts';
import { type ApiAnswer, Api } from './harness/api.ts';
import { TestEditor, until } from './harness/editor.ts';
import { startPostgres, type TestPostgres } from './harness/postgres.ts';
import { SeededRandom, seedOf } from './harness/random.ts';
import { startRedis, type TestRedis } from './harness/redis.ts';

type Items = { readonly items: readonly Item[]; readonly rev: number };
type One = { readonly item: Item; readonly rev: number; readonly code?: string };

let postgres: TestPostgres;
let redis: TestRedis;
let cluster: Cluster;
let storage: Storage;
let nodes: readonly Api[];
let here: Api;
let there: Api;
let place: { readonly id: string; readonly tab: string };
let statuses: readonly string[];
let editors: TestEditor[];

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  cluster = await startCluster(postgres, redis.url);
  storage = await openStorage({ databaseUrl: cluster.databaseUrl });
  nodes = cluster.nodes.map(({ url }) => new Api(url, cluster.ada.token));
  [here, there] = nodes as [Api, Api];
});
beforeEach(async () => {
  place = await here.createDocument();
  expect((await here.changeset(place, 'add plan-board id=sprint label="Sprint"')).status).toBe(201);
  statuses = (await here.call<BoardDocument>('GET', `/documents/${place.id}/plan`)).body.statuses.map(({ status }) => status);
  editors = cluster.nodes.map(({ url }) => new TestEditor({ url, documentId: place.id, credential: cluster.ada.token }));
  await Promise.all(editors.map((editor) => editor.synced()));
  return () => editors.forEach((editor) => editor.destroy());
});
afterAll(async () => {
  await storage.close();
  await cluster.stop();
  await Promise.all([redis.stop(), postgres.stop()]);
});

const post = <T = One>(api: Api, path: string, body?: unknown): Promise<ApiAnswer<T>> =>
  api.call('POST', `/documents/${place.id}/items${path}`, body);
const task = (title: string, fields: object = {}) => ({ type: 'task', fields: { title, ...fields } });
const listed = async (api: Api): Promise<Items> => (await api.call<Items>('GET', `/documents/${place.id}/items`)).body;
const byRank = (a: { rank: string; id: string }, b: { rank: string; id: string }): number =>
  a.rank === b.rank ? (a.id < b.id ? -1 : 1) : a.rank < b.rank ? -1 : 1;
const column = (items: Iterable<{ status?: string; rank: string; id: string; title: string }>, status?: string): string[] =>
  [...items].filter((item) => item.status === status).toSorted(byRank).map(({ title }) => title); // prettier-ignore
/** The cards as an editor reads them, with the types that it knows. */
const seenBy = ({ doc }: TestEditor) => readCards(doc, new Map());
const keyIn = ({ doc }: TestEditor, id: string): unknown => (doc.getMap('cards').get(id) as { key?: unknown } | undefined)?.key;

/** A card as an editor writes it. */
function add(editor: TestEditor, fields: Record<string, unknown>): string {
  const id = newId('item');
  editor.doc.getMap('items').set(id, new Y.Map(Object.entries({ type: 'task', rank: 'a0', ...fields })));
  return id;
}
const write = (editor: TestEditor, id: string, name: string, value: unknown): void =>
  void (editor.doc.getMap('items').get(id) as Y.Map<unknown>).set(name, value);

describe('all nodes and editors see', () => {
  test('each write of an agent, in the editors and the answers of both nodes', async () => {
    const everywhere = async (holds: (editor: TestEditor) => boolean, failure: string): Promise<void> => {
      for (const editor of editors) await until(() => holds(editor), soonMs, failure);
      expect(await listed(there)).toEqual(await listed(here));
    };
    const { body } = await post(here, '', { ...task('One'), place: { status: statuses[0] } });
    const { id } = body.item;
    await everywhere((editor) => seenBy(editor).get(id)?.title === 'One' && keyIn(editor, id) === 1, 'the card is not there');
    await post(there, `/${id}`, { set: { title: 'Two' } });
    await everywhere((editor) => seenBy(editor).get(id)?.title === 'Two', 'the title is not there');
    await post(here, `/${id}/move`, { status: statuses[1], set: { priority: 'high' } });
    await everywhere((editor) => seenBy(editor).get(id)?.status === statuses[1], 'it is not moved');
    await post(there, '/patches', { items: [{ id, clear: ['priority'] }] });
    await everywhere((editor) => seenBy(editor).get(id)?.priority === undefined, 'the priority is still there');
    await post(here, '/tally', { items: [{ id, votes: { ann: 2 } }] });
    await everywhere(({ doc }) => (doc.getMap('votes').get(id) as Y.Map<unknown> | undefined)?.get('ann') === 2, 'no votes');
    const said = await post<One & { commentId: string }>(there, `/${id}/comments`, { text: 'Why?' });
    const threadIn = ({ doc }: TestEditor) => doc.getMap('threads').get(id) as Y.Map<unknown> | undefined;
    await everywhere((editor) => (threadIn(editor)?.get('comments') as Y.Map<unknown> | undefined)?.has(said.body.commentId) === true, 'no comment'); // prettier-ignore
    await post(here, `/${id}/comments/resolve`);
    await everywhere((editor) => threadIn(editor)?.get('resolved') === true, 'it is not resolved');
    await post(there, `/${id}/comments/reopen`);
    await everywhere((editor) => threadIn(editor)?.get('resolved') === undefined, 'it is not open');
    await here.call('DELETE', `/documents/${place.id}/items/${id}/comments/${said.body.commentId}`);
    await everywhere((editor) => threadIn(editor) === undefined, 'the thread is still there');
    const types = { version: 1, types: [{ id: 'bug', label: 'Bug' }] };
    await there.call('PUT', `/documents/${place.id}/item-types`, { expectedRev: 0, itemTypes: types });
    await everywhere(({ doc }) => JSON.stringify(doc.getMap('types').get('catalogue') ?? null).includes('Bug'), 'no catalogue');
    const bulk = await post<Items>(here, '/bulk', { items: [{ type: 'bug', fields: { title: 'b' } }, { type: 'bug', fields: { title: 'c' } }] }); // prettier-ignore
    await everywhere((editor) => bulk.body.items.every((item) => seenBy(editor).has(item.id)), 'the cards are not there');
    await there.call('DELETE', `/documents/${place.id}/items/${id}`);
    await everywhere((editor) => !seenBy(editor).has(id) && keyIn(editor, id) === undefined, 'it is still there');
    for (const editor of editors) expect(editor.closeCodes).toEqual([]);
  });

  test("an editor's cards, which are numbered when saved, validated when read, announced, and counted in the revision", async () => {
    const [editor] = editors as [TestEditor];
    const { rev } = await listed(there);
    const good = add(editor, { title: 'Mine', status: statuses[0], estimate: 3, labels: ['a'], due: '2026-02-28' });
    const bad = add(editor, { title: 5, priority: 'enormous', estimate: 5_000, labels: Array.from({ length: 40 }, () => 'x'), start: '2026-02-30', color: 'red', checklist: 'x', rank: '!', 'f-none': 1, status: 'no status', unknown: 'x' }); // prettier-ignore
    await editor.saved();
    const { items, rev: after } = await listed(there);
    expect(after).toBeGreaterThan(rev);
    expect(items.find(({ id }) => id === good)).toEqual({ id: good, type: 'task', key: expect.any(Number), rank: 'a0', title: 'Mine', status: statuses[0], estimate: 3, labels: ['a'], due: '2026-02-28', votes: {}, comments: [], commentsResolved: false }); // prettier-ignore
    expect(items.find(({ id }) => id === bad)).toEqual({ id: bad, type: 'task', key: expect.any(Number), rank: 'a0', title: 'Untitled', estimate: 999, labels: Array(12).fill('x'), votes: {}, comments: [], commentsResolved: false }); // prettier-ignore
    expect(items.map(({ key }) => key)).toEqual([1, 2]);
    for (const each of editors) await until(() => keyIn(each, good) !== undefined, soonMs, 'no number on the screen');
    await until(async () => (await eventsAfter(storage.db, place.id, 0, 100)).some(({ type, data }) => type === 'item' && (data as { change: string; ids: string[] }).ids?.includes(good)), soonMs, 'nobody is told'); // prettier-ignore
    // An agent's write builds on the editor's card.
    expect((await post(there, `/${bad}/move`, { status: statuses[0], before: good })).status).toBe(200);
    for (const each of editors) await until(() => column(seenBy(each).values(), statuses[0]).join() === 'Untitled,Mine', soonMs, 'it is not moved'); // prettier-ignore
    // Removed and restored, it is the same card.
    const key = keyIn(editor, good);
    const undo = new Y.UndoManager([editor.doc.getMap('items')]);
    editor.doc.getMap('items').delete(good);
    await editor.saved();
    expect((await listed(there)).items).toHaveLength(1);
    undo.undo();
    await editor.saved();
    expect((await listed(here)).items.find(({ id }) => id === good)?.key).toBe(key);
    expect(editor.closeCodes).toEqual([]);
  });
});

describe('concurrent writers', () => {
  test('50 writers on both nodes, and editors, never exceed the limit or repeat a number', async () => {
    const spare = 30;
    for (let left = limits.itemsPerDocument - spare; left > 0; left -= limits.itemsPerCall)
      expect((await post<Items>(here, '/bulk', { items: Array.from({ length: Math.min(left, limits.itemsPerCall) }, (_, n) => task(`${n}`)) })).status).toBe(201); // prettier-ignore
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => post(nodes[n % 2]!, '', task(`late ${n}`))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(spare);
    for (const { status, body } of answers) if (status !== 201) expect([status, body.code]).toEqual([413, 'items_full']);
    const { items } = await listed(there);
    expect(items).toHaveLength(limits.itemsPerDocument);
    expect(new Set(items.map(({ key }) => key)).size).toBe(limits.itemsPerDocument);
    expect(await listed(here)).toEqual(await listed(there));
  });

  test('RM16 no number is used twice when editors and agents of both nodes add cards concurrently', async () => {
    const made = Promise.all(Array.from({ length: 20 }, (_, n) => post(nodes[n % 2]!, '', task(`agent ${n}`))));
    for (let n = 0; n < 20; n += 1) {
      add(editors[n % 2]!, { title: `editor ${n}` });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect((await made).map(({ status }) => status)).toEqual(Array(20).fill(201));
    await Promise.all(editors.map((editor) => editor.saved()));
    const { items } = await listed(here);
    expect(items.map(({ key }) => key)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  });

  test('50 concurrent moves are all applied, and all nodes agree on one order', async () => {
    const random = new SeededRandom(seedOf('plan-moves'));
    const { body: made } = await post<Items>(here, '/bulk', { items: Array.from({ length: 50 }, (_, n) => task(`${n}`)) });
    const targets = made.items.map(({ id }) => ({ id, status: random.pick([...statuses])! }));
    const answers = await Promise.all(targets.map(({ id, status }, n) => post(nodes[n % 2]!, `/${id}/move`, { status })));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const { items } = await listed(there);
    for (const { id, status } of targets) expect(items.find((item) => item.id === id)?.status).toBe(status);
    expect(new Set(answers.map(({ body }) => body.rev)).size).toBe(50);
    for (const editor of editors)
      await until(() => statuses.every((status) => column(seenBy(editor).values(), status).join() === column(items, status).join()), soonMs, 'an editor shows another order'); // prettier-ignore
  });

  test('two editors that move the same cards offline converge on one order, and a card can be placed between two of equal rank', async () => {
    const { body: made } = await post<Items>(here, '/bulk', { items: ['a', 'b', 'c', 'd'].map((title) => task(title, { status: statuses[0] })) }); // prettier-ignore
    const [a, b, c, d] = made.items.map(({ id }) => id) as [string, string, string, string];
    for (const editor of editors) await until(() => seenBy(editor).size === 4, soonMs, 'the cards are not there');
    for (const editor of editors) editor.offline();
    await until(() => editors.every(({ provider }) => !provider.synced), soonMs, 'still online');
    // Both put a card first, with the same rank, and move one card to different places.
    for (const [editor, id] of [[editors[0]!, c], [editors[1]!, d]] as const) write(editor, id, 'rank', 'Zz');
    for (const [editor, status] of [[editors[0]!, statuses[1]], [editors[1]!, statuses[2]]] as const) write(editor, b, 'status', status);
    const offline = editors.map((editor, n) => add(editor, { title: `offline ${n}`, status: statuses[0], rank: 'Zz' }));
    for (const editor of editors) await editor.online();
    await Promise.all(editors.map((editor) => editor.saved(soonMs)));
    const order = async (api: Api) => { const { items } = await listed(api); return statuses.map((status) => column(items, status)); };
    const settled = await order(here);
    for (const editor of editors)
      await until(() => JSON.stringify(statuses.map((status) => column(seenBy(editor).values(), status))) === JSON.stringify(settled), soonMs, 'an editor shows another order');
    expect(await order(there)).toEqual(settled);
    expect(settled[0]!.toSorted()).toEqual(['a', 'c', 'd', 'offline 0', 'offline 1']);
    expect([settled[1], settled[2]].flat()).toEqual(['b']);
    expect(new Set((await listed(here)).items.map(({ key }) => key)).size).toBe(6);
    expect(offline.every((id) => typeof keyIn(editors[0]!, id) === 'number')).toBe(true);
    const [first, second] = settled[0]!;
    const ids = new Map((await listed(here)).items.map(({ title, id }) => [title, id]));
    expect((await post(there, `/${a}/move`, { after: ids.get(first!) })).status).toBe(200);
    expect((await order(here))[0]!.slice(0, 3)).toEqual([first, 'a', second]);
  }); // prettier-ignore
});
