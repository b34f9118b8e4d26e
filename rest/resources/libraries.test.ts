import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';
import { slowTest } from '#test/harness/slow-test.ts';

let server: TestServer;
let ada: TestPerson;
let grace: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [ada, grace] = [await server.addPerson('Ada'), await server.addPerson('Grace')];
});

const box = (id: string, x = 0): object => ({ type: 'shape', shape: 'rect', id, x, y: 0, width: 80, height: 40, label: id });
const pair = [box('a'), box('b', 120), { type: 'arrow', from: { element: 'a' }, to: { element: 'b' } }];
const item = (elements: readonly object[] = pair): object => ({
  id: randomUUID(),
  title: 'Pair',
  width: 200,
  height: 40,
  elements,
});
const make = (body: object = {}, token = ada.token): Promise<TestAnswer> =>
  server.call('POST', '/shape-libraries', {
    token,
    body: { id: randomUUID(), name: 'Icons', source: 'https://example.org', items: [item()], ...body },
  });
const list = async (token = ada.token): Promise<{ id: string; name: string }[]> =>
  (await server.call('GET', '/shape-libraries', { token })).json.libraries;
const put = (id: string, body: object, token = ada.token): Promise<TestAnswer> =>
  server.call('PUT', `/shape-libraries/${id}`, { token, body });
const remove = (id: string, token = ada.token): Promise<TestAnswer> => server.call('DELETE', `/shape-libraries/${id}`, { token });

describe('shape libraries', () => {
  test('a library is created, listed, changed and deleted by its owner', async () => {
    const [id, items] = [randomUUID(), [item()]];
    const made = await make({ id, items });
    expect([made.status, made.json]).toEqual([201, { library: { id, name: 'Icons', source: 'https://example.org', items } }]);
    expect(await list()).toEqual([made.json.library]);
    const renamed = await put(id, { name: 'Signs' });
    expect([renamed.status, renamed.json.library]).toEqual([200, { ...made.json.library, name: 'Signs' }]);
    expect((await put(id, { items: [] })).json.library).toMatchObject({ name: 'Signs', items: [] });
    expect((await put(randomUUID(), { name: 'x' })).json.code).toBe('library_not_found');
    expect((await put(id, { name: 'x' }, grace.token)).json.code).toBe('library_not_found');
    expect((await remove(id, grace.token)).json.code).toBe('library_not_found');
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).json.code).toBe('library_not_found');
    expect((await remove('not-a-uuid')).json.code).toBe('library_not_found');
  });

  test('APP69 an id is used once per person', async () => {
    const id = randomUUID();
    expect((await make({ id })).status).toBe(201);
    expect((await make({ id })).json.code).toBe('id_taken');
    expect((await make({ id: id.toUpperCase() })).json.code).toBe('id_taken');
    expect((await make({ id }, grace.token)).status).toBe(201);
    expect((await make({ id: 'mine' })).json.code).toBe('invalid_request');
  });

  test('APP70 a name that is in use gets the next free number, even in concurrent calls', async () => {
    const made = await Promise.all([make(), make(), make()]);
    expect(new Set(made.map(({ json }) => json.library.name))).toEqual(new Set(['Icons', 'Icons 2', 'Icons 3']));
    const other = (await make({ name: 'Signs' })).json.library.id;
    expect((await put(other, { name: 'Icons' })).json.library.name).toBe('Icons 4');
    expect((await put(other, { name: 'Icons 4' })).json.library.name).toBe('Icons 4');
    const long = 'x'.repeat(200);
    await make({ name: long });
    expect((await make({ name: long })).json.library.name).toBe(`${'x'.repeat(198)} 2`);
  });

  test('items are added after those of the library, all or none', async () => {
    const created = (await make()).json.library;
    const add = (items: unknown, token = ada.token): Promise<TestAnswer> =>
      server.call('POST', `/shape-libraries/${created.id}/items`, { token, body: { items } });
    const [second, third] = [item([box('c')]), item([box('d')])];
    const { status, json } = await add([second, third]);
    expect([status, json.library.items.map(({ id }: { id: string }) => id)]).toEqual([
      200,
      [...created.items, second, third].map(({ id }: { id: string }) => id),
    ]);
    expect((await add([item(), second])).json).toMatchObject({ status: 409, code: 'id_taken' });
    expect((await add([item([{ type: 'shape', shape: 'square', fill: 'bluish' }])])).json).toMatchObject({
      code: 'invalid_value',
    });
    expect((await add([])).status).toBe(400);
    expect((await add([item()], grace.token)).json.code).toBe('library_not_found');
    expect((await add(Array.from({ length: 999 }, () => item([])))).json.code).toBe('library_full');
    const [stored] = (await list()) as unknown as { items: object[] }[];
    expect(stored?.items).toHaveLength(3);
  });

  test('a body may have 9 MiB', async () => {
    const note = 'n'.repeat(20_000);
    const large = Array.from({ length: 80 }, (_, index) => item([{ ...box(`a${index}`), note }]));
    const { status, json } = await make({ items: large });
    expect([status, json.library?.items.length]).toEqual([201, 80]);
  });

  test('a library has at most 1,000 items', async () => {
    const many = (count: number): object[] => Array.from({ length: count }, () => item([box('a')]));
    const made = await make({ items: many(limits.itemsPerLibrary) });
    expect([made.status, made.json.library.items.length]).toEqual([201, 1_000]);
    const full = await make({ items: many(limits.itemsPerLibrary + 1) });
    expect([full.status, full.json.code]).toEqual([413, 'library_full']);
    expect((await put(made.json.library.id, { items: many(1_001) })).json.code).toBe('library_full');
  });

  test('APP72 a person has at most 100 libraries, exactly', async () => {
    const answers = await Promise.all(Array.from({ length: 103 }, () => make({ items: [] })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(answers.filter(({ status, json }) => status === 409 && json.code === 'libraries_full')).toHaveLength(3);
    expect(await list()).toHaveLength(100);
    await remove((await list())[0]!.id);
    expect((await make({ items: [] })).status).toBe(201);
  });

  slowTest('the total size of a person’s libraries is limited', async () => {
    const large = [item([{ ...box('a'), note: 'x'.repeat(19_000) }])];
    const items = Array.from({ length: 48 }, () => ({ ...large[0], id: randomUUID() }));
    const answers: TestAnswer[] = [];
    for (let count = 0; count < 10; count += 1) answers.push(await make({ items }));
    expect(answers.at(0)?.status).toBe(201);
    expect(answers.at(-1)?.json).toMatchObject({ code: 'libraries_full', limit: limits.libraryCharactersPerUser });
  });

  test.each<[string, readonly object[]]>([
    ['no type', [{ x: 0 }]],
    ['an unknown type', [{ type: 'spaceship', x: 0, y: 0, width: 1, height: 1 }]],
    ['an unknown field', [{ ...box('a'), wings: 2 }]],
    ['a link that runs', [{ ...box('a'), link: 'javascript:alert(1)' }]],
    ['one id twice', [box('a'), box('a')]],
    ['an arrow to what is not there', [{ type: 'arrow', from: { element: 'a' }, to: { element: 'b' } }]],
    ['an image of somebody else', [{ type: 'image', imageId: 'img_00000000000000000000', x: 0, y: 0, width: 9, height: 9 }]],
  ])('APP71 elements are checked like those of a changeset: %s', async (_, elements) => {
    const { status, json } = await make({ items: [item(), item(elements)] });
    expect([status, json.code]).toEqual([400, 'invalid_value']);
    expect(json.errors[0].pointer).toMatch(/^\/items\/1\/elements\/\d$/);
    const { id } = (await make()).json.library;
    expect((await put(id, { items: [item(elements)] })).json.code).toBe('invalid_value');
  });

  test('its items can be placed unchanged with a changeset', async () => {
    const { library } = (await make()).json;
    const { id, tab } = await server.addDocument(ada.token);
    const operations = library.items[0].elements.map((element: object) => ({ op: 'add', element }));
    const placed = await server.call('POST', `/documents/${id}/tabs/${tab}/changesets`, {
      token: ada.token,
      body: { operations },
    });
    expect([placed.status, placed.json.changeset.counts.added]).toEqual([201, 3]);
  });

  test('APP68 a limited token sees and creates none, and a read-only token changes none', async () => {
    const { id } = (await make()).json.library;
    const { id: documentId } = await server.addDocument(ada.token);
    const [bound, reader] = [
      await server.addToken(ada.id, { documents: [documentId] }),
      await server.addToken(ada.id, { access: 'read' }),
    ];
    expect((await make({}, bound)).json.code).toBe('access_denied');
    expect(await list(bound)).toEqual([]);
    expect((await put(id, {}, bound)).json.code).toBe('library_not_found');
    expect((await remove(id, bound)).json.code).toBe('library_not_found');
    expect((await make({}, reader)).json.code).toBe('token_read_only');
    expect((await put(id, {}, reader)).json.code).toBe('token_read_only');
    expect((await remove(id, reader)).json.code).toBe('token_read_only');
    expect(await list(reader)).toHaveLength(1);
  });
});
