import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

import { Reader, type ReaderEnd } from './reader.ts';
import { textFrame } from './text-frame.ts';

const server = createServer();
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 1 });
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Both ends of a connection. */
async function connect(options: { readonly autoPong: boolean }) {
  const ends: ReaderEnd[] = [];
  const joined = new Promise<Reader>((resolve) => {
    server.once('upgrade', (request, stream, head) =>
      sockets.handleUpgrade(request, stream, head, (socket) =>
        resolve(new Reader(socket, stream, { pingAt: 0, onEnd: (why) => ends.push(why) })),
      ),
    );
  });
  const peer = new WebSocket(url, { perMessageDeflate: false, ...options });
  const texts: string[] = [];
  peer.on('message', (data: Buffer) => texts.push(data.toString()));
  const closed = new Promise<number>((resolve) => peer.once('close', resolve));
  await once(peer, 'open');
  return { reader: await joined, peer, texts, closed, ends };
}

test('PB12 a reader that does not answer a ping is disconnected at the next one, and one that does is not', async () => {
  const silent = await connect({ autoPong: false });
  const alive = await connect({ autoPong: true });
  for (const { reader, peer } of [silent, alive]) {
    const pinged = once(peer, 'ping');
    reader.ping(0);
    await pinged;
  }
  // A message that comes after the pong shows that it has arrived.
  alive.reader.send(textFrame('x'));
  await expect.poll(() => alive.texts).toEqual(['x']);
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (const { reader } of [silent, alive]) reader.ping(0);
  expect(await silent.closed).toBe(1006);
  expect([silent.ends, alive.ends]).toEqual([['silent'], []]);
  alive.reader.end('restarting');
  expect(await alive.closed).toBe(1012);
  expect(alive.ends).toEqual(['restarting']);
});

test('PB8 a frame that is made once is a text of any length for every reader', async () => {
  const { reader, texts, peer } = await connect({ autoPong: true });
  const sent = [0, 1, 125, 126, 65_535, 65_536, 300_000].map((length) => 'ä'.repeat(length >> 1) + 'x'.repeat(length & 1));
  for (const text of sent) reader.send(textFrame(text));
  await expect.poll(() => texts.length).toBe(sent.length);
  expect(texts).toEqual(sent);
  peer.terminate();
});
