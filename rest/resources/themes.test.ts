import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let grace: TestPerson;
let documentId: string;
let tab: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [ada, grace] = [await server.addPerson('Ada'), await server.addPerson('Grace')];
  ({ id: documentId, tab } = await server.addDocument(ada.token));
});

const definition = {
  backgroundColor: '#102030',
  backgroundPattern: 'dots',
  patternColor: '#203040',
  elementFill: '#fedcba',
  palette: { blue: '#0000ff' },
};
const make = (body: object = {}, token = ada.token): Promise<TestAnswer> =>
  server.call('POST', '/custom-themes', { token, body: { name: 'Corporate', definition, ...body } });
const list = async (token: string): Promise<{ id: string; name: string }[]> =>
  (await server.call('GET', '/custom-themes', { token })).json.themes;
const setTheme = (theme: string, token = ada.token): Promise<TestAnswer> =>
  server.call('PATCH', `/documents/${documentId}/tabs/${tab}`, { token, body: { theme } });
const picture = async (query = '', token = ada.token): Promise<TestAnswer> =>
  server.call('GET', `/documents/${documentId}/tabs/${tab}/render.svg${query}`, { token });

describe('custom themes', () => {
  test('a theme is created, listed, changed and deleted by its owner', async () => {
    const made = await make();
    const { id } = made.json.theme;
    expect([made.status, made.json]).toEqual([
      201,
      { theme: { id: expect.stringMatching(/^custom:/), name: 'Corporate', definition } },
    ]);
    expect(made.headers.get('location')).toBe(`${server.origin}/api/v1/custom-themes/${id}`);
    const renamed = await server.call('PUT', `/custom-themes/${id}`, { token: ada.token, body: { name: 'House' } });
    expect(renamed.json.theme).toEqual({ id, name: 'House', definition });
    const redefined = await server.call('PUT', `/custom-themes/${id}`, {
      token: ada.token,
      body: { definition: { elementText: '#000000' } },
    });
    expect(redefined.json.theme).toEqual({ id, name: 'House', definition: { elementText: '#000000' } });
    expect(await list(ada.token)).toEqual([redefined.json.theme]);
    expect((await server.call('DELETE', `/custom-themes/${id}`, { token: ada.token })).status).toBe(204);
    expect(await list(ada.token)).toEqual([]);
    for (const method of ['PUT', 'DELETE'])
      expect(
        (await server.call(method, `/custom-themes/${id}`, { token: ada.token, ...(method === 'PUT' && { body: {} }) })).json
          .code,
      ).toBe('theme_not_found');
  });

  test('APP69 the client can choose the id, once', async () => {
    expect((await make({ id: 'custom:corp' })).json.theme.id).toBe('custom:corp');
    expect((await make({ id: 'custom:corp' })).json.code).toBe('id_taken');
    expect((await make({ id: 'custom:corp' }, grace.token)).status).toBe(201);
    for (const id of ['corp', 'light', 'custom:', 'custom:a b']) expect((await make({ id })).json.code).toBe('invalid_request');
  });

  test.each([
    { definition: { ...definition, palette: {} } },
    { definition: { palette: { mauve: '#aa00aa' } } },
    { definition: { backgroundColor: 'red' } },
    { definition: { backgroundColor: 'url(https://example.org)' } },
    { definition: { unheardOf: 1 } },
    { definition: null },
    { name: ' ' },
    { name: 'x'.repeat(201) },
  ])('an invalid definition is refused: %j', async (body) => {
    expect((await make(body)).json.code).toBe('invalid_request');
    const { id } = (await make()).json.theme;
    expect((await server.call('PUT', `/custom-themes/${id}`, { token: ada.token, body })).json.code).toBe('invalid_request');
  });

  test('the number of a person’s themes is limited', async () => {
    const answers = await Promise.all(Array.from({ length: limits.themesPerUser + 2 }, () => make()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(limits.themesPerUser);
    expect(answers.find(({ status }) => status === 413)?.json).toMatchObject({ code: 'too_large', limit: limits.themesPerUser });
  });

  test('APP73 a tab with a custom theme is rendered in it for all, even after the theme is changed or deleted', async () => {
    const { id } = (await make()).json.theme;
    await server.call('PUT', `/documents/${documentId}/members/${grace.id}`, { token: ada.token, body: { level: 'editor' } });
    expect((await setTheme(id, grace.token)).json.code).toBe('theme_not_found');
    expect((await setTheme(id)).json.theme).toBe(id);
    expect((await picture('', grace.token)).text).toContain('#102030');
    await server.call('PUT', `/custom-themes/${id}`, { token: ada.token, body: { definition: { backgroundColor: '#334455' } } });
    expect((await picture()).text).toContain('#102030');
    expect((await setTheme(id)).status).toBe(200);
    expect((await picture()).text).toContain('#334455');
    await server.call('DELETE', `/custom-themes/${id}`, { token: ada.token });
    expect((await picture('', grace.token)).text).toContain('#334455');
    // The document has a copy, so its editors can set other tabs to it.
    const body = { name: 'More', theme: id, operations: 'add square label=A' };
    expect((await server.call('POST', `/documents/${documentId}/tabs`, { token: grace.token, body })).json.tab.theme).toBe(id);
    const drawn = await server.call('POST', `/documents/${documentId}/tabs/${tab}/changesets?render=png`, {
      token: ada.token,
      body: { operations: 'add square label=A' },
    });
    expect(drawn.json.picture).toMatch(/^data:image\/png/);
  });

  test('APP45 a picture can have any theme of the caller or of the document, and no other', async () => {
    const { id } = (await make()).json.theme;
    await server.call('PUT', `/documents/${documentId}/members/${grace.id}`, { token: ada.token, body: { level: 'viewer' } });
    expect((await picture(`?theme=${id}`)).text).toContain('#102030');
    expect((await picture(`?theme=${id}`, grace.token)).json.code).toBe('theme_not_found');
    expect((await picture('?theme=custom:none')).json.code).toBe('theme_not_found');
  });

  test('APP68 a limited token sees and creates none, and a read-only token changes none', async () => {
    const { id } = (await make()).json.theme;
    const [bound, reader] = [
      await server.addToken(ada.id, { documents: [documentId] }),
      await server.addToken(ada.id, { access: 'read' }),
    ];
    expect((await make({}, bound)).json.code).toBe('access_denied');
    expect(await list(bound)).toEqual([]);
    expect((await setTheme(id, bound)).json.code).toBe('theme_not_found');
    expect((await make({}, reader)).json.code).toBe('token_read_only');
    expect(await list(reader)).toHaveLength(1);
    for (const [token, code] of [
      [bound, 'theme_not_found'],
      [reader, 'token_read_only'],
      [grace.token, 'theme_not_found'],
    ] as const) {
      expect((await server.call('PUT', `/custom-themes/${id}`, { token, body: { name: 'x' } })).json.code).toBe(code);
      expect((await server.call('DELETE', `/custom-themes/${id}`, { token })).json.code).toBe(code);
    }
  });
});
