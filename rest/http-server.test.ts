import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createHttpServer } from './http-server.ts';

let server: Server;
beforeAll(async () => {
  server = createHttpServer(
    (request, response) => {
      request.resume();
      request.on('end', () => response.end('whole'));
    },
    'http://127.0.0.1:4100',
    { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends pieces `everyMs` apart, and returns everything received until the connection closed. */
async function drip(pieces: readonly string[], everyMs: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  for (const piece of pieces) {
    if (socket.destroyed || socket.readableEnded) break;
    socket.write(piece);
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, everyMs))]);
  }
  await closed;
  return answer;
}

test('HT13 headers that do not end in time are answered 408, and the connection is closed', async () => {
  const headers = Array.from({ length: 50 }, (_, index) => `X-Slow-${index}: 1\r\n`);
  const answer = await drip(['GET / HTTP/1.1\r\nHost: x\r\n', ...headers], 40);
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*Content-Type: application\/problem\+json[^]*"code":"request_timeout"/);
});

test('HT13 a body that does not end in time is answered 408, and the connection is closed', async () => {
  const answer = await drip(
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n', ...Array.from({ length: 50 }, () => 'x')],
    40,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('HT13 a connection whose peer keeps its half open is cut after the 408, whatever the peer has sent', async () => {
  const heads = [
    '',
    'GET / HT',
    'GET / HTTP/1.1\r\nHost: x\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx',
    'nonsense\r\n\r\n',
  ];
  const sockets = heads.map((head) => {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    socket.write(head);
    return socket;
  });
  const answers = await Promise.all(
    sockets.map(async (socket) => {
      let answer = '';
      for await (const chunk of socket) answer += String(chunk);
      return answer.slice(0, 12);
    }),
  );
  expect(answers).toEqual(['HTTP/1.1 408', 'HTTP/1.1 408', 'HTTP/1.1 408', 'HTTP/1.1 408', 'HTTP/1.1 400']);
  const open = (): Promise<number> =>
    new Promise((resolve, reject) => server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))));
  await expect.poll(open, { timeout: 5_000 }).toBe(0);
  for (const socket of sockets) socket.destroy();
});

test('HT13 a request that is fast enough is served', async () => {
  const answer = await drip(['POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\n', 'ab', 'cd'], 20);
  expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*whole$/);
});
