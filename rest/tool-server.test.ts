import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { crc32 } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { callTool, dataOf, overHttp } from '#clients/mcp/client.test-support.ts';

import { limits } from '#schema/limits.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { startTestServer, type TestPerson, type TestServer } from './server.test-support.ts';

let server: TestServer;
let ada: TestPerson;
let reader: string;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://atelier.example.org' });
  ada = await server.addPerson('Ada');
  reader = await server.addToken(ada.id, { access: 'read' });
});
afterAll(() => server.close());

type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json: ReturnType<typeof JSON.parse>;
};
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const accepted = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/** A call with any headers, which browsers would not allow. Undefined omits a header. */
function call(
  method: string,
  headers: Record<string, string | undefined> = {},
  body: string | null = JSON.stringify(list),
  to = server,
): Promise<Answer> {
  const given = { ...accepted, Authorization: `Bearer ${ada.token}`, ...headers };
  const kept = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(to.origin);
    const request = httpRequest({ hostname, port, path: '/mcp', method, headers: kept }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const data = /^data: (.*)$/m.exec(text)?.[1];
        const json = text === '' ? null : (JSON.parse(data ?? text) as unknown);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, json });
      });
    });
    request.on('error', reject);
    if (body === null) request.flushHeaders();
    else request.end(body);
  });
}

/** A PNG of the given size, padded with an unused chunk. */
function pngOf(png: Buffer, size: number, mark: number): Buffer {
  const head = png.subarray(0, 33);
  const body = Buffer.concat([Buffer.from('juNk'), Buffer.alloc(size - png.length - 12, mark)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, length, body, sum, png.subarray(33)]);
}

describe('tool-server', () => {
  test.each<[what: string, headers: Record<string, string>]>([
    ['a foreign Host', { Host: 'evil.example' }],
    ['a foreign Host that looks like ours', { Host: 'localhost.evil.example:4100' }],
    ['a Host that is none', { Host: 'localhost@evil.example' }],
    ['a foreign Origin', { Origin: 'https://evil.example' }],
    ['an Origin that is hidden', { Origin: 'null' }],
    ['a page of this machine at another port', { Origin: 'http://localhost:1' }],
  ])('HT30 %s is refused, whatever the method, before the body is read', async (_what, headers) => {
    const refused = { status: 403, json: { code: 'origin_refused' } };
    expect(await call('POST', { ...headers, 'Content-Length': '1000' }, null)).toMatchObject(refused);
    expect(await call('GET', headers, '')).toMatchObject(refused);
  });

  test.each<[headers: Record<string, string>]>([
    [{ Host: 'localhost:4100' }],
    [{ Host: '[::1]:4100' }],
    [{ Host: 'Atelier.Example.org' }],
    [{ Host: 'localhost:4100', Origin: 'http://localhost:4100' }],
    [{ Host: 'atelier.example.org', Origin: 'https://atelier.example.org' }],
  ])('HT30 the server’s own names and origins are accepted: %j', async (headers) => {
    expect((await call('POST', headers)).status).toBe(200);
  });

  test('HT31 a call without a valid token is 401, even with a cookie', async () => {
    const cookie = await server.signIn(ada);
    for (const headers of [
      { Authorization: undefined },
      { Authorization: `Bearer ${ada.token}x` },
      { Authorization: undefined, Cookie: cookie },
    ]) {
      const { status, headers: said, json } = await call('POST', headers);
      const metadata = 'resource_metadata="https://atelier.example.org/.well-known/oauth-protected-resource/mcp"';
      const challenge = headers.Authorization === undefined ? metadata : `error="invalid_token", ${metadata}`;
      expect([status, json.code, said['www-authenticate']]).toEqual([401, 'unauthenticated', `Bearer ${challenge}`]);
    }
  });

  test('HT31 calls count for the token, including those that tools make', async () => {
    const limited = await startTestServer({ rateLimit: 4 });
    try {
      const { token } = await limited.addPerson('Ada');
      const headers = { Authorization: `Bearer ${token}` };
      const read = JSON.stringify({ ...list, method: 'tools/call', params: { name: 'list_documents', arguments: {} } });
      expect((await call('POST', headers, read, limited)).json.result.content[0].text).toContain('no documents');
      expect((await call('POST', headers, read, limited)).headers['ratelimit']).toContain('"token";r=1');
      const { status, json, headers: said } = await call('POST', headers, JSON.stringify(list), limited);
      expect([status, json.code]).toEqual([429, 'rate_limited']);
      expect(Number(said['retry-after'])).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });

  test.each<[what: string, headers: Record<string, string>, body: string, status: number, code: string]>([
    ['what is no JSON', {}, '{', 400, 'invalid_request'],
    ['JSON with two meanings', {}, '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}', 400, 'invalid_request'],
    ['a batch', {}, JSON.stringify([list, list]), 400, 'invalid_request'],
    ['another type', { 'Content-Type': 'text/plain' }, 'hello', 415, 'unsupported_media_type'],
    ['too much', {}, `{"a":"${'x'.repeat(14 * 1024 * 1024)}"}`, 413, 'body_too_large'],
  ])('HT32 %s is refused', async (_what, headers, body, status, code) => {
    expect(await call('POST', headers, body)).toMatchObject({ status, json: { code } });
  });

  slowTest('HT32 images of ten megabytes are accepted, one at a time, and one byte more is refused', async () => {
    const small = readFileSync(new URL('../core/images/samples/plain.png', import.meta.url));
    const named = await Promise.all(
      [0, 1, 2].map(async (index) => {
        const client = await overHttp({ origin: server.origin, token: ada.token });
        const data = pngOf(small, limits.imageBytes, index).toString('base64');
        const { isError, text } = await callTool(client, 'upload_image', { data });
        await client.close();
        return [isError, Number(/, (\d+) bytes/.exec(dataOf(text))?.[1])];
      }),
    );
    expect(named).toEqual([0, 1, 2].map(() => [false, limits.imageBytes]));
    const client = await overHttp({ origin: server.origin, token: ada.token });
    const data = pngOf(small, limits.imageBytes + 1, 9).toString('base64');
    const { isError, problem } = await callTool(client, 'upload_image', { data });
    expect([isError, problem?.['code']]).toEqual([true, 'file_too_large']);
    await client.close();
  });

  test('HT32 errors of the protocol have the form of the protocol', async () => {
    expect(await call('POST', {}, '{}')).toMatchObject({ status: 400, json: { error: { code: -32_600 } } });
    expect(await call('POST', {}, '')).toMatchObject({ json: { error: { code: expect.any(Number) } } });
    const unknown = JSON.stringify({ ...list, method: 'tools/call', params: { name: 'revert_changeset', arguments: {} } });
    expect((await call('POST', {}, unknown)).json.error.message).toContain('list_documents');
  });

  test('HT3 without streams and sessions, all other methods are refused with the allowed one', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const { status, headers, json } = await call(method, {}, '');
      expect([status, headers['allow'], json.code]).toEqual([405, 'POST, OPTIONS', 'method_not_allowed']);
    }
    const { status, headers } = await call('OPTIONS', { Origin: 'https://atelier.example.org' }, '');
    expect([status, headers['access-control-allow-origin']]).toEqual([204, undefined]);
  });

  test('a subscription is refused: nothing that it could report ever changes, and it would occupy a connection', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const listen = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true }, _meta },
    };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' };
    expect((await call('POST', headers, JSON.stringify(listen))).json.error.message).toContain('limit');
  });

  test('a server that shuts down says so', async () => {
    server.clock.draining = true;
    expect(await call('POST')).toMatchObject({ status: 503, json: { code: 'shutting_down' } });
    server.clock.draining = false;
  });

  test('a read-only token sees only reading tools, and is refused the others', async () => {
    const client = await overHttp({ origin: server.origin, token: reader });
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['read_tab', 'wait_for_comment']));
    const { id } = await server.addDocument(ada.token);
    const { isError, problem } = await callTool(client, 'update_document', { document: id, operations: 'add square' });
    expect([isError, problem?.['code']]).toEqual([true, 'token_read_only']);
    await client.close();
  });

  test('HT2 every call is logged, without secrets', async () => {
    await call('POST', { Authorization: `Bearer ${ada.token}` });
    const lines = server.log.filter(({ data }) => (data as { route?: string }).route === 'mcp');
    expect(lines.at(-1)).toMatchObject({ data: { status: 200, user: ada.id } });
    expect(JSON.stringify(server.log)).not.toContain(ada.token);
    expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
