import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { totpCode, totpStep } from '#server/access/totp.ts';
import { lockAdministrators, setAdministrator } from '#storage/people.ts';

import {
  cookieOf,
  password,
  startTestServer,
  type TestAnswer,
  type TestPerson,
  type TestServer,
} from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;
/** Ada's, who is the only administrator. */
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [ada, bob] = [await server.addPerson('Ada'), await server.addPerson('Bob')];
  cookie = await server.signIn(ada);
  await server.context.storage.transact(async (tx) => {
    for (const id of await lockAdministrators(tx)) await setAdministrator(tx, id, false);
    await setAdministrator(tx, ada.id, true);
  });
});

const call = (method: string, path: string, body?: object, sent: object = { cookie }): Promise<TestAnswer> =>
  server.call(method, path, { ...sent, ...(body !== undefined && { body }) });
const outcome = ({ status, json }: TestAnswer): unknown[] => [status, json?.code];
const change = (person: TestPerson, body: object, sent: object = { cookie }): Promise<TestAnswer> =>
  call('PATCH', `/admin/people/${person.id}`, body, sent);
const status = async (sent: object): Promise<number> => (await call('GET', '/me', undefined, sent)).status;
const signInOf = (person: TestPerson): Promise<TestAnswer> => call('POST', '/session', { email: person.email, password }, {});

describe('the right of administrators', () => {
  const calls = (): (readonly [string, string, object?])[] => [
    ['GET', '/admin/people'],
    ['POST', '/admin/people', { name: 'Eve' }],
    ['PATCH', `/admin/people/${bob.id}`, { active: false }],
    ['POST', `/admin/people/${bob.id}/sign-in-code`],
    ['POST', `/admin/people/${bob.id}/second-factor/end`],
    ['GET', `/admin/people/${bob.id}/tokens`],
    ['DELETE', `/admin/people/${bob.id}/tokens/tok_0mi9k2e9n3yj7f4q8b2t`],
    ['GET', '/admin/audit'],
    ['GET', '/admin/storage'],
  ];

  test('APP219 no call is for other people, nor for any token, nor for a page of another server', async () => {
    const bobs = await server.signIn(bob);
    for (const [method, path, body] of calls()) {
      expect([path, ...outcome(await call(method, path, body, { cookie: bobs }))]).toEqual([path, 403, 'administrator_required']);
      expect([path, ...outcome(await call(method, path, body, { token: ada.token }))]).toEqual([path, 403, 'session_required']);
      expect([path, ...outcome(await call(method, path, body, {}))]).toEqual([path, 401, 'unauthenticated']);
      if (method === 'GET') continue;
      expect([path, ...outcome(await call(method, path, body, { cookie, bare: true }))]).toEqual([path, 403, 'origin_refused']);
    }
    expect((await signInOf(bob)).status).toBe(200);
  });

  test('APP219 the right is given and taken with the next call, and shown to the person alone', async () => {
    const bobs = await server.signIn(bob);
    const me = async (sent: object): Promise<unknown> => (await call('GET', '/me', undefined, sent)).json.administrator;
    expect([await me({ cookie }), await me({ cookie: bobs }), await me({ token: ada.token })]).toEqual([
      true,
      undefined,
      undefined,
    ]);
    expect((await change(bob, { administrator: true })).json.person).toMatchObject({ id: bob.id, administrator: true });
    expect((await call('GET', '/admin/storage', undefined, { cookie: bobs })).status).toBe(200);
    expect((await change(ada, { administrator: false }, { cookie: bobs })).status).toBe(200);
    expect(outcome(await call('GET', '/admin/storage'))).toEqual([403, 'administrator_required']);
  });
});

describe('people', () => {
  test('APP220 are listed page by page, the newest first, and found by part of a name or address', async () => {
    const eve = await server.addPerson('Évelyne');
    const first = (await call('GET', '/admin/people?limit=2')).json;
    const second = (await call('GET', `/admin/people?limit=2&cursor=${first.next}`)).json;
    const ids = [...first.people, ...second.people].map(({ id }: { id: string }) => id);
    expect(ids.slice(0, 3).toSorted()).toEqual([ada.id, bob.id, eve.id].toSorted());
    for (const q of ['ÉVEL', eve.email.slice(0, -3)])
      expect((await call('GET', `/admin/people?q=${encodeURIComponent(q)}`)).json).toEqual({
        people: [
          {
            id: eve.id,
            name: 'Évelyne',
            color: '#c2410c',
            email: eve.email,
            createdAt: expect.any(Number) as number,
            administrator: false,
            active: true,
            hasPassword: true,
            secondFactor: false,
          },
        ],
        next: null,
      });
    expect((await call('GET', '/admin/people?q=%25')).json.people).toEqual([]);
  });

  test('APP220 are added, with a password or a page that signs them in once; an address has one account', async () => {
    const email = `${bob.id}.new@Example.org`;
    const added = await call('POST', '/admin/people', { name: ' Grace ', email, password: 'new password' });
    expect([added.status, added.json.person]).toEqual([
      201,
      expect.objectContaining({ name: 'Grace', email: email.toLowerCase() }),
    ]);
    expect((await call('POST', '/session', { email, password: 'new password' }, {})).status).toBe(200);
    expect(outcome(await call('POST', '/admin/people', { name: 'Other', email }))).toEqual([409, 'email_taken']);
    expect(outcome(await call('POST', '/admin/people', { name: 'Other', password: 'new password' }))).toEqual([
      400,
      'invalid_request',
    ]);
    const without = (await call('POST', '/admin/people', { name: 'Otto' })).json.person;
    const { url, expiresAt } = (await call('POST', `/admin/people/${without.id}/sign-in-code`)).json;
    expect([url.startsWith(`${server.origin}/#code=`), expiresAt > Date.now()]).toEqual([true, true]);
    const code = url.slice(url.indexOf('=') + 1);
    expect((await call('POST', '/session', { code }, {})).json.user.name).toBe('Otto');
    expect(outcome(await call('POST', '/session', { code }, {}))).toEqual([401, 'unauthenticated']);
    const audited = JSON.stringify(await server.context.storage.db.selectFrom('audit').selectAll().execute());
    expect([audited.includes('new password'), audited.includes(code)]).toEqual([false, false]);
    expect(outcome(await call('POST', '/admin/people/user_0mi9k2dcw4pq6n2v8j3z/sign-in-code'))).toEqual([404, 'user_not_found']);
  });

  test('APP221 who are deactivated are signed out, and cannot sign in nor use tokens until they are active again', async () => {
    const bobs = await server.signIn(bob);
    const { url } = (await call('POST', `/admin/people/${bob.id}/sign-in-code`)).json;
    const code = url.slice(url.indexOf('=') + 1);
    expect((await change(bob, { active: false })).json.person.active).toBe(false);
    expect([await status({ cookie: bobs }), await status({ token: bob.token })]).toEqual([401, 401]);
    expect(outcome(await signInOf(bob))).toEqual([401, 'unauthenticated']);
    expect(outcome(await call('POST', '/session', { code }, {}))).toEqual([401, 'unauthenticated']);
    const identity = { issuer: 'https://id.example', subject: bob.id, email: bob.email, name: 'Bob' };
    const nobody = { actor: null, requestId: 'req_x', key: null, replayed: false };
    expect(await server.app.session.signInVouched(nobody, identity, { signUp: true, userAgent: null })).toMatchObject({ code: 'unauthenticated' }); // prettier-ignore
    await change(bob, { active: true });
    expect([await status({ cookie: bobs }), await status({ token: bob.token }), (await signInOf(bob)).status]).toEqual([
      401, 200, 200,
    ]);
  });

  test('APP222 the last active administrator stays one', async () => {
    expect(outcome(await change(ada, { administrator: false }))).toEqual([409, 'last_administrator']);
    expect(outcome(await change(ada, { active: false }))).toEqual([409, 'last_administrator']);
    await change(bob, { administrator: true, active: false });
    expect(outcome(await change(ada, { active: false }))).toEqual([409, 'last_administrator']);
    await change(bob, { active: true });
    const bobs = await server.signIn(bob);
    const answers = await Promise.all([
      change(ada, { administrator: false }),
      change(bob, { administrator: false }, { cookie: bobs }),
    ]);
    expect(answers.map((answer) => answer.status).filter((one) => one === 200)).toHaveLength(1);
  });
});

describe('tokens, second factors, the audit log and storage', () => {
  test('APP223 tokens of others are listed without secrets, and revoked once', async () => {
    const { tokens } = (await call('GET', `/admin/people/${bob.id}/tokens`)).json;
    expect(tokens).toHaveLength(1);
    const at = (person: TestPerson): string => `/admin/people/${person.id}/tokens/${tokens[0].id}`;
    expect(outcome(await call('DELETE', at(ada)))).toEqual([404, 'token_not_found']);
    expect((await call('DELETE', at(bob))).status).toBe(204);
    expect(outcome(await call('DELETE', at(bob)))).toEqual([404, 'token_not_found']);
    expect(await status({ token: bob.token })).toBe(401);
  });

  test('APP223 a second factor is turned off', async () => {
    const bobs = { cookie: await server.signIn(bob) };
    const { secret } = (await call('POST', '/me/second-factor', undefined, bobs)).json;
    const confirmation = { code: totpCode(secret, totpStep(server.context.now())), currentPassword: password };
    await call('POST', '/me/second-factor/confirm', confirmation, bobs);
    expect(outcome(await signInOf(bob))).toEqual([403, 'second_factor_required']);
    expect((await call('POST', `/admin/people/${bob.id}/second-factor/end`)).status).toBe(204);
    expect((await signInOf(bob)).status).toBe(200);
    expect(outcome(await call('POST', `/admin/people/${bob.id}/second-factor/end`))).toEqual([409, 'second_factor_off']);
  });

  test('APP224 the audit log is read page by page, by person and by action, and has what administrators do', async () => {
    await change(bob, { active: false });
    await change(bob, { active: true });
    cookieOf((await signInOf(bob)).headers);
    const read = async (query: string) => (await call('GET', `/admin/audit?${query}`)).json;
    const all = await read(`person=${bob.id}`);
    expect(all.entries.map(({ action }: { action: string }) => action)).toEqual(['session.create', 'user.reactivate', 'user.deactivate']); // prettier-ignore
    expect(all.entries[1]).toMatchObject({
      by: 'person',
      userId: ada.id,
      name: 'Ada',
      subject: bob.id,
      subjectName: 'Bob',
      tokenId: null,
    });
    const first = await read(`person=${bob.id}&limit=2`);
    const second = await read(`person=${bob.id}&limit=2&cursor=${first.next}`);
    expect([...first.entries, ...second.entries, second.next]).toEqual([...all.entries, null]);
    const acted = (entries: { action: string }[]): string[] => entries.map(({ action }) => action);
    expect(acted((await read(`person=${bob.id}&action=user`)).entries)).toEqual(['user.reactivate', 'user.deactivate']);
    expect(acted((await read(`person=${bob.id}&action=user.deactivate`)).entries)).toEqual(['user.deactivate']);
    expect(outcome(await call('GET', '/admin/audit?cursor=x'))).toEqual([400, 'invalid_request']);
  });

  test('APP224 storage has the counts and bytes', async () => {
    const before = (await call('GET', '/admin/storage')).json;
    const { id } = await server.addDocument(bob.token);
    await server.addDocument(bob.token);
    await call('DELETE', `/documents/${id}`, undefined, { token: bob.token });
    const after = (await call('GET', '/admin/storage')).json;
    expect([after.documents - before.documents, after.trashedDocuments - before.trashedDocuments]).toEqual([1, 1]);
    expect([after.people, after.databaseBytes > 0, after.images, after.imageBytes]).toEqual([before.people, true, 0, 0]);
  });
});
