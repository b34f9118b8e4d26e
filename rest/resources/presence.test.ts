import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { eventsAfter } from '#storage/outbox.ts';
import { putMember } from '#storage/members.ts';
import { newId } from '#schema/ids.ts';

import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let document: { readonly id: string; readonly tab: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
});
beforeEach(async () => {
  server.clock.offsetMs = 0;
  document = await server.addDocument(ada.token);
});
afterAll(() => server.close());

const path = (tab = document.tab): string => `/documents/${document.id}/tabs/${tab}/presence`;
const set = (body: unknown = {}, token = ada.token, tab = document.tab): Promise<TestAnswer> =>
  server.call('PUT', path(tab), { token, body });
const clear = (token = ada.token, tab = document.tab): Promise<TestAnswer> => server.call('DELETE', path(tab), { token });
const list = async (token = ada.token): Promise<TestAnswer['json']> =>
  (await server.call('GET', `/documents/${document.id}/presence`, { token })).json;
/** The status lines of the agents on a tab, the most recently set first; null for none. */
const statuses = async (tab = document.tab): Promise<(string | null)[]> => {
  const { tabs } = await list();
  const on = tabs.find(({ tabId }: { tabId: string }) => tabId === tab);
  return (on?.agents ?? []).map(({ status }: { status?: string }) => status ?? null);
};
const apply = (operations: string, token = ada.token, query = ''): Promise<TestAnswer> =>
  server.call('POST', `/documents/${document.id}/tabs/${document.tab}/changesets${query}`, { token, body: { operations } });
const later = (ms: number): void => void (server.clock.offsetMs += ms);
const events = async (): Promise<unknown[]> =>
  (await eventsAfter(server.context.storage.db, document.id, 0, 100))
    .filter(({ type }) => type === 'presence')
    .map(({ tabId, data }) => ({ tab: tabId, ...(data as object) }));
const journalAt = async (): Promise<number | undefined> => {
  const { db } = server.context.storage;
  return (await db.selectFrom('documents').select('seq').where('id', '=', document.id).executeTakeFirst())?.seq;
};

describe('setting', () => {
  test('answers the presence with full ids, which expires after 30 s unless ttl says otherwise', async () => {
    await apply('add square id=api\nadd square id=db');
    const before = Date.now();
    const { status, json } = await set({ status: 'Laying out', focus: ['api', 'db'] });
    expect(status).toBe(200);
    const { elements } = (await server.call('GET', path().replace('/presence', ''), { token: ada.token })).json;
    expect(json).toEqual({
      presence: {
        tabId: document.tab,
        status: 'Laying out',
        focus: elements.map(({ id }: { id: string }) => id),
        expiresAt: expect.any(Number),
      },
    });
    expect(json.presence.expiresAt - before).toBeGreaterThanOrEqual(30_000);
    expect(json.presence.expiresAt - Date.now()).toBeLessThanOrEqual(30_000);
    const long = (await set({ ttl: 120_000 })).json.presence;
    expect(long.expiresAt - before).toBeGreaterThanOrEqual(120_000);
    expect(long).toEqual({ tabId: document.tab, focus: [], expiresAt: expect.any(Number) });
  });

  test('APP82 replaces status, focus and expiry, and removes the status line without a status', async () => {
    await apply('add square id=api');
    await set({ status: 'one', focus: ['api'], ttl: 60_000 });
    const replaced = (await set({ focus: [], ttl: 1_000 })).json.presence;
    expect(await statuses()).toEqual([null]);
    const [{ agents }] = (await list()).tabs;
    expect(agents[0]).toMatchObject({ user: { id: ada.id, name: 'Ada' }, focus: [], expiresAt: replaced.expiresAt });
    expect((await set({ status: '  ' })).json.presence).not.toHaveProperty('status');
    expect((await server.call('PUT', path(), { token: ada.token })).status).toBe(200);
  });

  test('a presence expires after its time', async () => {
    await set({ status: 'brief', ttl: 20_000 });
    later(10_000);
    expect(await statuses()).toEqual(['brief']);
    later(10_001);
    expect([await statuses(), (await list()).agents]).toEqual([[], 0]);
  });

  test('APP85 setting a presence does not change the document, and leaves an event and no audit row', async () => {
    const { db } = server.context.storage;
    const audited = async () => (await db.selectFrom('audit').select('action').execute()).length;
    const before = [await journalAt(), await audited()];
    const { expiresAt } = (await set({ status: 'busy' })).json.presence;
    await clear();
    await clear();
    expect([await journalAt(), await audited()]).toEqual(before);
    const actor = { name: 'Ada', color: '#c2410c', agent: true };
    expect(await events()).toEqual([
      { tab: document.tab, change: 'set', status: 'busy', focus: [], expiresAt, actor },
      { tab: document.tab, change: 'cleared', actor },
    ]);
  });
});

describe('refusals', () => {
  test.each([
    ['invalid_status', { status: 5 }],
    ['invalid_status', { status: null }],
    ['invalid_status', { status: 'a\nb' }],
    ['invalid_status', { status: 'a\u0085' }],
    ['invalid_status', { status: '\u2028' }],
    ['invalid_status', { status: '\u001b[31m' }],
    ['status_too_long', { status: 'é'.repeat(81) }],
    ['too_many_focus', { focus: Array.from({ length: 21 }, () => 'api') }],
    ['invalid_focus', { focus: 'api' }],
    ['invalid_focus', { focus: {} }],
    ['invalid_focus', { focus: ['api', 5] }],
    ['invalid_focus', { focus: [''] }],
    ['invalid_focus', { focus: ['x'.repeat(65)] }],
    ['invalid_focus', { focus: ['not a ref'] }],
    ['ttl_out_of_range', { ttl: 999 }],
    ['ttl_out_of_range', { ttl: 120_001 }],
    ['ttl_out_of_range', { ttl: 1_000.5 }],
    ['ttl_out_of_range', { ttl: '30000' }],
    ['ttl_out_of_range', { ttl: null }],
    ['focus_not_found', { focus: ['api', 'nope', 'api', 'never'] }],
    ['focus_ambiguous', { focus: ['ap'] }],
    ['invalid_request', { state: 'busy' }],
    ['invalid_request', [1]],
    ['invalid_request', { status: '\0' }],
    ['invalid_request', { status: '\ud800' }],
  ])('%s: %j', async (code, body) => {
    await apply('add square id=api\nadd square id=apple');
    await set({ status: 'before' });
    const { status, json } = await set(body);
    expect([status, json.code]).toEqual([400, code]);
    if (code === 'focus_not_found') expect(json.refs).toEqual(['nope', 'never']);
    if (code === 'focus_ambiguous') expect(json.candidates).toMatchObject([{ ref: 'api' }, { ref: 'apple' }]);
    const limit = { status_too_long: 80, too_many_focus: 20 }[code as string];
    if (limit !== undefined) expect(json.limit).toBe(limit);
    if (code === 'status_too_long')
      expect(json.errors).toEqual([{ in: 'body', pointer: '/status', message: expect.any(String) }]);
    expect([await statuses(), (await events()).length]).toEqual([['before'], 1]);
  });

  test('the limits are accepted: 80 characters, 20 elements, 1,000 and 120,000 ms', async () => {
    await apply(Array.from({ length: 20 }, (_, at) => `add square id=e${at}x`).join('\n'));
    const focus = Array.from({ length: 20 }, (_, at) => `e${at}x`);
    expect((await set({ status: '😀'.repeat(80), focus, ttl: 1_000 })).json.presence.focus).toHaveLength(20);
    expect((await set({ ttl: 120_000 })).status).toBe(200);
  });

  test('a person and a guest get presence_requires_token, whatever the body', async () => {
    const cookie = await server.signIn(ada);
    for (const [method, body] of [
      ['PUT', { status: 5 }],
      ['PUT', {}],
      ['DELETE', undefined],
    ] as const) {
      for (const bare of [false, true]) {
        const { status, json } = await server.call(method, path(), { cookie, body, bare });
        expect([status, json.code]).toEqual([403, 'presence_requires_token']);
      }
      expect((await server.call(method, path(), { body })).json.code).toBe('unauthenticated');
    }
    expect((await server.call('GET', `/documents/${document.id}/presence`, { cookie })).status).toBe(200);
  });

  test('APP82 a read-only token cannot set a presence, others do not find the document, and a viewer is shown', async () => {
    const reading = await server.addToken(ada.id, { access: 'read' });
    for (const answer of [await set({}, reading), await clear(reading)]) expect(answer.json.code).toBe('token_read_only');
    expect((await list(reading)).agents).toBe(0);
    const bob = await server.addPerson('Bob');
    for (const answer of [await set({}, bob.token), await clear(bob.token)]) expect(answer.json.code).toBe('document_not_found');
    const member = { documentId: document.id, userId: bob.id, level: 'viewer', tabs: null, at: 1 } as const;
    await server.context.storage.transact((tx) => putMember(tx, member));
    expect((await set({ status: 'watching' }, bob.token)).status).toBe(200);
    expect((await list(bob.token)).tabs[0].agents[0].user).toMatchObject({ id: bob.id, name: 'Bob' });
  });

  test('an unknown tab is tab_not_found', async () => {
    for (const answer of [await set({}, ada.token, newId('tab')), await clear(ada.token, newId('tab'))])
      expect([answer.status, answer.json.code]).toEqual([404, 'tab_not_found']);
  });
});

describe('clearing', () => {
  test('is 204 whether or not there was a presence, and leaves other tabs and tokens', async () => {
    const other = await server.addToken(ada.id);
    await set({ status: 'one' });
    await set({ status: 'two' }, other);
    expect([(await clear()).status, (await clear()).status, await statuses()]).toEqual([204, 204, ['two']]);
  });
});

describe('a changeset of the token on that tab', () => {
  test('APP84 extends the presence by 30 s when it is applied or reverted', async () => {
    await set({ ttl: 20_000 });
    later(10_000);
    const { changeset } = (await apply('add square id=a')).json;
    later(20_000);
    expect(await statuses()).toEqual([null]);
    await server.call('POST', `/documents/${document.id}/changesets/${changeset.id}/revert`, { token: ada.token });
    later(20_000);
    expect(await statuses()).toEqual([null]);
    later(10_001);
    expect(await statuses()).toEqual([]);
  });

  test('does not shorten a longer time', async () => {
    await set({ ttl: 60_000 });
    await apply('add square id=a');
    later(50_000);
    expect(await statuses()).toEqual([null]);
  });

  test('APP84 extends nothing if it is a dry run, is refused, changes nothing, or is of another token or tab', async () => {
    await apply('add square id=a');
    const other = await server.addToken(ada.id);
    const { tab } = (await server.call('POST', `/documents/${document.id}/tabs`, { token: ada.token, body: { name: 'B' } })).json;
    await set({ ttl: 2_000 });
    await apply('add square', ada.token, '?dryRun=1');
    expect((await apply('rm nothing')).status).toBe(400);
    expect((await apply('test a id=a')).json.changeset ?? null).toBeNull();
    expect((await apply('add square', other)).status).toBe(201);
    const elsewhere = `/documents/${document.id}/tabs/${tab.id}/changesets`;
    expect((await server.call('POST', elsewhere, { token: ada.token, body: { operations: 'add square' } })).status).toBe(201);
    later(2_001);
    expect(await list()).toEqual({ tabs: [], people: 0, agents: 0 });
  });

  test('creates or revives no presence of a token that is not present', async () => {
    await apply('add square');
    expect(await statuses()).toEqual([]);
    await set({ ttl: 1_000 });
    later(1_001);
    await apply('add square');
    expect(await statuses()).toEqual([]);
  });

  test('extends it too when it replaces the whole tab', async () => {
    await set({ ttl: 2_000 });
    const replaced = await server.call('PUT', path().replace('/presence', ''), {
      token: ada.token,
      body: { operations: 'add square' },
    });
    expect(replaced.status).toBe(201);
    later(20_000);
    expect(await statuses()).toEqual([null]);
  });
});

describe('at most 32 agents', () => {
  test('APP83 one more token is agent_presence_full; present ones can set theirs on any tab, and one that leaves makes room', async () => {
    const tokens = await Promise.all(Array.from({ length: 33 }, () => server.addToken(ada.id)));
    const [first = '', second = '', last = ''] = [tokens[0], tokens[1], tokens[32]];
    for (const token of tokens.slice(0, 32)) expect((await set({ ttl: 120_000 }, token)).status).toBe(200);
    const full = await set({}, last);
    expect([full.status, full.json.code, full.json.limit]).toEqual([409, 'agent_presence_full', 32]);
    const { tab } = (await server.call('POST', `/documents/${document.id}/tabs`, { token: ada.token, body: { name: 'B' } })).json;
    expect((await set({ ttl: 60_000 }, first)).status).toBe(200);
    expect((await set({ ttl: 60_000 }, first, tab.id)).status).toBe(200);
    expect((await list()).agents).toBe(32);
    later(60_001);
    expect((await set({}, last)).status).toBe(200);
    expect((await set({}, first)).json.code).toBe('agent_presence_full');
    await clear(second);
    expect((await set({}, first)).status).toBe(200);
  });

  test('revoked tokens and deleted tabs make room', async () => {
    const tokens = await Promise.all(Array.from({ length: 32 }, () => server.addToken(ada.id)));
    const { tab } = (await server.call('POST', `/documents/${document.id}/tabs`, { token: ada.token, body: { name: 'B' } })).json;
    for (const token of tokens) await set({}, token, tab.id);
    expect((await set()).json.code).toBe('agent_presence_full');
    expect((await server.call('DELETE', `/documents/${document.id}/tabs/${tab.id}`, { token: ada.token })).status).toBe(204);
    expect([(await list()).agents, (await set()).status]).toEqual([0, 200]);
  });
});

test('two tokens of one owner are two agents, the most recently set first, for a session and a guest', async () => {
  const other = await server.addToken(ada.id);
  await set({ status: 'one' });
  later(1);
  await set({ status: 'two' }, other);
  later(1);
  await apply('add square');
  expect(await statuses()).toEqual(['two', 'one']);
  expect(await list()).toMatchObject({ people: 0, agents: 2 });
});
