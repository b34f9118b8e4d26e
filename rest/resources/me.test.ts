import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { hashSecret, newSignInCode } from '#server/access/secrets.ts';
import { insertSignInCode } from '#storage/sessions.ts';
import { insertUser, userById } from '#storage/users.ts';

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
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ada = await server.addPerson('Ada');
  cookie = await server.signIn(ada);
});

const change = (body: object, sent: object = { cookie }): Promise<TestAnswer> => server.call('PATCH', '/me', { ...sent, body });
const signsInWith = async (word: string): Promise<number> =>
  (await server.call('POST', '/session', { body: { email: ada.email, password: word } })).status;

async function signInWithCode(email: string | null): Promise<string> {
  const { storage, now } = server.context;
  const [id, code] = [newId('user'), newSignInCode()];
  await storage.transact(async (tx) => {
    await insertUser(tx, { id, name: 'Otto', color: '#047857', email, passwordHash: null, createdAt: now() });
    const times = { createdAt: now(), expiresAt: now() + 60_000 };
    await insertSignInCode(tx, { hash: hashSecret(code), userId: id, ...times });
  });
  return cookieOf((await server.call('POST', '/session', { body: { code } })).headers);
}

describe('the own name and color', () => {
  test('APP153 are changed, one or both, and answered in lower case and without spaces around', async () => {
    const both = await change({ name: '  Ada Lovelace ', color: '#1D4ED8' });
    const user = { id: ada.id, name: 'Ada Lovelace', color: '#1d4ed8', email: ada.email };
    expect([both.status, both.json]).toEqual([200, { user }]);
    expect((await change({ name: 'Countess' })).json.user).toEqual({ ...user, name: 'Countess' });
    expect((await server.call('GET', '/me', { cookie })).json).toEqual({
      user: { ...user, name: 'Countess' },
      hasPassword: true,
    });
    expect((await server.call('GET', '/me', { token: ada.token })).json.user.name).toBe('Countess');
  });

  test('APP153 no token changes them, nor a page of another server, a guest or a stranger', async () => {
    const refusals = [
      await change({ name: 'Eve' }, { token: ada.token }),
      await change({ name: 'Eve' }, { cookie, bare: true }),
      await change({ name: 'Eve' }, {}),
    ];
    expect(refusals.map(({ json }) => json.code)).toEqual(['session_required', 'origin_refused', 'unauthenticated']);
    expect((await server.call('GET', '/me', { cookie })).json.user.name).toBe('Ada');
  });

  test('invalid ones are refused', async () => {
    const bodies = [
      {},
      { name: ' ' },
      { name: 'x'.repeat(201) },
      { color: 'red' },
      { email: 'eve@example.org' },
      { id: 'user_1' },
    ];
    for (const body of bodies) expect([body, (await change(body)).json.code]).toEqual([body, 'invalid_request']);
  });
});

describe('the own password', () => {
  test('the current one alone changes nothing', async () => {
    const { status, json } = await change({ currentPassword: password });
    expect([status, json.user.name]).toEqual([200, 'Ada']);
  });

  test('APP154 needs the current one, and ends the other sessions and no tokens', async () => {
    const other = await server.signIn(ada);
    const wrong = [await change({ password: 'new password' }), await change({ password: 'new password', currentPassword: 'x' })];
    expect(wrong.map(({ status, json }) => [status, json.code])).toEqual([[403, 'password_wrong'], [403, 'password_wrong']]); // prettier-ignore
    expect([await signsInWith(password), (await server.call('GET', '/me', { cookie: other })).status]).toEqual([200, 200]);

    expect((await change({ password: 'new password', currentPassword: password })).status).toBe(200);
    expect([await signsInWith(password), await signsInWith('new password')]).toEqual([401, 200]);
    expect((await server.call('GET', '/me', { cookie: other })).status).toBe(401);
    expect((await server.call('GET', '/me', { cookie })).status).toBe(200);
    expect((await server.call('GET', '/me', { token: ada.token })).status).toBe(200);
  });

  test('APP154 a wrong current password changes nothing else, and neither word is written to the audit log', async () => {
    expect((await change({ name: 'Eve', password: 'new password', currentPassword: 'guess' })).json.code).toBe('password_wrong');
    expect((await server.call('GET', '/me', { cookie })).json.user.name).toBe('Ada');
    await change({ password: 'new password', currentPassword: password });
    const rows = await server.context.storage.db.selectFrom('audit').selectAll().where('user_id', '=', ada.id).execute();
    expect(rows.at(-1)).toMatchObject({ action: 'user.change-password', actor_kind: 'person', subject: ada.id, data: null });
    expect(JSON.stringify(rows)).not.toContain('new password');
  });

  test('APP154 people without one set it, if they have an address to sign in with', async () => {
    const withAddress = await signInWithCode('otto@example.org');
    expect((await server.call('GET', '/me', { cookie: withAddress })).json.hasPassword).toBe(false);
    expect((await change({ password: 'new password' }, { cookie: withAddress })).status).toBe(200);
    expect((await server.call('GET', '/me', { cookie: withAddress })).json.hasPassword).toBe(true);
    const without = await change({ password: 'new password' }, { cookie: await signInWithCode(null) });
    expect([without.json.code, without.json.errors[0].pointer]).toEqual(['invalid_request', '/password']);
  });

  test('is stored as a hash, and has at least 8 characters', async () => {
    expect((await change({ password: 'seven!!', currentPassword: password })).json.code).toBe('invalid_request');
    await change({ password: 'eight!!!', currentPassword: password });
    const stored = await userById(server.context.storage.db, ada.id);
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  test('APP154 of two calls that change it at once, one is refused', async () => {
    const body = (word: string): object => ({ password: word, currentPassword: password });
    const answers = await Promise.all([change(body('first password')), change(body('second password'))]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  });
});

test('APP154 wrong current passwords are limited, and then the right one is refused too', async () => {
  const limited = await startTestServer({ rateLimit: 600 });
  try {
    const eve = await limited.addPerson('Eve');
    const session = await limited.signIn(eve);
    const attempt = (currentPassword: string): Promise<TestAnswer> =>
      limited.call('PATCH', '/me', { cookie: session, body: { password: 'new password', currentPassword } });
    const codes: unknown[] = [];
    for (let count = 0; count < 11; count += 1) codes.push((await attempt(`guess ${count}`)).json.code);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'password_wrong'), 'rate_limited']);
    expect((await attempt(password)).json.code).toBe('rate_limited');
  } finally {
    await limited.close();
  }
});
