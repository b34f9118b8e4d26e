import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { OAuthTester, newProof, redirectUri } from './oauth.test-support.ts';
import { startTestServer, type TestPerson, type TestServer } from './server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let oauth: OAuthTester;
let client: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  oauth = new OAuthTester(server, await server.signIn(ada));
  client = await oauth.register();
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.origin}${path}`, { headers });

/** `fetch` cannot choose the Host header. */
const tools = (token: string): Promise<Response> =>
  fetch(`${server.origin}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });

describe('metadata', () => {
  test('OA2 a call without a credential names the metadata that say how to get one', async () => {
    const api = await get('/api/v1/me');
    const root = `${server.origin}/.well-known/oauth-protected-resource`;
    expect(api.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${root}"`);
    const mcp = await fetch(`${server.origin}/mcp`, { method: 'POST' });
    expect(mcp.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${root}/mcp"`);
    const wrong = await get('/api/v1/me', { Authorization: 'Bearer nonsense' });
    expect(wrong.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", resource_metadata="${root}"`);
  });

  test.each(['', '/api/v1', '/mcp'])('OA3 the resource "%s" names itself and this server', async (path) => {
    const metadata = await (await get(`/.well-known/oauth-protected-resource${path}`)).json();
    expect(metadata).toMatchObject({ resource: `${server.origin}${path}`, authorization_servers: [server.origin] });
  });

  test('OA3 the authorization server has codes, S256 and clients without a secret, and nothing else', async () => {
    const metadata = await (await get('/.well-known/oauth-authorization-server')).json();
    expect(metadata).toMatchObject({
      issuer: server.origin,
      authorization_endpoint: `${server.origin}/oauth/authorize`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  test('OA1 PUBLIC_URL is the issuer, under whatever name the server is called', async () => {
    const named = await startTestServer({ publicUrl: 'https://atelier.example.org' });
    try {
      const metadata = await (await fetch(`${named.origin}/.well-known/oauth-authorization-server`)).json();
      expect(metadata).toMatchObject({ issuer: 'https://atelier.example.org' });
    } finally {
      await named.close();
    }
  });
});

describe('a grant', () => {
  test('OA9 OA13 OA16 a person allows, the client gets tokens, and both resources take the access token', async () => {
    const { verifier, challenge } = newProof();
    const query = oauth.query(client, challenge);
    const shown = await server.call('GET', `/authorization?query=${encodeURIComponent(query)}`, { cookie: oauth.cookie });
    expect(shown.json).toEqual({
      client: { id: client, name: 'Test program', host: '127.0.0.1:9999' },
      isVouched: false,
      redirectHost: '127.0.0.1:9999',
      isLocal: true,
      access: ['full', 'read'],
    });
    const answer = await oauth.redirected(query);
    expect([answer.get('state'), answer.get('iss'), answer.get('error')]).toEqual(['st4te', server.origin, null]);
    const code = answer.get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      client_id: client,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    const issued = await oauth.post('/oauth/token', { ...form, resource: `${server.origin}/mcp` });
    expect(issued.status).toBe(200);
    expect(issued.headers.get('cache-control')).toBe('no-store');
    expect(issued.json).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'full' });
    const me = await server.call('GET', '/me', { token: issued.json.access_token });
    expect(me.json).toMatchObject({
      user: { name: 'Ada' },
      token: { via: 'oauth', client: { id: client, host: '127.0.0.1:9999' } },
    });
    expect((await tools(issued.json.access_token)).status).toBe(200);
  });

  test('OA13 a denial goes back with the state and the issuer, and issues nothing', async () => {
    const answer = await oauth.redirected(oauth.query(client, newProof().challenge), { allow: false });
    expect(Object.fromEntries(answer)).toMatchObject({ error: 'access_denied', state: 'st4te', iss: server.origin });
    expect(answer.has('code')).toBe(false);
  });

  test('OA12 access and documents are what the person chose', async () => {
    const chosen = await server.addDocument(ada.token, 'Chosen');
    const other = await server.addDocument(ada.token, 'Other');
    const { access } = await oauth.grant(client, { access: 'read', documents: [chosen.id], days: 1 });
    const listed = (await server.call('GET', '/documents', { token: access })).json.documents;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([chosen.id]);
    expect((await server.call('GET', `/documents/${other.id}`, { token: access })).status).toBe(404);
    const rename = await server.call('PATCH', `/documents/${chosen.id}`, { token: access, body: { name: 'Mine' } });
    expect(rename.json.code).toBe('token_read_only');
    const { token } = (await server.call('GET', '/me', { token: access })).json;
    expect(token.expiresAt - token.createdAt).toBe(86_400_000);
  });

  test('OA12 a grant has the fence that the person chose, and one that names nothing real is refused', async () => {
    const { id, tab } = await server.addDocument(ada.token, 'Fenced');
    const fence = { tabs: [tab], operations: ['draw'], rate: 50 };
    const { access, refresh } = await oauth.grant(client, { documents: [id], fence });
    const renewed = (await oauth.refresh(client, refresh)).json.access_token as string;
    for (const token of [access, renewed]) {
      const { json } = await server.call('GET', '/me', { token });
      expect(json.token.fence).toEqual(fence);
      const drawn = await server.call('POST', `/documents/${id}/tabs/${tab}/changesets`, {
        token,
        body: { operations: 'add square "A"' },
      });
      expect(drawn.status).toBe(201);
      const rename = await server.call('PATCH', `/documents/${id}`, { token, body: { name: 'Mine' } });
      expect(rename.json.code).toBe('token_fenced');
    }
    const query = oauth.query(client, newProof().challenge);
    const refused = await oauth.decide(query, { documents: [id], fence: { tabs: ['tab_00000000000000000000'] } });
    expect([refused.status, refused.json.errors[0].pointer]).toEqual([400, '/fence/tabs']);
  });

  test('OA12 a client that requested only reading gets no more', async () => {
    const query = oauth.query(client, newProof().challenge, { scope: 'read openid' });
    expect((await oauth.decide(query)).json.code).toBe('oauth_request_invalid');
    expect((await oauth.redirected(query, { access: 'read' })).has('code')).toBe(true);
  });

  test('OA16 a refresh token gives new tokens once; old access tokens end after an hour', async () => {
    const { access, refresh } = await oauth.grant(client);
    const renewed = await oauth.refresh(client, refresh, { resource: `${server.origin}/mcp` });
    expect(renewed.json).toMatchObject({ token_type: 'Bearer', expires_in: 3_600 });
    server.clock.offsetMs = 3_600_000;
    try {
      expect((await server.call('GET', '/me', { token: access })).status).toBe(401);
      expect((await oauth.refresh(client, renewed.json.refresh_token)).status).toBe(200);
    } finally {
      server.clock.offsetMs = 0;
    }
  });

  test('OA16 nothing outlives the grant', async () => {
    const { refresh } = await oauth.grant(client, { days: 1 });
    server.clock.offsetMs = 86_400_000 - 60_000;
    try {
      const last = await oauth.refresh(client, refresh);
      expect(last.json.expires_in).toBeLessThanOrEqual(60);
      server.clock.offsetMs = 86_400_000 + 1_000;
      expect((await server.call('GET', '/me', { token: last.json.access_token })).status).toBe(401);
      expect((await oauth.refresh(client, last.json.refresh_token)).json.error).toBe('invalid_grant');
    } finally {
      server.clock.offsetMs = 0;
    }
  });

  test('OA18 revoking a token ends the grant, and an unknown token is answered like a known one', async () => {
    const { access, refresh } = await oauth.grant(client);
    expect((await oauth.post('/oauth/revoke', { token: refresh, client_id: client })).status).toBe(200);
    expect((await server.call('GET', '/me', { token: access })).status).toBe(401);
    expect((await oauth.post('/oauth/revoke', { token: 'atr_unknown', client_id: client })).status).toBe(200);
  });

  test('OA19 the person sees the grant among the tokens, and revokes it there', async () => {
    const { access, refresh, id } = await oauth.grant(client);
    const { tokens } = (await server.call('GET', '/tokens', { cookie: oauth.cookie })).json;
    const row = tokens.find((token: { id: string }) => token.id === id);
    expect(row).toMatchObject({ name: 'Test program', via: 'oauth', client: { id: client, host: '127.0.0.1:9999' } });
    expect((await server.call('DELETE', `/tokens/${id}`, { cookie: oauth.cookie })).status).toBe(204);
    expect((await server.call('GET', '/me', { token: access })).status).toBe(401);
    expect((await oauth.refresh(client, refresh)).json.error).toBe('invalid_grant');
  });

  test('OA21 a repeated call after a refresh is not applied twice', async () => {
    const { access, refresh } = await oauth.grant(client);
    const headers = { 'Idempotency-Key': 'one board' };
    const first = await server.call('POST', '/documents', { token: access, body: { name: 'Once' }, headers });
    const renewed = (await oauth.refresh(client, refresh)).json.access_token;
    const second = await server.call('POST', '/documents', { token: renewed, body: { name: 'Once' }, headers });
    expect([second.headers.get('idempotency-replayed'), second.json.id]).toEqual(['true', first.json.id]);
  });

  test('OA7 a program on the computer of the person may listen on any port', async () => {
    const query = oauth.query(client, newProof().challenge, { redirect_uri: 'http://127.0.0.1:51234/callback' });
    const { json } = await oauth.decide(query);
    expect(json.redirect).toMatch(/^http:\/\/127\.0\.0\.1:51234\/callback\?code=atc_/);
  });
});

describe('registration', () => {
  test('OA8 answers a client without a secret', async () => {
    const body = JSON.stringify({
      redirect_uris: ['https://claude.ai/cb', 'cursor://auth/cb'],
      token_endpoint_auth_method: 'client_secret_post',
    });
    const { status, json } = await oauth.send('/oauth/register', body, { 'Content-Type': 'application/json' });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      token_endpoint_auth_method: 'none',
      redirect_uris: ['https://claude.ai/cb', 'cursor://auth/cb'],
    });
    expect(json.client_secret).toBeUndefined();
  });

  test('OA8 an address registers 30 clients an hour, and learns when it can again', async () => {
    const limited = await startTestServer({ rateLimit: 1_000 });
    try {
      const person = await limited.addPerson('Ada');
      const tester = new OAuthTester(limited, await limited.signIn(person));
      for (let count = 0; count < 30; count += 1) await tester.register();
      const body = JSON.stringify({ redirect_uris: [redirectUri] });
      const refused = await tester.send('/oauth/register', body, { 'Content-Type': 'application/json' });
      expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    } finally {
      await limited.close();
    }
  });
});
