/** What all calls share: addresses, methods, bodies, queries, ids, headers. */
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';

import { startTestServer, type TestPerson, type TestServer } from './server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let document: { readonly id: string; readonly tab: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addPerson('Ada');
  document = await server.addDocument(ada.token);
});
afterAll(() => server.close());

/** Sends bytes, and returns everything received until the connection closed. */
async function raw(text: string, waitMs = 3_000): Promise<string> {
  const { port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text, 'latin1'));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    setTimeout(() => socket.destroy(), waitMs).unref();
  });
}

describe('addresses and methods', () => {
  test('an unknown address is route_not_found, with or without a credential', async () => {
    for (const path of [
      '/',
      '/nothing',
      '/documents/',
      '/Documents',
      '/documents//x',
      '/me/x',
      '/problems/none',
      '/problems/__proto__',
      '/me;x=1',
      '/%zz',
    ]) {
      const { status, json } = await server.call('GET', path, { token: ada.token });
      expect([path, status, json.code]).toEqual([path, 404, 'route_not_found']);
    }
    expect((await server.call('GET', '/nothing')).json.code).toBe('route_not_found');
  });

  test('HT3 another method is 405 with the allowed methods, before anything else is checked', async () => {
    for (const [method, path, allow] of [
      ['PUT', '/documents', 'POST, GET, HEAD, OPTIONS'],
      ['POST', '/me', 'GET, PATCH, HEAD, OPTIONS'],
      ['DELETE', '/documents', 'POST, GET, HEAD, OPTIONS'],
      ['PATCH', `/documents/${document.id}/members`, 'GET, HEAD, OPTIONS'],
      ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const { status, headers, json } = await server.call(method, path, { token: ada.token });
      expect([path, status, json.code, headers.get('allow')]).toEqual([path, 405, 'method_not_allowed', allow]);
    }
    const trace = await raw('TRACE /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(trace).toMatch(/^HTTP\/1.1 405 /);
  });

  test('HT3 HEAD answers like GET without a body, and OPTIONS answers the methods without cross-origin permission', async () => {
    const head = await server.call('HEAD', '/me', { token: ada.token });
    const get = await server.call('GET', '/me', { token: ada.token });
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', get.headers.get('content-length')]);
    const refused = await server.call('HEAD', '/problems/rate_limited');
    expect([refused.status, refused.text]).toEqual([200, '']);
    const options = await server.call('OPTIONS', '/documents', {
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, GET, HEAD, OPTIONS']);
    expect([...options.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('HT3 no header or query overrides the method', async () => {
    const { status } = await server.call('POST', '/documents', {
      token: ada.token,
      body: {},
      headers: { 'X-HTTP-Method-Override': 'DELETE' },
    });
    expect(status).toBe(201);
    expect((await server.call('POST', '/documents?_method=DELETE', { token: ada.token, body: {} })).json.code).toBe(
      'invalid_request',
    );
  });
});

describe('ids in addresses', () => {
  test('HT4 a value that cannot be an id is the 404 of its resource', async () => {
    const strange = [
      'x',
      'doc_',
      'constructor',
      '__proto__',
      'DOC_0mabc',
      `doc_${'0'.repeat(5_000)}`,
      '%00',
      'doc_0%2f..%2f',
      'doc_000000000000000000%0A',
      '%27%20or%201=1',
    ];
    for (const id of strange) {
      const { status, json } = await server.call('GET', `/documents/${id}`, { token: ada.token });
      expect([id, status, json.code]).toEqual([id, 404, 'document_not_found']);
    }
    for (const path of ['/documents/..', '/documents/../me', '/documents/%2e%2e/me']) {
      const answer = await raw(
        `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 404 /);
    }
    const { json } = await server.call('GET', `/documents/${document.id}/tabs/nonsense`, { token: ada.token });
    expect(json.code).toBe('tab_not_found');
    expect((await server.call('DELETE', '/tokens/nonsense', { cookie: await server.signIn(ada) })).json.code).toBe(
      'token_not_found',
    );
  });

  test('HT4 missing, unreadable and trashed documents are answered alike, except for the request id', async () => {
    const eve = await server.addPerson('Eve');
    const trashed = await server.addDocument(eve.token);
    await server.call('DELETE', `/documents/${trashed.id}`, { token: eve.token });
    const bodies = await Promise.all(
      [document.id, newId('doc'), trashed.id].map(async (id) => {
        const { status, text } = await server.call('GET', `/documents/${id}`, { token: eve.token });
        return `${status} ${text.replace(/req_[0-9a-z]+/, 'req')}`;
      }),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toMatch(/^404 .*document_not_found/);
    for (const [method, path, body] of [
      ['PATCH', '', { name: 'x' }],
      ['PATCH', '', { nonsense: true }],
      ['DELETE', '', undefined],
      ['GET', '/members', undefined],
      ['PUT', `/members/${eve.id}`, { level: 'owner' }],
      ['POST', '/share-links', { level: 'viewer' }],
      ['POST', `/tabs/${document.tab}/changesets`, { operations: '' }],
      ['POST', '/restore', undefined],
    ] as const) {
      const { status, json } = await server.call(method, `/documents/${document.id}${path}`, { token: eve.token, body });
      expect([method, path, status, json.code]).toEqual([method, path, 404, 'document_not_found']);
    }
  });
});

describe('bodies', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    server.call('POST', '/documents', { token: ada.token, body, headers });

  test('HT6 only JSON in UTF-8 is accepted', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      'application/jsonx',
      'multipart/form-data; boundary=x',
      'application/problem+json',
    ]) {
      const { status, json } = await post('{}', { 'Content-Type': type });
      expect([type, status, json.code]).toEqual([type, 415, 'unsupported_media_type']);
    }
    for (const type of ['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"']) {
      expect((await post('{}', { 'Content-Type': type })).status).toBe(201);
    }
    expect((await post('{}', { 'Content-Encoding': 'gzip' })).json.code).toBe('unsupported_media_type');
  });

  test('HT6 the refusal names unknown members, wrong types and junk', async () => {
    for (const [body, pointer] of [
      [{ name: 'x', owner: 'me' }, '/owner'],
      [{ 'a/b~c': 1 }, '/a~1b~0c'],
      [{ name: ['x'] }, '/name'],
      [[], ''],
      ['"x"', ''],
      ['null', ''],
      ['{"name":"x","name":"y"}', ''],
      ['{"__proto__":{"name":"x"}}', ''],
      ['{"constructor":{}}', '/constructor'],
      ['{"name":"\\ud800"}', ''],
      ['{"name":"a\\u0000b"}', ''],
      ['\uFEFF{}', ''],
      ['{"name":1e400}', ''],
      [`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, ''],
      ['{', ''],
    ] as const) {
      const { status, json } = await post(body);
      expect([body, status, json.code, json.errors?.[0]?.pointer]).toEqual([body, 400, 'invalid_request', pointer]);
      expect(json.errors[0].message).toEqual(expect.any(String));
    }
  });

  test('HT6 a call without a body accepts only an empty one', async () => {
    const { id } = await server.addDocument(ada.token);
    expect((await server.call('DELETE', `/documents/${id}`, { token: ada.token, body: { force: true } })).json.code).toBe(
      'invalid_request',
    );
    expect((await server.call('DELETE', `/documents/${id}`, { token: ada.token, body: {} })).status).toBe(204);
  });

  test('HT11 a body over the limit is refused by its declared length, and while it is read', async () => {
    const { status, json } = await post(`{"name":"${'x'.repeat(1024 * 1024)}"}`);
    expect([status, json.code, json.limit]).toEqual([413, 'body_too_large', 1024 * 1024]);
    const head = `POST /api/v1/documents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\n`;
    const declared = await raw(`${head}Content-Length: 99999999999\r\n\r\n`);
    expect(declared).toMatch(/^HTTP\/1.1 413 [^]*Connection: close[^]*body_too_large/);
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const chunked = await raw(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`);
    expect(chunked).toMatch(/^HTTP\/1.1 413 /);
  });

  test('HT33 a list over the limit of its call is refused as too large, however long it is', async () => {
    const listOf = (count: number): string => `[${'1,'.repeat(count - 1)}1]`;
    const path = `/documents/${document.id}/tabs/${document.tab}/changesets`;
    for (const count of [limits.operationsPerChangeset + 1, limits.jsonEntries + 1]) {
      const { status, json } = await server.call('POST', path, { token: ada.token, body: `{"operations":${listOf(count)}}` });
      expect([status, json.code, json.limit]).toEqual([413, 'too_large', limits.operationsPerChangeset]);
    }
    const { status, json } = await server.call('POST', '/documents', {
      token: ada.token,
      body: `{"tabs":${listOf(limits.jsonEntries + 1)}}`,
    });
    expect([status, json.code, json.limit]).toEqual([413, 'too_large', limits.jsonEntries]);
    expect((await server.call('POST', '/session', { body: `{"a":${listOf(limits.jsonEntries + 1)}}` })).json.code).toBe(
      'invalid_request',
    );
  });

  test('HT35 an overloaded server refuses pictures and long answers first, then other reads, and never writes', async () => {
    const tab = `/documents/${document.id}/tabs/${document.tab}`;
    const calls = [
      ['GET', `${tab}/render.svg`],
      ['GET', `/documents/${document.id}`],
      ['POST', `/documents/${document.id}/share-links`, { level: 'viewer' }],
    ] as const;
    const statuses = async (overload: number): Promise<number[]> => {
      server.clock.overload = overload;
      const answers = [];
      for (const [method, path, body] of calls) answers.push(await server.call(method, path, { token: ada.token, body }));
      server.clock.overload = 0;
      for (const { status, json, headers } of answers)
        if (status === 503) expect([json.code, headers.get('retry-after')]).toEqual(['room_unavailable', '1']);
      return answers.map(({ status }) => status);
    };
    expect(await statuses(0.9)).toEqual([200, 200, 201]);
    expect(await statuses(1)).toEqual([503, 200, 201]);
    expect(await statuses(4)).toEqual([503, 503, 201]);
  });

  test('HT12 a client that sends its whole body before it reads gets the refusal', async () => {
    for (const [path, size, code] of [
      ['/documents', 3, 'body_too_large'],
      ['/documents', 20, 'body_too_large'],
      ['/nowhere', 8, 'route_not_found'],
    ] as const) {
      const head = `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\n`;
      const bytes = size * 1024 * 1024;
      const answer = await raw(`${head}Content-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`);
      expect([path, size, answer.includes(`"code":"${code}"`)]).toEqual([path, size, true]);
    }
  });

  test('HT12 a client that waits for 100 Continue is answered at once', async () => {
    const startedAt = performance.now();
    const start = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\nExpect: 100-continue\r\n\r\n';
    expect(await raw(`POST /api/v1/documents HTTP/1.1\r\n${start}`)).toMatch(/^HTTP\/1.1 401 /);
    expect(performance.now() - startedAt).toBeLessThan(900);
  });

  test('HT5 the body of a call that cannot succeed is not read', async () => {
    const start = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n';
    const anonymous = await raw(`POST /api/v1/documents HTTP/1.1\r\n${start}`);
    expect(anonymous).toMatch(/^HTTP\/1.1 401 [^]*WWW-Authenticate: Bearer[^]*Connection: close/i);
    const elsewhere = await raw(`POST /api/v1/nowhere HTTP/1.1\r\n${start}`);
    expect(elsewhere).toMatch(/^HTTP\/1.1 404 /);
  });

  test('a client that disconnects while it sends its body causes no error', async () => {
    const before = server.log.filter(({ level }) => level === 'error').length;
    await raw(
      `POST /api/v1/documents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"name":`,
      100,
    );
    expect((await post({})).status).toBe(201);
    expect(server.log.filter(({ level }) => level === 'error')).toHaveLength(before);
  });
});

describe('headers', () => {
  test('HT1 every answer has a request id and hardened headers, and neither cross-origin permission nor a server name', async () => {
    const answers = await Promise.all([
      server.call('GET', '/me', { token: ada.token, headers: { Origin: 'https://evil.example' } }),
      server.call('GET', '/me'),
      server.call('GET', '/nothing'),
      server.call('GET', '/openapi.json'),
    ]);
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length);
  });

  test('problems link to a page that explains them, as JSON or HTML', async () => {
    const { json } = await server.call('GET', '/me');
    expect(json.type).toBe(`${server.origin}/api/v1/problems/unauthenticated`);
    const page = await server.call('GET', '/problems/unauthenticated', { headers: { Accept: 'application/json' } });
    expect(page.json).toMatchObject({ code: 'unauthenticated', status: 401, title: json.title });
    const html = await server.call('GET', '/problems/unauthenticated', { headers: { Accept: 'text/html,*/*;q=0.8' } });
    expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html.text).toContain('<code>unauthenticated</code>');
  });

  test('an invalid Host header does not appear in the answer', async () => {
    const answer = await raw('GET /api/v1/me HTTP/1.1\r\nHost: "><script>\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 40[01] /);
    expect(answer).not.toContain('script>');
  });
});

describe('the connection', () => {
  test('HT14 requests that are not HTTP or have too large headers are answered with a problem', async () => {
    expect(await raw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [^]*"code":"invalid_request"/);
    expect(await raw(`GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 [^]*header_fields_too_large/,
    );
    expect(
      await raw('POST /api/v1/documents HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    ).toMatch(/^HTTP\/1.1 400 /);
  });

  test('HT15 100 Continue is sent only when the body is read, and other expectations are refused', async () => {
    const head = (token: string) =>
      `POST /api/v1/documents HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`;
    expect(await raw(`${head(ada.token)}{}`)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201 /);
    expect(await raw(head('atl_wrong'))).toMatch(/^HTTP\/1.1 401 /);
    expect(await raw('GET /api/v1/me HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 417 [^]*expectation_failed/,
    );
  });

  test('a server that shuts down refuses calls and is not ready, but alive', async () => {
    server.clock.draining = true;
    try {
      const { status, json, headers } = await server.call('GET', '/me', { token: ada.token });
      expect([status, json.code, headers.get('retry-after')]).toEqual([503, 'shutting_down', '1']);
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(503);
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    } finally {
      server.clock.draining = false;
    }
    expect(await (await fetch(`${server.origin}/readyz`)).json()).toEqual({ status: 'ready', checks: { storage: 'ok' } });
    expect(await (await fetch(`${server.origin}/metrics`)).text()).toBe('up 1\n');
  });

  test("[OPS15] metrics are for this machine without a proxy, or for the operator's token", async () => {
    const local = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${server.origin}/metrics`, { headers })).status;
    expect(await local({})).toBe(200);
    expect(await local({ 'X-Forwarded-For': '203.0.113.7' })).toBe(404);
    expect(await local({ Forwarded: 'for=203.0.113.7' })).toBe(404);
    const token = 'metrics-token-of-this-node';
    const guarded = await startTestServer({ metricsToken: token });
    const status = async (headers: Record<string, string>): Promise<(string | number | null)[]> => {
      const answer = await fetch(`${guarded.origin}/metrics`, { headers });
      return [answer.status, answer.headers.get('www-authenticate')];
    };
    expect(await status({})).toEqual([401, 'Bearer']);
    for (const wrong of [`Bearer ${token}x`, `Bearer ${token.slice(1)}x`, `Basic ${token}`, `Bearer ${ada.token}`])
      expect(await status({ Authorization: wrong }), wrong).toEqual([401, 'Bearer error="invalid_token"']);
    expect(await status({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.7' })).toEqual([200, null]);
    await guarded.close();
  });

  test('HT2 the log has route, status and token id, and no secret', async () => {
    const cookie = await server.signIn(ada);
    await server.call('GET', '/me?secret=hunter2', { token: ada.token });
    const text = JSON.stringify(server.log);
    expect(text).toMatch(/"route":"createDocument","status":201/);
    for (const secret of [ada.token, cookie.split('=')[1] ?? '', ada.password, 'hunter2', ada.email])
      expect(text).not.toContain(secret);
  });
});
