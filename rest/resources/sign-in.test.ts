import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { hashSecret, newSignInCode } from '#server/access/secrets.ts';
import { insertSignInCode } from '#storage/sessions.ts';
import { listTokens } from '#storage/tokens.ts';

import { cookieOf, startTestServer, type TestPerson, type TestServer } from '../server.test-support.ts';

let server: TestServer;
let ada: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
});
afterAll(() => server.close());

describe('signing in', () => {
  test('signing in with email and password answers the person and a working session cookie', async () => {
    const { status, json, headers } = await server.call('POST', '/session', {
      body: { email: ada.email.toUpperCase(), password: ada.password },
    });
    expect([status, json]).toEqual([200, { user: { id: ada.id, name: 'Ada', color: '#c2410c', email: ada.email } }]);
    expect(headers.getSetCookie()[0]).toMatch(/^atelier_session=\w{38}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    const me = await server.call('GET', '/me', { cookie: cookieOf(headers) });
    expect(me.json.user).toEqual(json.user);
  });

  test('APP80 a wrong password and an unknown address have the same refusal', async () => {
    const refusals = [];
    for (const body of [
      { email: ada.email, password: 'wrong' },
      { email: 'nobody@example.org', password: 'wrong' },
      { code: 'nonsense' },
    ]) {
      const { status, text, headers } = await server.call('POST', '/session', { body });
      expect(headers.getSetCookie()).toEqual([]);
      refusals.push(`${status} ${text.replace(/req_[0-9a-z]+/, 'req')}`);
    }
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toMatch(/^401 .*unauthenticated/);
  });

  test('APP79 a code signs in once, and not after it expires', async () => {
    const codes = [newSignInCode(), newSignInCode()];
    const at = server.context.now();
    for (const code of codes) {
      await server.context.storage.transact((tx) =>
        insertSignInCode(tx, { hash: hashSecret(code), userId: ada.id, createdAt: at, expiresAt: at + 60_000 }),
      );
    }
    expect((await server.call('POST', '/session', { body: { code: codes[0] } })).json.user.id).toBe(ada.id);
    expect((await server.call('POST', '/session', { body: { code: codes[0] } })).status).toBe(401);
    server.clock.offsetMs += 61_000;
    expect((await server.call('POST', '/session', { body: { code: codes[1] } })).status).toBe(401);
  });

  test('an invalid body is refused', async () => {
    for (const body of [
      {},
      { email: ada.email },
      { email: 'x', password: 'y' },
      { email: ada.email, password: ada.password, code: 'x' },
      { email: [ada.email], password: 'y' },
      [],
    ]) {
      expect((await server.call('POST', '/session', { body })).json.code).toBe('invalid_request');
    }
  });

  test('signing out ends the session and clears the cookie', async () => {
    const cookie = await server.signIn(ada);
    const { status, headers } = await server.call('DELETE', '/session', { cookie });
    expect([status, headers.getSetCookie()]).toEqual([204, ['atelier_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']]);
    expect((await server.call('GET', '/me', { cookie })).status).toBe(401);
    expect((await server.call('DELETE', '/session', { token: ada.token })).json.code).toBe('session_required');
  });

  test('APP79 a session expires after 30 days', async () => {
    const cookie = await server.signIn(ada);
    server.clock.offsetMs += 30 * 24 * 60 * 60 * 1000;
    expect((await server.call('GET', '/me', { cookie })).status).toBe(401);
  });
});

describe('writes with a cookie', () => {
  test('need an Origin of this server; reads do not', async () => {
    const cookie = await server.signIn(ada);
    const post = (headers: Record<string, string>) =>
      server.call('POST', '/documents', { cookie, bare: true, body: {}, headers });
    for (const origin of [
      undefined,
      'null',
      'https://evil.example',
      `${server.origin}.evil.example`,
      `${server.origin}/`,
      server.origin.replace('127.0.0.1', 'localhost'),
    ]) {
      const { status, json } = await post(origin === undefined ? {} : { Origin: origin });
      expect([origin, status, json.code]).toEqual([origin, 403, 'origin_refused']);
    }
    expect((await post({ Origin: server.origin })).status).toBe(201);
    expect(
      (await server.call('GET', '/documents', { cookie, bare: true, headers: { Origin: 'https://evil.example' } })).status,
    ).toBe(200);
  });

  test('signing in from a page of another server is refused; a token needs no Origin', async () => {
    const body = { email: ada.email, password: ada.password };
    const { json, headers } = await server.call('POST', '/session', { body, headers: { Origin: 'https://evil.example' } });
    expect([json.code, headers.getSetCookie()]).toEqual(['origin_refused', []]);
    expect(
      (await server.call('POST', '/documents', { token: ada.token, body: {}, headers: { Origin: 'https://evil.example' } }))
        .status,
    ).toBe(201);
  });

  test('an Origin of the other scheme is foreign, unless the address is not known and the browser calls it the same', async () => {
    const cookie = await server.signIn(ada);
    const { host } = new URL(server.origin);
    const post = async (headers: Record<string, string>): Promise<number> =>
      (await server.call('POST', '/documents', { cookie, bare: true, body: {}, headers })).status;
    expect(await post({ Origin: `https://${host}` })).toBe(403);
    expect(await post({ Origin: `https://${host}`, 'Sec-Fetch-Site': 'same-site' })).toBe(403);
    expect(await post({ Origin: `https://${host}`, 'Sec-Fetch-Site': 'same-origin' })).toBe(201);
  });

  test('with an https PUBLIC_URL the cookie is Secure, and that address counts as this server', async () => {
    const proxied = await startTestServer({ publicUrl: 'https://canvas.example.org' });
    try {
      const eve = await proxied.addPerson('Eve');
      const { headers } = await proxied.call('POST', '/session', { body: { email: eve.email, password: eve.password } });
      expect(headers.getSetCookie()[0]).toMatch(/; Secure$/);
      const made = await proxied.call('POST', '/documents', {
        cookie: cookieOf(headers),
        bare: true,
        body: {},
        headers: { Origin: 'https://canvas.example.org' },
      });
      expect(made.status).toBe(201);
      expect(made.headers.get('location')).toMatch(/^https:\/\/canvas\.example\.org\/api\/v1\/documents\/doc_/);
    } finally {
      await proxied.close();
    }
  });
});

describe('tokens', () => {
  test('a session creates a token whose secret works, is shown once and is stored as a hash', async () => {
    const cookie = await server.signIn(ada);
    const { status, json, headers } = await server.call('POST', '/tokens', { cookie, body: { name: 'ci', access: 'full' } });
    expect(status).toBe(201);
    expect(headers.get('location')).toMatch(new RegExp(`/api/v1/tokens/${json.token.id}$`));
    expect(json.secret).toMatch(/^atl_[0-9A-Za-z]{44}$/);
    expect(json.token).toMatchObject({ name: 'ci', access: 'full', documents: null, lastUsedAt: null, expiresAt: null });
    const me = await server.call('GET', '/me', { token: json.secret });
    expect(me.json.token).toMatchObject({ id: json.token.id });
    const list = await server.call('GET', '/tokens', { cookie });
    expect(list.text).not.toContain(json.secret);
    expect(list.json.tokens[0].id).toBe(json.token.id);
    const [stored] = await listTokens(server.context.storage.db, ada.id, Date.now());
    expect(JSON.stringify(stored)).not.toContain(json.secret);
    await server.app.writeUses();
    expect((await server.call('GET', '/tokens', { cookie })).json.tokens[0].lastUsedAt).toEqual(expect.any(Number));
  });

  test('a token cannot create, list or revoke tokens', async () => {
    for (const [method, path, body] of [
      ['POST', '/tokens', { name: 'x', access: 'full' }],
      ['GET', '/tokens', undefined],
      ['DELETE', `/tokens/${newId('tok')}`, undefined],
    ] as const) {
      const { status, json } = await server.call(method, path, { token: ada.token, body });
      expect([method, status, json.code]).toEqual([method, 403, 'session_required']);
      expect((await server.call(method, path, { body })).status).toBe(401);
    }
  });

  test('revoked, expired, mistyped and unknown tokens have the same refusal', async () => {
    const cookie = await server.signIn(ada);
    const make = async (body: object) =>
      (await server.call('POST', '/tokens', { cookie, body: { name: 'x', access: 'full', ...body } })).json;
    const revoked = await make({});
    const expiring = await make({ expiresAt: server.context.now() + 60_000 });
    expect((await server.call('GET', '/me', { token: expiring.secret })).status).toBe(200);
    expect((await server.call('DELETE', `/tokens/${revoked.token.id}`, { cookie })).status).toBe(204);
    expect((await server.call('DELETE', `/tokens/${revoked.token.id}`, { cookie })).json.code).toBe('token_not_found');
    server.clock.offsetMs += 61_000;
    const mistyped = `${ada.token.slice(0, -1)}${ada.token.endsWith('x') ? 'y' : 'x'}`;
    const refusals = [];
    for (const token of [revoked.secret, expiring.secret, mistyped, 'nonsense', `atl_${'0'.repeat(44)}`]) {
      const { status, text, headers } = await server.call('GET', '/me', { token });
      expect(headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata="http/);
      refusals.push(`${status} ${text.replace(/req_[0-9a-z]+/, 'req')}`);
    }
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toMatch(/^401 .*unauthenticated/);
  });

  test('an invalid Authorization header is refused, even with a valid cookie', async () => {
    const cookie = await server.signIn(ada);
    for (const value of ['Bearer nonsense', 'Basic YTpi', 'Bearer', ada.token]) {
      expect((await server.call('GET', '/me', { cookie, headers: { Authorization: value } })).status).toBe(401);
    }
    expect((await server.call('GET', `/me?token=${ada.token}`)).status).toBe(401);
  });

  test('a token can be limited to documents that its owner can read, and cannot expire in the past', async () => {
    const cookie = await server.signIn(ada);
    const eve = await server.addPerson('Eve');
    const { id } = await server.addDocument(eve.token);
    const make = (body: object) => server.call('POST', '/tokens', { cookie, body: { name: 'x', access: 'read', ...body } });
    expect((await make({ documents: [id] })).json.code).toBe('document_not_found');
    expect((await make({ documents: ['nonsense'] })).json.code).toBe('document_not_found');
    for (const body of [
      { documents: [] },
      { documents: ['a', 'a'] },
      { expiresAt: 1 },
      { expiresAt: '1' },
      { access: 'admin' },
      { name: '' },
      { userId: eve.id },
    ]) {
      expect((await make(body)).json.code).toBe('invalid_request');
    }
  });

  test('people can revoke only their own tokens', async () => {
    const eve = await server.addPerson('Eve');
    const [hers] = await listTokens(server.context.storage.db, eve.id, Date.now());
    expect((await server.call('DELETE', `/tokens/${hers!.id}`, { cookie: await server.signIn(ada) })).json.code).toBe(
      'token_not_found',
    );
    expect((await server.call('GET', '/me', { token: eve.token })).status).toBe(200);
  });

  test('a read-only token reads and writes nothing', async () => {
    const { id } = await server.addDocument(ada.token);
    const token = await server.addToken(ada.id, { access: 'read' });
    expect((await server.call('GET', `/documents/${id}`, { token })).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/documents', {}],
      ['PATCH', `/documents/${id}`, { name: 'x' }],
      ['DELETE', `/documents/${id}`, undefined],
      ['PUT', `/documents/${id}/members/${ada.id}`, { level: 'viewer' }],
      ['DELETE', `/documents/${id}/members/${ada.id}`, undefined],
      ['POST', `/documents/${id}/share-links`, { level: 'viewer' }],
      ['DELETE', `/documents/${id}/share-links/${newId('link')}`, undefined],
      ['POST', `/documents/${id}/tabs`, { name: 'x' }],
      ['POST', `/documents/${id}/tabs/${newId('tab')}/changesets?dryRun=1`, { operations: '' }],
    ] as const) {
      const { status, json } = await server.call(method, path, { token, body });
      expect([method, path, status, json.code]).toEqual([method, path, 403, 'token_read_only']);
    }
  });
});
