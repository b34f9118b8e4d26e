import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import type { Actor } from '#server/access/actor.ts';
import { auditOf } from '#storage/audit.ts';
import { eventsAfter } from '#storage/outbox.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { type Sent, startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let paul: TestPerson;
let vera: TestPerson;
let document: { readonly id: string; readonly tab: string };
/** Statuses of the board's columns To do, Doing and Done. */
let toDo: string;
let doing: string;
let done: string;

beforeAll(async () => {
  server = await startTestServer();
  [ada, paul, vera] = await Promise.all([server.addPerson('Ada'), server.addPerson('Paul'), server.addPerson('Vera')]);
});
beforeEach(async () => {
  document = await server.addDocument(ada.token);
  await draw('add plan-board id=sprint label="Sprint"');
  [toDo, doing, done] = (await plan()).statuses.map(({ status }: { status: string }) => status);
  for (const [person, level] of [[paul, 'participant'], [vera, 'viewer']] as const)
    await server.call('PUT', `/documents/${document.id}/members/${person.id}`, { token: ada.token, body: { level } });
}); // prettier-ignore
afterAll(() => server.close());

const at = (path: string): string => `/documents/${document.id}${path}`;
const post = (path: string, body?: unknown, as: Sent = { token: ada.token }): Promise<TestAnswer> =>
  server.call('POST', at(path), { ...as, ...(body !== undefined && { body }) });
const plan = async () => (await server.call('GET', at('/plan'), { token: ada.token })).json;
const list = async () => (await server.call('GET', at('/items'), { token: vera.token })).json;
const create = (fields: object = {}, more: object = {}): Promise<TestAnswer> =>
  post('/items', { type: 'task', fields: { title: 'A card', ...fields }, ...more });
const made = async (fields?: object, more?: object): Promise<string> => {
  const answer = await create(fields, more);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.item.id;
};
async function draw(operations: unknown): Promise<void> {
  const drawn = await server.call('POST', at(`/tabs/${document.tab}/changesets`), { token: ada.token, body: { operations } });
  expect(drawn.status, drawn.text).toBe(201);
}
async function types(custom: object[], more: object = {}): Promise<TestAnswer> {
  const { itemTypesRev } = await plan();
  const body = { expectedRev: itemTypesRev, itemTypes: { version: 1, types: [{ id: 'task', label: 'Task', custom, ...more }] } };
  return server.call('PUT', at('/item-types'), { token: ada.token, body });
}
/** Titles in a column, by rank. */
async function column(status?: string): Promise<string[]> {
  type Placed = { status?: string; rank: string; id: string; title: string };
  const items: Placed[] = (await list()).items;
  return items
    .filter((item) => item.status === status)
    .toSorted((a, b) => (a.rank === b.rank ? (a.id < b.id ? -1 : 1) : a.rank < b.rank ? -1 : 1))
    .map(({ title }) => title);
}
const code = ({ status, json }: TestAnswer): unknown => [status, json?.code, ...(json?.field === undefined ? [] : [json.field])];
const told = async (): Promise<Record<string, unknown>[]> =>
  (await eventsAfter(server.context.storage.db, document.id, 0, 1_000))
    .filter(({ type }) => type === 'item' || type === 'item-types')
    .map(({ type, data }) => ({ type, ...(data as object) }));
const actions = async (): Promise<string[]> =>
  (await auditOf(server.context.storage.db, document.id, 100))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('item'));

describe('the plan', () => {
  test('lists boards in tab order and from top to bottom, their statuses, and the default types', async () => {
    await draw('add plan-board id=low label="Later" at:0,2000');
    const other = await post('/tabs', { name: 'Two', operations: 'add plan-board id=two' });
    await draw([{ op: 'add', element: {"type":"shape","shape":"plan-board","id":"copy","x":0,"y":-900,"width":400,"height":300,"label":"Copy","planBoard":{"types":["task"],"columns":[{"status":doing,"name":"Now","wipLimit":3}]}} }]);
    const { boards, statuses, types: known, itemTypesRev } = await plan();
    expect(boards.map(({ title, tabId, tabName, kind, types: shown }: Record<string, unknown>) => [title, tabId, tabName, kind, shown])).toEqual([
      ['Copy', document.tab, 'Tab 1', 'board', ['task']],
      ['Sprint', document.tab, 'Tab 1', 'board', null],
      ['Later', document.tab, 'Tab 1', 'board', null],
      ['', other.json.tab.id, 'Two', 'board', null],
    ]);
    expect(boards[0].columns).toEqual([{ status: doing, name: 'Now', wipLimit: 3 }]);
    expect(boards[1].columns.map(({ name }: { name: string }) => name)).toEqual(['To do', 'Doing', 'Done']);
    for (const { status } of statuses) expect(status).toMatch(/^[a-z][a-z0-9-]*~[0-9a-z]{8}$/);
    expect(statuses).toHaveLength(9);
    expect(statuses[0]).toEqual({ status: doing, name: 'Now' });
    expect(known.map(({ id, label }: { id: string; label: string }) => [id, label])).toEqual([
      ['project', 'Project'], ['task', 'Task'], ['note', 'Note'], ['idea', 'Idea'], ['action', 'Action'],
    ]);
    for (const { glyph, color, fields, newTitle } of known) {
      expect([glyph, newTitle].every((text) => text.length > 0)).toBe(true);
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
      expect(fields).toEqual(expect.arrayContaining(['title', 'status', 'comments']));
    }
    expect(itemTypesRev).toBe(0);
    await draw('rm sprint');
    expect((await plan()).boards).toHaveLength(3);
  }); // prettier-ignore
});

test('a picture of a tab shows its boards with their cards', async () => {
  await made({ title: 'In the picture', status: doing, labels: ['docs'] });
  await made({ title: 'Put away', status: doing, archived: true });
  await made({ title: 'Filed nowhere' });
  const { text } = await server.call('GET', at(`/tabs/${document.tab}/render.svg`), { token: vera.token });
  expect(text).toContain('In the picture');
  expect(text).not.toMatch(/Put away|Filed nowhere/);
});

describe('creating a card', () => {
  test('answers the card with its number and place, and emits one event', async () => {
    const fields = {
      title: 'Write it', description: 'All of it', status: doing, assignee: { id: 'user_1', name: 'Grace', color: '#0f766e' },
      priority: 'urgent', color: '#ff0000', labels: ['a', 'b'], estimate: 2.5, start: '2024-02-29', due: '2026-12-31',
      checklist: [{ id: 'c1', text: 'First', done: false }], archived: false, flagged: true,
    };
    const { status, json, headers } = await create(fields);
    expect(status).toBe(201);
    expect(json).toEqual({
      item: { id: expect.stringMatching(/^item_[0-9a-z]{20}$/), type: 'task', key: 1, rank: expect.any(String), ...fields, votes: {}, comments: [], commentsResolved: false },
      rev: 1,
    });
    expect(headers.get('location')).toBe(`${server.origin}/api/v1${at(`/items/${json.item.id}`)}`);
    expect(await list()).toEqual({ items: [json.item], rev: 1 });
    expect(await told()).toEqual([{ type: 'item', change: 'created', id: json.item.id, key: 1, rev: 1, actor: { name: 'Ada', color: '#c2410c', agent: true } }]);
    expect(await actions()).toEqual(['item.create']);
  }); // prettier-ignore

  test('accepts every field at its limits and refuses it beyond them', async () => {
    const long = (count: number) => '🙂'.repeat(count);
    const entry = (n: number) => ({ id: `c${n}`, text: 'x', done: false });
    const good: [string, unknown][] = [
      ['title', long(500)], ['description', ''], ['description', long(limits.descriptionCharacters)], ['labels', []], ['labels', Array.from({ length: 12 }, (_, n) => `l${n}`)],
      ['estimate', 0], ['estimate', 999], ['start', '2024-02-29'], ['due', '1999-12-31'], ['priority', 'low'], ['checklist', Array.from({ length: 100 }, (_, n) => entry(n))], ['archived', true],
    ];
    const bad: [string, unknown][] = [
      ['title', long(501)], ['title', 5], ['description', 5], ['description', long(limits.descriptionCharacters + 1)], ['status', 'nowhere~00000000'], ['status', ''], ['status', null],
      ['assignee', 'Grace'], ['assignee', { id: 'u', name: 'G' }], ['assignee', { id: 'u', name: 'G', color: 'red' }], ['assignee', { id: 'u', name: 'G', color: '#ff0000', token: 1 }],
      ['priority', 'Urgent'], ['color', 'red'], ['color', '#ff00'], ['labels', Array.from({ length: 13 }, (_, n) => `l${n}`)], ['labels', ['']], ['labels', 'a'], ['labels', [5]],
      ['estimate', -1], ['estimate', 1000], ['estimate', '5'], ['start', '2023-02-29'], ['start', '2024-2-1'], ['due', '2024-13-01'], ['due', 1700000000000],
      ['checklist', Array.from({ length: 101 }, (_, n) => entry(n))], ['checklist', [{ text: 'x', done: true }]], ['checklist', [{ id: 'a', text: 'x', done: 'yes' }]],
      ['archived', 'yes'], ['flagged', 1], ['votes', { a: 5 }], ['comments', []], ['key', 7], ['rank', 'a1'], ['id', 'item_1'], ['type', 'note'], ['unheard-of', 1], ['f-none', 1], ['constructor', 1],
    ];
    for (const [name, value] of good) expect([name, (await create({ [name]: value })).status]).toEqual([name, 201]);
    for (const [name, value] of bad) expect([name, value, code(await create({ [name]: value }))]).toEqual([name, value, [400, 'field_value_invalid', name]]);
    expect((await list()).items).toHaveLength(good.length);
  }); // prettier-ignore

  test('invalid titles, types and bodies have codes of their own', async () => {
    for (const title of ['', ' \n', null]) expect(code(await create({ title }))).toEqual([400, 'title_required']);
    expect(code(await post('/items', { type: 'task', fields: {} }))).toEqual([400, 'title_required']);
    expect(code(await post('/items', { type: 'task' }))).toEqual([400, 'title_required']);
    for (const type of ['none', '', 5, null, 'constructor']) expect(code(await post('/items', { type, fields: { title: 'x' } }))).toEqual([400, 'type_invalid']);
    expect((await post('/items', { type: 'none', fields: { title: 'x' } })).json.allowed).toEqual(['project', 'task', 'note', 'idea', 'action']);
    expect(code(await post('/items', { fields: { title: 'x' } }))).toEqual([400, 'type_invalid']);
    expect(code(await post('/items', { type: 'task', fields: 'x' }))).toEqual([400, 'field_value_invalid', 'fields']);
    for (const body of [{ type: 'task', fields: { title: 'x' }, more: 1 }, [], '"x"']) expect(code(await post('/items', body))).toEqual([400, 'invalid_request']);
    expect(await list()).toEqual({ items: [], rev: 0 });
  }); // prettier-ignore

  test('a place is after or before a card of the column, else at its end', async () => {
    const a = await made({ title: 'a', status: toDo });
    await made({ title: 'b', status: toDo });
    await made({ title: 'c' }, { place: { status: toDo, after: a } });
    await made({ title: 'd' }, { place: { status: toDo, before: a } });
    await made({ title: 'e', status: toDo }, { place: { after: a, before: a } });
    const loose = await made({ title: 'f' });
    await made({ title: 'g' }, { place: { before: loose } });
    expect([await column(toDo), await column(), await column(doing)]).toEqual([['d', 'a', 'e', 'c', 'b'], ['g', 'f'], []]);
    for (const place of [{ status: 'nowhere~00000000' }, { status: 5 }, { after: a }, { status: doing, after: a }, { status: toDo, after: newId('item') }, { status: toDo, before: 5 }, 'x'])
      expect([place, code(await create({ title: 'x' }, { place }))]).toEqual([place, [400, 'place_invalid']]);
    expect(code(await create({ status: doing }, { place: { status: toDo } }))).toEqual([400, 'place_invalid']);
  }); // prettier-ignore

  test('APP54 APP56 several cards are created in order, all or none', async () => {
    const titles = Array.from({ length: limits.itemsPerCall }, (_, n) => `card ${n}`);
    const bulk = (items: unknown[]) => post('/items/bulk', { items });
    const cards = titles.map((title) => ({ type: 'note', fields: { title, status: done } }));
    const { status, json } = await bulk(cards);
    expect([status, json.rev]).toEqual([201, 1]);
    expect(json.items.map(({ title, key }: { title: string; key: number }) => [title, key])).toEqual(titles.map((title, n) => [title, n + 1]));
    expect(await column(done)).toEqual(titles);
    expect(await told()).toEqual([expect.objectContaining({ change: 'created', rev: 1, ids: json.items.map(({ id }: { id: string }) => id) })]);
    const tooMany = await bulk([...cards, cards[0]]);
    expect([code(tooMany), tooMany.json.limit]).toEqual([[413, 'too_large'], 200]);
    const refused = await bulk([...cards.slice(0, 3), { type: 'note', fields: { title: 'x', estimate: 1e6 } }]);
    expect([code(refused), refused.json.index]).toEqual([[400, 'field_value_invalid', 'estimate'], 3]);
    expect(code(await bulk([]))).toEqual([400, 'invalid_request']);
    expect(code(await bulk([{ type: 'note' }]))).toEqual([400, 'title_required']);
    expect((await list()).items).toHaveLength(titles.length);
  }); // prettier-ignore

  slowTest('APP57 a document takes exactly 2,000', async () => {
    const cards = (count: number) => ({ items: Array.from({ length: count }, () => ({ type: 'idea', fields: { title: 'x' } })) });
    for (let n = 0; n < 9; n += 1) expect((await post('/items/bulk', cards(200))).status).toBe(201);
    expect((await post('/items/bulk', cards(199))).status).toBe(201);
    const refused = await post('/items/bulk', cards(2));
    expect([code(refused), refused.json.limit]).toEqual([[413, 'items_full'], 2_000]);
    const last = await create();
    expect([last.status, last.json.item.key]).toEqual([201, 2_000]);
    expect(code(await create())).toEqual([413, 'items_full']);
    expect((await server.call('DELETE', at(`/items/${last.json.item.id}`), { token: ada.token })).status).toBe(204);
    expect((await create()).json.item.key).toBe(2_001);
  }); // prettier-ignore
});

describe('changing a card', () => {
  test('set and clear change only the named fields, and a title is never cleared', async () => {
    const id = await made({ priority: 'low', labels: ['a'], status: toDo });
    const { status, json } = await post(`/items/${id}`, { set: { title: 'New', estimate: 3 }, clear: ['priority', 'labels', 'due'] });
    expect(status).toBe(200);
    expect(json.item).toEqual({ id, type: 'task', key: 1, rank: expect.any(String), title: 'New', estimate: 3, status: toDo, votes: {}, comments: [], commentsResolved: false });
    expect(json.rev).toBe(2);
    for (const body of [{ clear: ['title'] }, { set: { title: '' } }, { set: { title: null } }]) expect(code(await post(`/items/${id}`, body))).toEqual([400, 'title_required']);
    for (const [body, field] of [[{ clear: ['key'] }, 'key'], [{ clear: ['nothing'] }, 'nothing'], [{ set: { due: '2026-01-01' }, clear: ['due'] }, 'due'], [{ set: { estimate: null } }, 'estimate']] as const)
      expect(code(await post(`/items/${id}`, body))).toEqual([400, 'field_value_invalid', field]);
    expect(code(await post(`/items/${newId('item')}`, { set: {} }))).toEqual([404, 'item_not_found']);
    expect(code(await post('/items/nonsense', { set: {} }))).toEqual([404, 'item_not_found']);
    expect((await list()).rev).toBe(2);
  }); // prettier-ignore

  test('APP55 a change without effect leaves no revision, event or row', async () => {
    const id = await made({ priority: 'low' });
    const before = [await told(), await actions()];
    for (const body of [{}, { set: { priority: 'low', title: 'A card' } }, { clear: ['due'] }, { type: 'task' }]) {
      const { status, json } = await post(`/items/${id}`, body);
      expect([status, json.rev, json.item.priority]).toEqual([200, 1, 'low']);
    }
    expect([await told(), await actions()]).toEqual(before);
  });

  test('a new status moves the card to the end of that column', async () => {
    const [a] = [await made({ title: 'a', status: toDo }), await made({ title: 'b', status: toDo }), await made({ title: 'c', status: doing })];
    await post(`/items/${a}`, { set: { status: doing } });
    expect([await column(toDo), await column(doing)]).toEqual([['b'], ['c', 'a']]);
    await post(`/items/${a}`, { clear: ['status'] });
    expect([await column(), await column(doing)]).toEqual([['a'], ['c']]);
  }); // prettier-ignore

  test('a type can be changed if its statuses allow it', async () => {
    const { itemTypesRev } = await plan();
    const itemTypes = { version: 1, types: [{ id: 'task', label: 'Task' }, { id: 'bug', label: 'Bug', statuses: [doing] }] };
    expect((await server.call('PUT', at('/item-types'), { token: ada.token, body: { expectedRev: itemTypesRev, itemTypes } })).status).toBe(200);
    const id = await made({ status: toDo });
    const excluded = await post(`/items/${id}`, { type: 'bug' });
    expect([code(excluded), excluded.json.allowed]).toEqual([[400, 'status_excluded'], [doing]]);
    expect((await post(`/items/${id}`, { type: 'bug', set: { status: doing } })).json.item).toMatchObject({ type: 'bug', status: doing });
    for (const body of [{ set: { status: done } }]) expect(code(await post(`/items/${id}`, body))).toEqual([400, 'status_excluded']);
    expect(code(await post(`/items/${id}/move`, { status: toDo }))).toEqual([400, 'status_excluded']);
    expect(code(await post('/items', { type: 'bug', fields: { title: 'x' }, place: { status: done } }))).toEqual([400, 'status_excluded']);
    expect((await post(`/items/${id}`, { type: 'task', set: { title: 'Both' } })).json.item).toMatchObject({ type: 'task', title: 'Both' });
    expect(code(await post(`/items/${id}`, { type: 'none' }))).toEqual([400, 'type_invalid']);
  }); // prettier-ignore

  test('APP54 patches are applied all or none', async () => {
    const [a, b] = [await made({ title: 'a' }), await made({ title: 'b' })];
    const patch = (items: unknown[]) => post('/items/patches', { items });
    const refused = await patch([{ id: a, set: { title: 'A' } }, { id: b, set: { priority: 'none' } }]);
    expect([code(refused), refused.json.index]).toEqual([[400, 'field_value_invalid', 'priority'], 1]);
    const gone = await patch([{ id: a, set: { title: 'A' } }, { id: newId('item'), set: {} }]);
    expect([code(gone), gone.json.index]).toEqual([[404, 'item_not_found'], 1]);
    expect(await column()).toEqual(['a', 'b']);
    const { status, json } = await patch([{ id: a, set: { status: toDo } }, { id: b, set: { status: toDo } }, { id: a, clear: ['status'], set: { title: 'A' } }]);
    expect([status, json.rev]).toEqual([200, 3]);
    expect(json.items.map(({ title, status: filed }: Record<string, unknown>) => [title, filed])).toEqual([['A', undefined], ['b', toDo]]);
    expect((await patch(Array.from({ length: 201 }, () => ({ id: a })))).json).toMatchObject({ code: 'too_large', limit: 200 });
  }); // prettier-ignore
});

describe('moving a card', () => {
  test('moves it after a card, before one, or to the end, and sets what a swimlane can change', async () => {
    const ids = new Map<string, string>();
    for (const title of ['a', 'b', 'c']) ids.set(title, await made({ title, status: toDo }));
    const move = (title: string, body: object) => post(`/items/${ids.get(title)}/move`, body);
    expect((await move('a', {})).status).toBe(200);
    expect(await column(toDo)).toEqual(['b', 'c', 'a']);
    await move('a', { before: ids.get('c'), after: undefined });
    await move('b', { after: ids.get('a'), before: ids.get('a') });
    expect(await column(toDo)).toEqual(['a', 'b', 'c']);
    const { json } = await move('b', { status: doing, set: { priority: 'high', assignee: { id: 'u', name: 'Grace', color: '#000000' }, labels: ['x'], estimate: 1, start: '2026-01-01', due: '2026-01-02', archived: false }, clear: [] });
    expect(json.item).toMatchObject({ status: doing, priority: 'high', estimate: 1 });
    expect((await move('b', { clear: ['priority'] })).json.item.priority).toBeUndefined();
    expect([await column(toDo), await column(doing)]).toEqual([['a', 'c'], ['b']]);
    for (const [body, expected] of [
      [{ set: { title: 'x' } }, [400, 'field_value_invalid', 'title']], [{ set: { description: 'x' } }, [400, 'field_value_invalid', 'description']],
      [{ set: { status: toDo } }, [400, 'field_value_invalid', 'status']], [{ clear: ['color'] }, [400, 'field_value_invalid', 'color']], [{ set: { flagged: true } }, [400, 'field_value_invalid', 'flagged']],
      [{ status: 'nowhere~00000000' }, [400, 'field_value_invalid', 'status']], [{ status: 5 }, [400, 'field_value_invalid', 'status']],
      [{ after: ids.get('a') }, [400, 'place_invalid']], [{ status: toDo, after: ids.get('b') }, [400, 'place_invalid']], [{ before: newId('item') }, [400, 'place_invalid']], [{ after: 7 }, [400, 'place_invalid']],
    ] as const) expect([body, code(await move('b', body))]).toEqual([body, expected]);
    expect(code(await post(`/items/${newId('item')}/move`, {}))).toEqual([404, 'item_not_found']);
    expect((await told()).at(-1)).toMatchObject({ change: 'moved', id: ids.get('b'), key: 2 });
  }); // prettier-ignore
});

describe('votes', () => {
  test('APP58 dots are added and never fall below 0, and deleted cards are skipped', async () => {
    const [a, b, gone] = [await made(), await made(), newId('item')];
    const tally = (items: unknown[], as?: Sent) => post('/items/tally', { items }, as);
    const first = await tally([{ id: a, votes: { ann: 3, bob: 1 } }, { id: gone, votes: { ann: 1 } }], { token: paul.token });
    expect([first.status, first.json.skipped, first.json.items[0].votes, first.json.rev]).toEqual([200, [gone], { ann: 3, bob: 1 }, 3]);
    const second = await tally([{ id: a, votes: { ann: -5, bob: 1000 } }, { id: b, votes: { constructor: 2 } }, { id: a, votes: { ann: 1 } }]);
    expect(second.json.items.map(({ votes }: { votes: object }) => votes)).toEqual(JSON.parse('[{"bob":1001,"ann":1},{"constructor":2}]'));
    expect((await tally([{ id: gone, votes: { x: 1 } }, { id: b, votes: { y: 0 } }])).json).toMatchObject({ skipped: [gone], rev: 4 });
    for (const votes of [{ a: 1_001 }, { a: -1_001 }, { a: 0.5 }, { a: '1' }, { '': 1 }, { 'a b': 1 }, 'x']) expect([votes, code(await tally([{ id: a, votes }]))]).toEqual([votes, [400, 'field_value_invalid', 'votes']]);
    expect((await tally(Array.from({ length: 201 }, () => ({ id: a, votes: {} })))).json.code).toBe('too_large');
    expect(code(await tally([{ id: a, votes: {} }], { token: vera.token }))).toEqual([403, 'access_denied']);
  }); // prettier-ignore
});

describe('deleting', () => {
  test('APP56 deletes the card with its comments and votes, and its number is not used again', async () => {
    const id = await made();
    await post(`/items/${id}/comments`, { text: 'x' });
    expect((await server.call('DELETE', at(`/items/${id}`), { token: ada.token })).status).toBe(204);
    expect(code(await server.call('DELETE', at(`/items/${id}`), { token: ada.token }))).toEqual([404, 'item_not_found']);
    expect(await list()).toEqual({ items: [], rev: 3 });
    expect((await told()).at(-1)).toMatchObject({ change: 'deleted', id, key: 1, rev: 3 });
    expect((await create()).json.item.key).toBe(2);
  });
});

describe('card types', () => {
  const put = (expectedRev: unknown, itemTypes: unknown, as: Sent = { token: ada.token }) =>
    server.call('PUT', at('/item-types'), { ...as, body: { expectedRev, itemTypes } });

  test('custom fields accept the values of their kind', async () => {
    const other = await made();
    const kinds = ['text', 'longtext', 'number', 'date', 'checkbox', 'link', 'choice', 'card'];
    const custom = kinds.map((kind) => ({ id: `f-${kind}`, label: kind, kind, ...(kind === 'choice' && { options: ['red', 'blue'] }) }));
    expect((await types(custom)).status).toBe(200);
    const good: [string, unknown][] = [['text', 'x'], ['longtext', 'x\ny'], ['number', -1.5], ['date', '2024-02-29'], ['checkbox', true], ['link', 'https://example.org/a'], ['choice', 'red'], ['card', other]];
    const bad: [string, unknown][] = [['text', 5], ['text', 'x'.repeat(2_001)], ['longtext', ['x']], ['number', '1'], ['date', '2023-02-29'], ['checkbox', 'yes'], ['link', 'javascript:alert(1)'], ['choice', 'green'], ['choice', 5], ['card', newId('item')], ['card', 'x']];
    const id = await made(Object.fromEntries(good.map(([kind, value]) => [`f-${kind}`, value])));
    const item = (await list()).items.find((each: { id: string }) => each.id === id);
    for (const [kind, value] of good) expect(item[`f-${kind}`]).toEqual(value);
    for (const [kind, value] of bad) expect(code(await post(`/items/${id}`, { set: { [`f-${kind}`]: value } }))).toEqual([400, 'field_value_invalid', `f-${kind}`]);
    expect((await post(`/items/${id}/move`, { set: { 'f-number': 9 }, clear: ['f-text'] })).json.item).toMatchObject({ 'f-number': 9 });
    expect(code(await post(`/items/${id}`, { set: { 'f-none': 1 } }))).toEqual([400, 'field_value_invalid', 'f-none']);
  }); // prettier-ignore

  test('accept colors in any case and answer them in lower case, as cards do', async () => {
    const assignee = { id: 'u', name: 'Grace', color: '#0F766E' };
    const { status, json } = await create({ title: 'Hex', color: '#AbCdEf', assignee });
    expect([status, json.item.color, json.item.assignee.color]).toEqual([201, '#abcdef', '#0f766e']);
    const moved = await post(`/items/${json.item.id}/move`, { set: { assignee: { ...assignee, color: '#ABCDEF' } } });
    expect(moved.json.item.assignee.color).toBe('#abcdef');
    const { json: types } = await put(0, { version: 1, types: [{ id: 'bug', label: 'Bug', color: '#FF0000' }] });
    expect(types.itemTypes.types[0].color).toBe('#ff0000');
  });

  test('APP59 are replaced with the current revision; a stale one is answered with the current types', async () => {
    const mine = { version: 1, types: [{ id: 'bug', label: 'Bug', newTitle: 'New bug', glyph: '!', color: '#ff0000', fields: ['title', 'f-sev', 'comments'], custom: [{ id: 'f-sev', label: 'Severity', kind: 'choice', options: ['1', '2'] }] }] };
    const card = await made({ estimate: 3 });
    const first = await put(0, mine);
    expect([first.status, first.json]).toEqual([200, { itemTypes: mine, itemTypesRev: 1 }]);
    expect((await told()).at(-1)).toEqual({ type: 'item-types', change: 'replaced', itemTypesRev: 1, actor: { name: 'Ada', color: '#c2410c', agent: true } });
    const stale = await put(0, null);
    expect([code(stale), stale.json.itemTypes, stale.json.itemTypesRev]).toEqual([[409, 'item_types_stale'], mine, 1]);
    expect((await plan()).types).toEqual(mine.types);
    const [item] = (await list()).items;
    expect(item).toMatchObject({ id: card, type: 'task', estimate: 3 });
    expect((await post(`/items/${card}`, { set: { estimate: 4 } })).json.item.estimate).toBe(4);
    expect((await post(`/items/${card}/move`, { status: doing })).status).toBe(200);
    expect(code(await create())).toEqual([400, 'type_invalid']);
    const back = await put(1, null);
    expect([back.status, back.json.itemTypesRev, back.json.itemTypes.types.map(({ id }: { id: string }) => id)]).toEqual([200, 2, ['project', 'task', 'note', 'idea', 'action']]);
    expect((await put(2, null)).json.itemTypesRev).toBe(2);
  }); // prettier-ignore

  test('an invalid catalogue and too many types are refused', async () => {
    const type = { id: 'a', label: 'A' };
    const field = { id: 'f-a', label: 'A', kind: 'text' };
    const of = (...all: unknown[]) => ({ version: 1, types: all });
    for (const bad of [5, {}, { version: 2, types: [type] }, of(), of({ id: 'a' }), of({ ...type, color: 'red' }), of({ ...type, more: 1 }), of(type, type), of({ ...type, fields: ['nonsense'] }), of({ ...type, custom: [{ ...field, id: 'a' }] }), of({ ...type, custom: [field, field] }), of({ ...type, custom: [{ ...field, kind: 'choice' }] }), of({ ...type, custom: [{ ...field, options: ['x'] }] }), of({ ...type, custom: [{ ...field, kind: 'sum' }] }), of({ ...type, statuses: ['x'] })])
      expect([bad, code(await put(0, bad))]).toEqual([bad, [400, 'invalid_request']]);
    const many = (count: number) => of(...Array.from({ length: count }, (_, n) => ({ id: `t${n}`, label: 'T' })));
    expect((await put(0, many(33))).json).toMatchObject({ code: 'too_large', limit: 32 });
    expect((await put(0, many(32))).status).toBe(200);
    expect((await plan()).types[0]).toMatchObject({ newTitle: 'New T', glyph: '', custom: [], fields: expect.arrayContaining(['title', 'comments']) });
    expect(code(await server.call('PUT', at('/item-types'), { token: ada.token, body: { itemTypes: null } }))).toEqual([400, 'invalid_request']);
  }); // prettier-ignore

  test('need edit access to the whole document, and cards do not', async () => {
    await server.call('PUT', at(`/members/${vera.id}`), { token: ada.token, body: { level: 'editor', tabs: [document.tab] } });
    expect(code(await put(0, null, { token: vera.token }))).toEqual([403, 'access_denied']);
    expect((await post('/items', { type: 'task', fields: { title: 'x' } }, { token: vera.token })).status).toBe(201);
    const id = await made();
    for (const [path, body] of [['/items', { type: 'task', fields: { title: 'x' } }], [`/items/${id}`, {}], [`/items/${id}/move`, {}], ['/items/bulk', { items: [{ type: 'task', fields: { title: 'x' } }] }], ['/items/patches', { items: [{ id }] }]] as const)
      expect(code(await post(path, body, { token: paul.token }))).toEqual([403, 'access_denied']);
    expect(code(await server.call('DELETE', at(`/items/${id}`), { token: paul.token }))).toEqual([403, 'access_denied']);
    const readOnly = await server.addToken(ada.id, { access: 'read' });
    expect(code(await post('/items', { type: 'task', fields: { title: 'x' } }, { token: readOnly }))).toEqual([403, 'token_read_only']);
    expect((await server.call('GET', at('/items'), { token: readOnly })).status).toBe(200);
  }); // prettier-ignore
});

describe('comments on a card', () => {
  const say = (id: string, text: unknown = 'Why?', as: Sent = { token: ada.token }) =>
    post(`/items/${id}/comments`, { text }, as);
  const turn = (id: string, verb: string, as: Sent = { token: ada.token }) =>
    post(`/items/${id}/comments/${verb}`, undefined, as);

  test.each([
    ['open', 'add', 201, false],
    ['resolved', 'add', 201, false],
    ['open', 'resolve', 200, true],
    ['resolved', 'reopen', 200, false],
    ['resolved', 'resolve', 204, true],
    ['open', 'reopen', 204, false],
  ] as const)('%s, %s: %i, and resolved is %s', async (state, trigger, status, resolved) => {
    const id = await made();
    const { json: first } = await say(id, 'first', { token: paul.token });
    expect(first.item.comments).toEqual([{ id: first.commentId, text: 'first', createdAt: expect.any(Number), authorName: 'Paul', authorColor: '#c2410c' }]);
    if (state === 'resolved') expect((await turn(id, 'resolve')).status).toBe(200);
    const { rev, items: [before] } = await list();
    expect(before.commentsResolved).toBe(state === 'resolved');
    const answer = trigger === 'add' ? await say(id, 'second') : await turn(id, trigger, { token: paul.token });
    expect(answer.status).toBe(status);
    const after = await list();
    expect(after.items[0].commentsResolved).toBe(resolved);
    expect(after.rev).toBe(status === 204 ? rev : rev + 1);
    if (status !== 204) expect(answer.json).toMatchObject({ item: after.items[0], rev: after.rev });
    if (trigger === 'add') {
      expect(after.items[0].comments.map(({ text }: { text: string }) => text)).toEqual(['first', 'second']);
      expect((await told()).at(-1)).toMatchObject({ change: 'commented', id, key: 1, comment: { id: answer.json.commentId, text: 'second' }, ...(state === 'resolved' && { reopened: true }) });
    }
  }); // prettier-ignore

  test('invalid texts, comments of other cards and viewers are refused', async () => {
    const id = await made();
    for (const verb of ['resolve', 'reopen']) expect(code(await turn(id, verb))).toEqual([404, 'comment_not_found']);
    expect(code(await say(id, ' '))).toEqual([400, 'text_required']);
    expect(code(await say(id, 'x'.repeat(2_001)))).toEqual([400, 'text_too_long']);
    expect(code(await say(newId('item')))).toEqual([404, 'item_not_found']);
    expect(code(await say(id, 'x', { token: vera.token }))).toEqual([403, 'access_denied']);
    expect(code(await server.call('DELETE', at(`/items/${id}/comments/${newId('cmt')}`), { token: ada.token }))).toEqual([404, 'comment_not_found']);
  }); // prettier-ignore

  test("APP53 people delete their own comments, and editors any", async () => {
    const id = await made();
    const [adas, pauls, more] = [await say(id), await say(id, 'x', { token: paul.token }), await say(id, 'y', { token: paul.token })];
    const remove = ({ json }: TestAnswer, as: TestPerson) => server.call('DELETE', at(`/items/${id}/comments/${json.commentId}`), { token: as.token });
    expect(code(await remove(adas, paul))).toEqual([403, 'not_comment_author']);
    expect((await remove(pauls, paul)).status).toBe(204);
    expect((await remove(more, ada)).status).toBe(204);
    expect((await remove(adas, ada)).status).toBe(204);
    const { items: [item] } = await list();
    expect([item.comments, item.commentsResolved]).toEqual([[], false]);
    expect((await told()).at(-1)).toMatchObject({ change: 'comment-removed', comment: { id: adas.json.commentId } });
  }); // prettier-ignore

  slowTest(`a card holds ${limits.commentsPerCard}`, async () => {
    const id = await made();
    for (let n = 0; n < limits.commentsPerCard; n += 1) expect((await say(id, `${n}`)).status).toBe(201);
    const full = await say(id);
    expect([code(full), full.json.limit]).toEqual([[413, 'comments_full'], 200]);
  });
});

test('a call that is repeated with its key has no effect and answers the same', async () => {
  const headers = { 'Idempotency-Key': 'once' };
  const body = { type: 'task', fields: { title: 'One' } };
  const [first, again] = [await post('/items', body, { token: ada.token, headers }), await post('/items', body, { token: ada.token, headers })];
  expect([again.status, again.json, again.headers.get('idempotency-replayed')]).toEqual([201, first.json, 'true']);
  expect((await list()).items).toHaveLength(1);
}); // prettier-ignore

slowTest(
  'who waits in vain for another write is told item_busy, and nothing was applied',
  async () => {
    const actor = (await server.app.authenticate({ bearer: ada.token })) as Actor;
    let release = (): void => {};
    const held = server.context.rooms.write({ actor, requestId: 'test', key: null, replayed: false }, document.id, async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return null;
    });
    const refused = await create();
    release();
    await held;
    expect(code(refused)).toEqual([409, 'item_busy']);
    expect((await list()).items).toEqual([]);
    expect((await create()).status).toBe(201);
  },
  20_000,
);

test('a refused member of a card is named by field, wherever it is', async () => {
  const id = await made();
  const refused: readonly (readonly [path: string, body: object, field: string])[] = [
    [`/items/${id}`, { clear: 'priority' }, 'clear'],
    [`/items/${id}`, { set: 'x' }, 'set'],
    [`/items/${id}/move`, { status: 5 }, 'status'],
    ['/items', { type: 'task', fields: 5 }, 'fields'],
    ['/items/bulk', { items: [{ type: 'task', fields: 5 }] }, 'fields'],
    ['/items/patches', { items: [{ id, set: [] }] }, 'set'],
    ['/items/tally', { items: [{ id, votes: 5 }] }, 'votes'],
  ];
  for (const [path, body, field] of refused) {
    const { json } = await post(path, body);
    expect([json.code, json.field], path).toEqual(['field_value_invalid', field]);
    expect(json.detail, path).toContain(field);
    expect(json.detail, path).not.toContain('{');
  }
});
