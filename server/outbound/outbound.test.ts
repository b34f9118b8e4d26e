import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, test } from 'vitest';

import { isProblem, type Problem } from '#schema/problem.ts';

import { Outbound, type OutboundAnswer, type OutboundRequest } from './outbound.ts';

const quick: OutboundRequest = { timeoutMs: 2_000, bytesMax: 1_000 };
const servers: Server[] = [];

/** The port of a server on 127.0.0.1 with these answers, and how many requests and connections it has had. */
async function startServer(
  listener: RequestListener,
): Promise<{ port: number; seen: { requests: number; connections: number } }> {
  const seen = { requests: 0, connections: 0 };
  const server = createServer((request, response) => {
    seen.requests += 1;
    listener(request, response);
  });
  server.on('connection', () => (seen.connections += 1));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, seen };
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

function problemOf(answer: OutboundAnswer | Problem | null): Problem {
  if (!isProblem(answer)) throw new Error('expected a problem');
  return answer;
}

/** A resolver under which every name has these addresses. */
const resolvesTo =
  (...addresses: readonly string[]) =>
  (): Promise<{ address: string; family: number }[]> =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

describe('judging an address', () => {
  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.8:8443/',
    'https://localhost/',
    'https://localhost./',
  ])('OUT1 %s is refused', async (url) => {
    expect(problemOf(await new Outbound([]).judge(url)).code).toBe('outbound_refused');
  });

  test.each([
    'ftp://example.org/',
    'file:///etc/passwd',
    'not a url',
    'https://user:secret@example.org/',
    'https://example.org/#fragment',
    `https://example.org/${'a'.repeat(2_048)}`,
    'http://example.org/',
  ])('OUT5 %s is refused', async (url) => {
    expect(problemOf(await new Outbound([], resolvesTo('1.1.1.1')).judge(url)).code).toBe('outbound_refused');
  });

  test('OUT1 a name with one private address among public ones is refused', async () => {
    expect(problemOf(await new Outbound([], resolvesTo('1.1.1.1', '10.0.0.1')).judge('https://example.org/')).code).toBe(
      'outbound_refused',
    );
    expect(await new Outbound([], resolvesTo('1.1.1.1', '2606:4700::1111')).judge('https://example.org/')).toBeNull();
  });

  test('OUT10 the refusal does not say where a name leads', async () => {
    const refusal = problemOf(await new Outbound([], resolvesTo('10.9.8.7')).judge('https://example.org/'));
    expect(`${refusal.detail} ${refusal.hint} ${JSON.stringify(refusal.members)}`).not.toContain('10.9.8.7');
  });

  test('OUT4 OUT5 the allow list admits a name with any address, and a network under any name, both by http', async () => {
    const byName = new Outbound(['hooks.internal'], resolvesTo('10.0.0.1'));
    expect(await byName.judge('http://hooks.internal:8080/')).toBeNull();
    expect(await byName.judge('http://HOOKS.internal./')).toBeNull();
    expect(problemOf(await byName.judge('http://other.internal/')).code).toBe('outbound_refused');
    const byNetwork = new Outbound(['10.0.0.0/8'], resolvesTo('10.0.0.1'));
    expect(await byNetwork.judge('http://any.internal/')).toBeNull();
    expect(problemOf(await byNetwork.judge('https://127.0.0.1/')).code).toBe('outbound_refused');
  });

  test('a name without an address fails', async () => {
    expect(problemOf(await new Outbound([], resolvesTo()).judge('https://example.org/')).code).toBe('outbound_failed');
  });
});

describe('calling an address', () => {
  test('sends method, headers and body, and answers status, headers and body', async () => {
    const { port } = await startServer((request, response) => {
      void request.toArray().then((chunks) => {
        response.writeHead(418, { 'X-Seen': request.headers['x-sent'] });
        response.end(`${request.method} ${Buffer.concat(chunks).toString()}`);
      });
    });
    const outbound = new Outbound(['127.0.0.0/8']);
    const answer = await outbound.fetch(`http://127.0.0.1:${port}/`, {
      ...quick,
      method: 'POST',
      headers: { 'X-Sent': 'yes' },
      body: 'héllo',
    });
    if (isProblem(answer)) throw new Error(answer.detail);
    expect([answer.status, answer.headers['x-seen'], answer.body.toString()]).toEqual([418, 'yes', 'POST héllo']);
  });

  test('OUT6 a name that has moved to a private address since it was judged gets no connection', async () => {
    const { port, seen } = await startServer((_request, response) => response.end());
    const addresses = ['1.1.1.1', '127.0.0.1'];
    const outbound = new Outbound([], () => resolvesTo(addresses.shift() ?? '127.0.0.1')());
    expect(await outbound.judge(`https://example.org:${port}/`)).toBeNull();
    expect(problemOf(await outbound.fetch(`https://example.org:${port}/`, quick)).code).toBe('outbound_refused');
    expect(seen.connections).toBe(0);
  });

  test('OUT3 the connection goes to the address that was judged, without a second look-up', async () => {
    const { port, seen } = await startServer((request, response) => response.end(request.headers.host));
    let lookUps = 0;
    const outbound = new Outbound(['127.0.0.0/8'], () => {
      lookUps += 1;
      return resolvesTo(lookUps === 1 ? '127.0.0.1' : '169.254.169.254')();
    });
    const answer = await outbound.fetch(`http://name.example:${port}/`, quick);
    if (isProblem(answer)) throw new Error(answer.detail);
    expect([answer.body.toString(), lookUps, seen.requests]).toEqual([`name.example:${port}`, 1, 1]);
  });

  test('OUT9 a redirect is not followed', async () => {
    const { port, seen } = await startServer((_request, response) =>
      response.writeHead(302, { Location: `http://127.0.0.1:${port}/elsewhere` }).end(),
    );
    const answer = await new Outbound(['127.0.0.1']).fetch(`http://127.0.0.1:${port}/`, quick);
    expect(isProblem(answer) ? answer : answer.status).toBe(302);
    expect(seen.requests).toBe(1);
  });

  test('OUT8 an answer that is too long is refused, declared or not', async () => {
    const { port } = await startServer((request, response) => {
      if (request.url === '/declared') response.writeHead(200, { 'Content-Length': 5_000 });
      response.write('x'.repeat(900));
      setTimeout(() => response.end('x'.repeat(4_100)), 20);
    });
    const outbound = new Outbound(['127.0.0.1']);
    for (const path of ['declared', 'streamed']) {
      const refusal = problemOf(await outbound.fetch(`http://127.0.0.1:${port}/${path}`, quick));
      expect([refusal.code, refusal.members['reason']]).toEqual(['outbound_failed', 'too_large']);
    }
  });

  test('OUT7 a server that sends nothing, or one byte after the other, runs into the limit', async () => {
    const { port } = await startServer((request, response) => {
      if (request.url === '/silent') return;
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const outbound = new Outbound(['127.0.0.1']);
    for (const path of ['silent', 'drip']) {
      const refusal = problemOf(await outbound.fetch(`http://127.0.0.1:${port}/${path}`, { ...quick, timeoutMs: 150 }));
      expect([refusal.code, refusal.members['reason']]).toEqual(['outbound_failed', 'timeout']);
    }
    const slow = new Outbound([], () => new Promise(() => {}));
    expect(problemOf(await slow.fetch('https://example.org/', { ...quick, timeoutMs: 50 })).members['reason']).toBe('timeout');
  });

  test('a port without a server is unreachable', async () => {
    const { port } = await startServer((_request, response) => response.end());
    servers[0]?.close();
    await once(servers[0] as Server, 'close');
    const refusal = problemOf(await new Outbound(['127.0.0.1']).fetch(`http://127.0.0.1:${port}/`, quick));
    expect([refusal.code, refusal.members['reason']]).toEqual(['outbound_failed', 'unreachable']);
  });
});
