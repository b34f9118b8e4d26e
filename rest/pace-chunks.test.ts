import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createHttpServer } from './http-server.ts';

/** Calls `use` with a connection to a server. */
async function serving(listener: RequestListener, use: (socket: Socket) => Promise<void>): Promise<void> {
  const server = createHttpServer(listener, 'http://127.0.0.1:4100');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    await use(socket);
  } finally {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  }
}

const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
const inChunks = (text: string): string => `${head}${text.replaceAll(/./g, '1\r\n$&\r\n')}0\r\n\r\n`;
const letters = Array.from({ length: 30_000 }, (_, at) => String.fromCodePoint(97 + ((at * at) % 26))).join('');

test('[HT34] a body of many small chunks is passed on whole and in few pieces a turn, also of a second request behind it', async () => {
  const bodies: string[] = [];
  let mostInTurn = 0;
  const listener: RequestListener = (request, response) => {
    let body = '';
    let inTurn = 0;
    request.on('data', (piece: Buffer) => {
      body += piece.toString();
      inTurn += 1;
      mostInTurn = Math.max(mostInTurn, inTurn);
      if (inTurn === 1) setImmediate(() => (inTurn = 0));
    });
    request.on('end', () => {
      bodies.push(body);
      response.end('read');
    });
  };
  await serving(listener, async (socket) => {
    socket.write(inChunks(letters) + inChunks(letters.toUpperCase()));
    await expect.poll(() => bodies.length).toBe(2);
    expect(bodies).toEqual([letters, letters.toUpperCase()]);
    expect(mostInTurn).toBeLessThan(100);
  });
});

test('[HT34] a body of small chunks that nothing reads stays with its sender, and is whole when it is read', async () => {
  let request: IncomingMessage | undefined;
  const listener: RequestListener = (incoming) => {
    request = incoming;
  };
  const text = letters.repeat(20);
  await serving(listener, async (socket) => {
    socket.write(inChunks(text));
    await expect.poll(() => request?.readableLength ?? 0).toBeGreaterThan(0);
    await sleep(300);
    expect(request?.readableLength).toBeLessThan(100_000);
    let body = '';
    for await (const piece of request ?? []) body += String(piece);
    expect(body).toBe(text);
  });
});

test('[HT34] small chunks that come one after the other are passed on one after the other', async () => {
  const pieces: string[] = [];
  const listener: RequestListener = (request) => request.on('data', (piece: Buffer) => pieces.push(piece.toString()));
  await serving(listener, async (socket) => {
    socket.write(head);
    for (const letter of 'abc') {
      socket.write(`1\r\n${letter}\r\n`);
      await expect.poll(() => pieces.join('')).toBe('abc'.slice(0, 'abc'.indexOf(letter) + 1));
    }
  });
});
