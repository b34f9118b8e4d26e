import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestServer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let ben: TestPerson;
let doc: string;
let tab: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  ben = await server.addPerson('Ben');
  ({ id: doc, tab } = await server.addDocument(ada.token, 'Plan'));
  for (const operations of [
    'add square "API" id=api at:0,0',
    'add square "Secret" id=secret at:400,0',
    'rm secret',
    'set api label="Gateway"',
  ])
    await draw(operations);
});
afterAll(() => server.close());

const tabPath = (query = ''): string => `/documents/${doc}/tabs/${tab}${query}`;
const draw = (operations: string) =>
  server.call('POST', `${tabPath()}/changesets`, { token: ada.token, body: { operations, baseRev: undefined } });
const get = (path: string, token = ada.token, headers = {}) => server.call('GET', path, { token, headers });
const restore = (body: object, query = '') => server.call('POST', `${tabPath()}/restore${query}`, { token: ada.token, body });
const rev = async (): Promise<number> => (await get(tabPath())).json.tab.rev;

describe('the past', () => {
  test('APP112 every view shows the tab as it was', async () => {
    const then = await get(tabPath('?at=2'));
    expect(then.json.tab.rev).toBe(2);
    expect(then.json.elements.map((element: { label: string }) => element.label).toSorted()).toEqual(['API', 'Secret']);
    expect((await get(tabPath('?at=2&view=outline'))).text).toContain('Secret');
    expect((await get(tabPath('?at=1&view=lines'))).text).not.toContain('Secret');
    expect((await get(tabPath('?at=2&view=lint'))).text).toContain('crossings');
    expect((await get(tabPath('?at=2&view=comments'))).status).toBe(200);
  });

  test('APP112 a moment is named by its revision, a time or a version', async () => {
    const at = new Date().toISOString();
    expect((await get(tabPath(`?at=${at}`))).json).toEqual((await get(tabPath())).json);
    for (const moment of ['99', '1990-01-01T00:00:00Z', '2990-01-01T00:00:00Z', 'ver_0mi9k2fbq7mn4k9t1g5x'])
      expect((await get(tabPath(`?at=${moment}`))).json).toMatchObject({ status: 404, code: 'revision_not_found' });
    const noDay = '2026-14-76T09:51:00Z';
    const named = await server.call('POST', `/documents/${doc}/versions`, {
      token: ada.token,
      body: { name: 'Never', at: noDay },
    });
    for (const { json } of [await get(tabPath(`?at=${noDay}`)), named])
      expect(json).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ pointer: '/at' }] });
    for (const moment of ['yesterday', '2026-11-01T12:00:00', '-1', '2026-13-41T12:00:00Z'])
      expect((await get(tabPath(`?at=${moment}`))).json).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  test('APP112 an unchanged moment is answered 304', async () => {
    const etag = (await get(tabPath('?at=2'))).headers.get('etag');
    expect((await get(tabPath('?at=2'), ada.token, { 'If-None-Match': etag })).status).toBe(304);
  });

  test('APP113 a difference between two moments names the authors of the changes', async () => {
    const diff = await get(tabPath('?view=diff&since=1&until=2'), ada.token, { Accept: 'application/json' });
    expect(diff.json).toMatchObject({
      since: 1,
      rev: 2,
      results: [{ mark: '+', ref: 'secret', last: { rev: 2, author: { name: 'Ada' } } }],
    });
    expect(diff.json.text).toMatch(/^\+ secret square "Secret".*\nrev 1→2$/);
    const back = (await get(tabPath('?view=diff&since=2&until=1'))).text;
    expect(back).toMatch(/^- secret.*\nrev 2→1$/);
    const now = (await get(tabPath(`?view=diff&since=2&until=${new Date().toISOString()}`))).text;
    expect(now).toBe((await get(tabPath('?view=diff&since=2'))).text);
  });

  test('APP111 only editors read the past, and guests never do', async () => {
    await server.call('PUT', `/documents/${doc}/members/${ben.id}`, { token: ada.token, body: { level: 'participant' } });
    const past = ['?at=2', '/render.svg?at=2', '/render.png?at=2', '?view=diff&since=1&until=2', '?view=diff&since=2026-01-01T00:00:00Z'].map(tabPath); // prettier-ignore
    const versions = `/documents/${doc}/versions`;
    for (const path of [...past, versions])
      expect([path, (await get(path, ben.token)).json.code]).toEqual([path, 'access_denied']);
    const link = await server.call('POST', `/documents/${doc}/share-links`, { token: ada.token, body: { level: 'participant' } });
    const opened = await server.call('POST', '/share-links/open', {
      body: { secret: link.json.link.url.split('#')[1], name: 'Guest' },
      headers: { Origin: server.origin },
    });
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await server.call('GET', tabPath(), { cookie })).status).toBe(200);
    for (const path of past)
      expect([path, (await server.call('GET', path, { cookie })).json.code]).toEqual([path, 'access_denied']);
    await server.call('PUT', `/documents/${doc}/members/${ben.id}`, { token: ada.token, body: { level: 'editor' } });
    expect((await get(tabPath('?at=2'), ben.token)).status).toBe(200);
    const reader = await server.addToken(ada.id, { access: 'read' });
    expect((await get(tabPath('?at=2'), reader)).status).toBe(200);
  });

  test('APP114 a version keeps its moment when others have expired', async () => {
    const made = await server.call('POST', `/documents/${doc}/versions`, { token: ada.token, body: { name: 'Reviewed' } });
    expect(made.json.version).toMatchObject({ name: 'Reviewed', author: { name: 'Ada' }, tabs: [{ id: tab, rev: await rev() }] });
    const { id, at } = made.json.version;
    expect((await get(`/documents/${doc}/versions/${id}`)).json).toEqual(made.json);
    expect((await get(`/documents/${doc}/versions`)).json.versions).toEqual([made.json.version]);
    const before = (await get(tabPath(`?at=${id}`))).json;
    await draw('add square "Later" at:800,0');
    server.clock.offsetMs = 40 * 86_400_000;
    expect((await get(tabPath('?at=2'))).json.code).toBe('revision_not_found');
    for (const moment of [id, new Date(at).toISOString(), `${before.tab.rev}`])
      expect((await get(tabPath(`?at=${moment}`))).json).toEqual(before);
    server.clock.offsetMs = 0;
    expect((await server.call('DELETE', `/documents/${doc}/versions/${id}`, { token: ada.token })).status).toBe(204);
    for (const method of ['GET', 'DELETE'])
      expect((await server.call(method, `/documents/${doc}/versions/${id}`, { token: ada.token })).json.code).toBe(
        'version_not_found',
      );
  });

  test('APP114 a version of a revision of a tab is exactly that moment, and a revision needs its tab', async () => {
    const path = `/documents/${doc}/versions`;
    const { json } = await server.call('POST', path, { token: ada.token, body: { name: 'Second', at: 2, tab } });
    expect((await get(tabPath(`?at=${json.version.id}`))).json).toEqual((await get(tabPath('?at=2'))).json);
    const without = await server.call('POST', path, { token: ada.token, body: { name: 'Second', at: 2 } });
    expect(without.json).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/tab' }] });
    await server.call('DELETE', `${path}/${json.version.id}`, { token: ada.token });
  });

  test('APP115 a restore is a changeset, which can be reverted', async () => {
    const before = (await get(tabPath())).json;
    const dry = await restore({ at: 2 }, '?dryRun=1');
    expect(dry.json).toMatchObject({ changeset: null, dryRun: true, kept: [] });
    expect(await rev()).toBe(before.tab.rev);
    const restored = await restore({ at: 2 });
    expect(restored).toMatchObject({
      status: 201,
      json: { kept: [], changeset: { rev: before.tab.rev + 1, summary: 'restore to 2' } },
    });
    expect((await get(tabPath())).json.elements).toEqual((await get(tabPath('?at=2'))).json.elements);
    expect((await restore({ at: 2 })).json).toMatchObject({ changeset: null, dryRun: false });
    await server.call('POST', `/documents/${doc}/changesets/${restored.json.changeset.id}/revert`, { token: ada.token });
    expect((await get(tabPath())).json.elements).toEqual(before.elements);
  });

  test('APP115 only the named elements are restored, by their refs then or now', async () => {
    await restore({ at: 2, elements: ['secret'] });
    const labels = (await get(tabPath())).json.elements.map(({ label }: { label: string }) => label);
    expect(labels).toContain('Secret');
    expect(labels).toContain('Gateway');
    expect((await restore({ at: 2, elements: ['nothing'] })).json.code).toBe('target_not_found');
  });

  test('APP115 an arrow whose box stays removed is kept, and locked elements are refused', async () => {
    await draw('add square "A" id=a at:0,400\nadd square "B" id=b at:400,400\nconnect a -> b');
    const then = await rev();
    await draw('rm a');
    const arrow = (await get(tabPath(`?at=${then}`))).json.elements.find(({ type }: { type: string }) => type === 'arrow');
    expect((await restore({ at: then, elements: [arrow.id] })).json.kept).toMatchObject([{ id: arrow.id, reason: 'gone' }]);
    await draw('set b label="C"\nset b locked=true');
    expect((await restore({ at: then })).json.errors[0]).toMatchObject({ code: 'element_locked', elements: ['b'] });
  });

  test('APP116 the history of an element names the last change of each of its fields', async () => {
    await draw('add square "Field" id=field at:0,900');
    const added = await rev();
    await draw('set field label="Changed"');
    const history = (await get(`${tabPath()}/elements/field/history`)).json;
    const label = { rev: added + 1, author: { name: 'Ada' }, agent: true };
    expect(history.fields).toMatchObject({ x: { rev: added }, label });
    expect(Object.keys(history.fields)).not.toContain('id');
    expect((await get(`${tabPath()}/elements/field/history?before=3`)).json.fields).toBeUndefined();
  });
});
