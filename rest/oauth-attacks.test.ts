/**
 * Attacks on the flow of OAuth. Each is refused with a reason, and nothing is issued: no code, no token, no grant. Two tests at the end
 * show that the same calls without the attack succeed.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type FormAnswer, OAuthTester, newProof, type Parameters, redirectUri } from './oauth.test-support.ts';
import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from './server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let oauth: OAuthTester;
let client: string;
/** Serves documents of clients, and is on the allow list of the server. */
let vouching: Server;
let documents: string;
const answers = new Map<string, { status?: number; headers?: Record<string, string>; body: string }>();

beforeAll(async () => {
  vouching = createServer((request, response) => {
    const { status = 200, headers = {}, body } = answers.get(request.url ?? '') ?? { status: 404, body: '' };
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  });
  vouching.listen(0, '127.0.0.1');
  await once(vouching, 'listening');
  documents = `http://127.0.0.1:${(vouching.address() as AddressInfo).port}`;
  server = await startTestServer({ outboundAllow: ['127.0.0.1'] });
  ada = await server.addPerson('Ada');
  oauth = new OAuthTester(server, await server.signIn(ada));
  client = await oauth.register();
});
afterAll(async () => {
  vouching.close();
  await server.close();
});

/** The id of a client whose document has these members. */
function vouched(path: string, members: object = {}): string {
  const id = `${documents}${path}`;
  answers.set(path, {
    body: JSON.stringify({ client_id: id, client_name: 'Vouched', redirect_uris: [redirectUri], ...members }),
  });
  return id;
}

const challenge = newProof().challenge;
const query = (changes: Parameters = {}): string => oauth.query(client, challenge, changes);

/** Everything that was issued so far. */
async function issued(): Promise<number[]> {
  const { db } = server.context.storage;
  const secrets = await db
    .selectFrom('oauth_secrets')
    .select((is) => is.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const grants = await db
    .selectFrom('tokens')
    .where('client', 'is not', null)
    .where('revoked_at', 'is', null)
    .select((is) => is.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return [secrets.n, grants.n];
}

async function issuesNothing(attack: () => Promise<unknown>): Promise<void> {
  const before = await issued();
  await attack();
  expect(await issued()).toEqual(before);
}

describe('attacks on the request, refused on the consent page', () => {
  const cases: [attack: string, request: () => string, code: string][] = [
    ['a client that is unknown', () => query({ client_id: 'client_unknown' }), 'oauth_client_invalid'],
    ['no client', () => query({ client_id: null }), 'oauth_client_invalid'],
    ['two clients', () => `${query()}&client_id=other`, 'oauth_client_invalid'],
    ['a redirect URI of somebody else', () => query({ redirect_uri: 'https://evil.example/callback' }), 'oauth_redirect_invalid'],
    ['a redirect URI with another path', () => query({ redirect_uri: `${redirectUri}/../steal` }), 'oauth_redirect_invalid'],
    [
      'a redirect URI with a query added',
      () => query({ redirect_uri: `${redirectUri}?next=https://evil.example` }),
      'oauth_redirect_invalid',
    ],
    [
      'a redirect URI whose host begins alike',
      () => query({ redirect_uri: 'http://127.0.0.1.evil.example:9999/callback' }),
      'oauth_redirect_invalid',
    ],
    [
      'a redirect URI with a user',
      () => query({ redirect_uri: 'http://127.0.0.1:9999@evil.example/callback' }),
      'oauth_redirect_invalid',
    ],
    ['a redirect URI with a fragment', () => query({ redirect_uri: `${redirectUri}#x` }), 'oauth_redirect_invalid'],
    ['no redirect URI', () => query({ redirect_uri: null }), 'oauth_redirect_invalid'],
    ['two redirect URIs', () => `${query()}&redirect_uri=https%3A%2F%2Fevil.example`, 'oauth_redirect_invalid'],
    ['plain PKCE', () => query({ code_challenge_method: 'plain' }), 'oauth_request_invalid'],
    ['PKCE without a method, which would mean plain', () => query({ code_challenge_method: null }), 'oauth_request_invalid'],
    ['no PKCE', () => query({ code_challenge: null, code_challenge_method: null }), 'oauth_request_invalid'],
    ['a challenge that is no SHA-256', () => query({ code_challenge: 'short' }), 'oauth_request_invalid'],
    ['the implicit flow', () => query({ response_type: 'token' }), 'oauth_request_invalid'],
    ['an answer in the fragment', () => query({ response_mode: 'fragment' }), 'oauth_request_invalid'],
    ['a resource of another server', () => query({ resource: 'https://other.example/mcp' }), 'oauth_request_invalid'],
    [
      'a resource whose address begins alike',
      () => query({ resource: `${server.origin}.evil.example/mcp` }),
      'oauth_request_invalid',
    ],
    ['two resources', () => `${query()}&resource=https%3A%2F%2Fother.example`, 'oauth_request_invalid'],
    ['a parameter that is there twice', () => `${query()}&state=other`, 'oauth_request_invalid'],
    ['a request object', () => `${query()}&request_uri=https%3A%2F%2Fevil.example`, 'oauth_request_invalid'],
  ];

  test.each(cases)('OA9 OA10 %s', async (_attack, request, code) => {
    await issuesNothing(async () => {
      const shown = await server.call('GET', `/authorization?query=${encodeURIComponent(request())}`, { cookie: oauth.cookie });
      const decided = await oauth.decide(request());
      for (const { status, json } of [shown, decided]) {
        expect([status, json.code]).toEqual([400, code]);
        expect(json.detail.length).toBeGreaterThan(30);
        // Only a client that is known learns of it, at an address of its own [OA13].
        if (code === 'oauth_request_invalid') expect(json.redirect).toMatch(/^http:\/\/127\.0\.0\.1:9999\/callback\?error=/);
        else expect(json.redirect).toBeUndefined();
      }
    });
  });
});

describe('attacks with documents of clients', () => {
  const cases: [attack: string, client: () => string, code: string][] = [
    ['a document at a cloud’s metadata address', () => 'https://169.254.169.254/client.json', 'outbound_refused'],
    ['a document in a private network', () => 'https://10.0.0.1/client.json', 'outbound_refused'],
    ['a document on this machine under an IPv6 address', () => 'https://[::1]/client.json', 'outbound_refused'],
    ['a document of which another URL is the id', () => vouched('/other.json', { client_id: 'https://claude.ai/client.json' }), 'oauth_client_invalid'],
    ['a document that redirects', () => {
      answers.set('/moved.json', { status: 302, headers: { Location: '/client.json' }, body: '' });
      return `${documents}/moved.json`;
    }, 'oauth_client_invalid'],
    ['a document that is too long', () => vouched('/long.json', { logo: 'x'.repeat(6_000) }), 'outbound_failed'],
    ['a document that is not JSON', () => {
      answers.set('/page.json', { body: '<html>' });
      return `${documents}/page.json`;
    }, 'oauth_client_invalid'],
    ['a document with a secret', () => vouched('/secret.json', { client_secret: 'x' }), 'oauth_client_invalid'],
    ['a document that redirects into a script', () => vouched('/script.json', { redirect_uris: ['javascript:alert(1)'] }), 'oauth_client_invalid'],
    ['a document of a host without a path', () => `${documents}/`, 'oauth_client_invalid'],
    ['a document with a path that is not canonical', () => `${documents}/a/../client.json`, 'oauth_client_invalid'],
    ['a document with a redirect URI of somebody else', () => vouched('/elsewhere.json', { redirect_uris: ['https://claude.ai/cb'] }), 'oauth_redirect_invalid'],
  ]; // prettier-ignore

  test.each(cases)('OA5 %s', async (_attack, id, code) => {
    await issuesNothing(async () => {
      const decided = await oauth.decide(oauth.query(id(), challenge));
      expect(decided.json.code).toBe(code);
    });
  });

  test('OA4 an attacker who is not signed in makes the server fetch nothing', async () => {
    let fetched = false;
    vouching.once('request', () => (fetched = true));
    const id = vouched('/unseen.json');
    const refused = await server.call('GET', `/authorization?query=${encodeURIComponent(oauth.query(id, challenge))}`);
    expect([refused.status, fetched]).toEqual([401, false]);
    vouching.removeAllListeners('request').on('request', (request, response) => {
      const { status = 200, headers = {}, body } = answers.get(request.url ?? '') ?? { status: 404, body: '' };
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
    });
  });

  test('OA4 a document that is in order gives its client access', async () => {
    const { json } = await oauth.decide(oauth.query(vouched('/client.json'), challenge));
    expect(new URL(json.redirect).searchParams.get('code')).toMatch(/^atc_/);
  });
});

describe('attacks on the decision', () => {
  const decided = (headers: Record<string, string>, sent: object = {}): Promise<TestAnswer> =>
    server.call('POST', '/authorization', {
      body: { query: query(), allow: true, access: 'full', documents: null, days: 30 },
      headers,
      ...sent,
    });
  const cases: [attack: string, attempt: () => Promise<TestAnswer>, code: string][] = [
    ['nobody is signed in', () => decided({}), 'unauthenticated'],
    ['a page of another server posts it', () => decided({ Origin: 'https://evil.example' }, { cookie: oauth.cookie, bare: true }), 'origin_refused'],
    ['it comes without an origin', () => decided({}, { cookie: oauth.cookie, bare: true }), 'origin_refused'],
    ['an agent gives itself access', () => decided({}, { token: ada.token }), 'session_required'],
    ['a form posts it, without a preflight request', () => decided({ 'Content-Type': 'text/plain' }, { cookie: oauth.cookie }), 'unsupported_media_type'],
    ['it is for a document that the person cannot read', () => oauth.decide(query(), { documents: ['doc_00000000000000000000'] }), 'document_not_found'],
    ['it lasts for ever', () => oauth.decide(query(), { days: 36_500 }), 'invalid_request'],
  ]; // prettier-ignore

  test.each(cases)('OA11 %s', async (_attack, attempt, code) => {
    await issuesNothing(async () => expect((await attempt()).json.code).toBe(code));
  });

  test('OA11 the consent page cannot be framed, and leaks no address', async () => {
    const page = await fetch(`${server.origin}/oauth/authorize?${query()}`);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });
});

describe('attacks on the token call', () => {
  const refusedWith = async (answer: Promise<FormAnswer>, error: string): Promise<void> => {
    const { status, json, headers } = await answer;
    expect([status, json.error, headers.get('cache-control')]).toEqual([
      error === 'invalid_client' ? 401 : 400,
      error,
      'no-store',
    ]);
    expect(json.error_description.length).toBeGreaterThan(15);
    expect(JSON.stringify(json)).not.toMatch(/at[cor]_/);
  };
  const token = (form: Parameters, changes: Parameters = {}): Promise<FormAnswer> =>
    oauth.post('/oauth/token', { ...form, ...changes });

  const cases: [attack: string, changes: () => Promise<Parameters> | Parameters, error: string][] = [
    ['a guessed code', () => ({ code: `atc_${'x'.repeat(44)}` }), 'invalid_grant'],
    ['a code of another client (mix-up)', async () => ({ client_id: await oauth.register() }), 'invalid_grant'],
    ['a code with another redirect URI', () => ({ redirect_uri: 'http://127.0.0.1:9999/other' }), 'invalid_grant'],
    ['a code with another verifier (injection)', () => ({ code_verifier: newProof().verifier }), 'invalid_grant'],
    ['a code without a verifier (downgrade)', () => ({ code_verifier: null }), 'invalid_request'],
    ['a verifier that is the challenge (plain)', () => ({ code_verifier: challenge }), 'invalid_grant'],
    ['a resource that was not authorized', () => ({ resource: 'https://other.example/mcp' }), 'invalid_target'],
    ['a code without a client', () => ({ client_id: null }), 'invalid_client'],
    [
      'the password grant',
      () => ({ grant_type: 'password', username: 'ada@example.org', password: 'x' }),
      'unsupported_grant_type',
    ],
    ['the client credentials grant', () => ({ grant_type: 'client_credentials' }), 'unsupported_grant_type'],
  ];

  test.each(cases)('OA14 %s', async (_attack, changes, error) => {
    const { form } = await oauth.code(client);
    const change = await changes();
    await issuesNothing(() => refusedWith(token(form, change), error));
  });

  test('OA14 a code that has expired', async () => {
    const { form } = await oauth.code(client);
    server.clock.offsetMs = 61_000;
    try {
      await issuesNothing(() => refusedWith(token(form), 'invalid_grant'));
    } finally {
      server.clock.offsetMs = 0;
    }
  });

  test('OA15 a code that is used twice ends what it led to', async () => {
    const { form } = await oauth.code(client);
    const first = await token(form);
    await refusedWith(token(form), 'invalid_grant');
    expect((await server.call('GET', '/me', { token: first.json.access_token })).status).toBe(401);
    await refusedWith(oauth.refresh(client, first.json.refresh_token), 'invalid_grant');
  });

  test('OA15 of many calls that redeem one code at once, none keeps its tokens', async () => {
    const { form } = await oauth.code(client);
    const all = await Promise.all(Array.from({ length: 8 }, () => token(form)));
    const won = all.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect((await server.call('GET', '/me', { token: won[0]?.json.access_token })).status).toBe(401);
  });

  test('OA17 a stale refresh token ends the grant, for the thief and for the client', async () => {
    const { refresh } = await oauth.grant(client);
    const renewed = (await oauth.refresh(client, refresh)).json;
    await refusedWith(oauth.refresh(client, refresh), 'invalid_grant');
    expect((await server.call('GET', '/me', { token: renewed.access_token })).status).toBe(401);
    await refusedWith(oauth.refresh(client, renewed.refresh_token), 'invalid_grant');
  });

  test('OA16 a refresh token of another client, for another resource, or for more access', async () => {
    const { refresh } = await oauth.grant(client, { access: 'read' });
    const other = await oauth.register();
    await issuesNothing(async () => {
      await refusedWith(oauth.refresh(other, refresh), 'invalid_grant');
      await refusedWith(oauth.refresh(client, refresh, { resource: 'https://other.example' }), 'invalid_target');
      await refusedWith(oauth.refresh(client, refresh, { scope: 'full' }), 'invalid_scope');
    });
    expect((await oauth.refresh(client, refresh)).status).toBe(200);
  });

  test('an access token is no refresh token, a refresh token and a code are no access tokens', async () => {
    const { access, refresh } = await oauth.grant(client);
    const { code } = await oauth.code(client);
    await refusedWith(oauth.refresh(client, access), 'invalid_grant');
    expect((await server.call('GET', '/me', { token: refresh })).status).toBe(401);
    expect((await server.call('GET', '/me', { token: code })).status).toBe(401);
  });

  test('OA18 another client revokes nothing', async () => {
    const { access, refresh } = await oauth.grant(client);
    const other = await oauth.register();
    await refusedWith(oauth.post('/oauth/revoke', { token: refresh, client_id: other }), 'invalid_client');
    expect((await server.call('GET', '/me', { token: access })).status).toBe(200);
  });

  test('a body that is not a form, a secret in a header, and a call from a page of another server', async () => {
    const { form } = await oauth.code(client);
    await issuesNothing(async () => {
      await refusedWith(
        oauth.send('/oauth/token', JSON.stringify(form), { 'Content-Type': 'application/json' }),
        'invalid_request',
      );
      const basic = `Basic ${Buffer.from(`${client}:secret`).toString('base64')}`;
      await refusedWith(oauth.post('/oauth/token', form, { Authorization: basic }), 'invalid_client');
      const foreign = await oauth.post('/oauth/token', form, { Origin: 'https://evil.example' });
      expect([foreign.status, foreign.json.code]).toEqual([403, 'origin_refused']);
    });
  });
});

describe('attacks on registration', () => {
  test.each<[attack: string, body: unknown]>([
    ['no redirect URI', {}],
    ['a list of none', { redirect_uris: [] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['a data URL', { redirect_uris: ['data:text/html,x'] }],
    ['a file', { redirect_uris: ['file:///etc/passwd'] }],
    ['http to another machine', { redirect_uris: ['http://evil.example/cb'] }],
    ['a fragment', { redirect_uris: ['https://a.example/cb#x'] }],
    ['one bad among good ones', { redirect_uris: ['https://a.example/cb', 'http://evil.example/cb'] }],
    ['too many', { redirect_uris: Array.from({ length: 21 }, (_, index) => `https://a.example/${index}`) }],
    ['a list instead of an object', []],
  ])('OA6 %s', async (_attack, body) => {
    const { status, json } = await oauth.send('/oauth/register', JSON.stringify(body), { 'Content-Type': 'application/json' });
    expect([status, json.error]).toEqual([400, Array.isArray(body) ? 'invalid_client_metadata' : 'invalid_redirect_uri']);
  });

  test('a name that imitates other text of the page is made harmless', async () => {
    const body = JSON.stringify({ client_name: `Atelier\u202e\nSystem\u0007${'x'.repeat(200)}`, redirect_uris: [redirectUri] });
    const { json } = await oauth.send('/oauth/register', body, { 'Content-Type': 'application/json' });
    expect(json.client_name).toMatch(/^Atelier System x{65}$/);
  });
});
