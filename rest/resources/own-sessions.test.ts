import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hashSecret } from '#server/access/secrets.ts';

import { cookieOf, startTestServer, type TestAnswer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let here: string;
let there: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function signIn(userAgent: string): Promise<string> {
  const body = { email: ada.email, password: ada.password };
  const { headers } = await server.call('POST', '/session', { body, headers: { 'User-Agent': userAgent } });
  return cookieOf(headers);
}
type Listed = { readonly id: string; readonly createdAt: number; readonly lastUsedAt: number; readonly userAgent: string | null; readonly isCurrent: boolean }; // prettier-ignore
const list = async (cookie = here): Promise<Listed[]> => (await server.call('GET', '/me/sessions', { cookie })).json.sessions;
const end = (id: string, sent: object = { cookie: here }): Promise<TestAnswer> =>
  server.call('DELETE', `/me/sessions/${id}`, sent);
const works = async (cookie: string): Promise<boolean> => (await server.call('GET', '/me', { cookie })).status === 200;

beforeEach(async () => {
  ada = await server.addPerson('Ada');
  here = await signIn(firefox);
  there = await signIn('curl/8.5');
});

describe('the own sessions', () => {
  test('APP155 are listed with their browsers, this one first, without secrets and hashes', async () => {
    const { json, text } = await server.call('GET', '/me/sessions', { cookie: here });
    expect(json.sessions).toMatchObject([
      { userAgent: firefox, isCurrent: true },
      { userAgent: 'curl/8.5', isCurrent: false },
    ]);
    for (const cookie of [here, there]) {
      const secret = cookie.split('=')[1] ?? '';
      expect(text).not.toContain(secret);
      expect(text).not.toContain(hashSecret(secret));
      expect(text).not.toContain(hashSecret(secret).slice(0, 20));
    }
    expect((await list(there)).map(({ isCurrent, userAgent }) => [isCurrent, userAgent])).toEqual([[true, 'curl/8.5'], [false, firefox]]); // prettier-ignore
    const ids = (await list()).map(({ id }) => id);
    expect(ids.toSorted()).toEqual((await list(there)).map(({ id }) => id).toSorted());
  });

  test('APP155 what a browser calls itself is one line of limited length, or null', async () => {
    await signIn(`${'x'.repeat(400)}`);
    await signIn('caf\u00e9\tbar');
    await signIn('\t');
    const agents = (await list()).map(({ userAgent }) => userAgent);
    expect(agents).toEqual(expect.arrayContaining(['x'.repeat(300), 'caf bar', null]));
  });

  test('their last use is known within a minute', async () => {
    const before = (await list()).find(({ isCurrent }) => !isCurrent);
    server.clock.offsetMs += 90_000;
    await works(there);
    await server.app.writeUses();
    const after = (await list()).find(({ isCurrent }) => !isCurrent);
    expect((after?.lastUsedAt ?? 0) - (before?.lastUsedAt ?? 0)).toBeGreaterThanOrEqual(90_000);
  });

  test('APP155 one is ended by its id, and only once', async () => {
    const other = (await list()).find(({ isCurrent }) => !isCurrent)?.id ?? '';
    const { status, headers } = await end(other);
    expect([status, headers.getSetCookie()]).toEqual([204, []]);
    expect([await works(there), await works(here)]).toEqual([false, true]);
    expect((await end(other)).json.code).toBe('session_not_found');
    expect((await list()).length).toBe(1);
  });

  test('ending this one signs out here', async () => {
    const { status, headers } = await end((await list())[0]?.id ?? '');
    expect([status, headers.getSetCookie()]).toEqual([204, ['atelier_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']]);
    expect([await works(here), await works(there)]).toEqual([false, true]);
  });

  test('APP155 all others are ended together', async () => {
    await signIn('third');
    expect((await server.call('DELETE', '/me/sessions', { cookie: here })).status).toBe(204);
    expect([await works(here), await works(there)]).toEqual([true, false]);
    expect((await list()).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect((await server.call('DELETE', '/me/sessions', { cookie: here })).status).toBe(204);
  });

  test('APP155 those of others are neither listed nor ended', async () => {
    const eve = await server.addPerson('Eve');
    const cookie = await server.signIn(eve);
    const [mine] = await list();
    expect(await list(cookie)).toHaveLength(1);
    expect((await end(mine?.id ?? '', { cookie })).json.code).toBe('session_not_found');
    expect((await server.call('DELETE', '/me/sessions', { cookie })).status).toBe(204);
    expect([await works(here), await works(there)]).toEqual([true, true]);
  });

  test('APP155 no token, guest or page of another server lists or ends them', async () => {
    const id = (await list())[1]?.id ?? '';
    const { id: doc } = await server.addDocument(ada.token);
    const link = await server.call('POST', `/documents/${doc}/share-links`, { token: ada.token, body: { level: 'viewer' } });
    const secret = new URL(link.json.link.url).hash.slice(1);
    const guest = cookieOf((await server.call('POST', '/share-links/open', { body: { secret } })).headers);
    for (const [method, path] of [
      ['GET', '/me/sessions'],
      ['DELETE', '/me/sessions'],
      ['DELETE', `/me/sessions/${id}`],
    ] as const) {
      // prettier-ignore
      expect((await server.call(method, path, { token: ada.token })).json.code).toBe('session_required');
      expect((await server.call(method, path, { cookie: guest })).json.code).toBe('unauthenticated');
      expect((await server.call(method, path)).json.code).toBe('unauthenticated');
      if (method === 'DELETE')
        expect((await server.call(method, path, { cookie: here, bare: true })).json.code).toBe('origin_refused');
    }
    expect([await works(here), await works(there)]).toEqual([true, true]);
  });
});
