import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import type { Hocuspocus } from '@hocuspocus/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

import { limits } from '#schema/limits.ts';
import { unlimitedBudgets } from '#server/budgets/caller-budgets.ts';
import { until } from '#test/harness/editor.ts';

import { EditorSocket } from './editor-socket.ts';
import { frameTypes } from './frame.ts';

let server: WebSocketServer;
let peer: WebSocket;
let socket: EditorSocket;
let received: Buffer[];
let connection: { lastMessageReceivedAt: number; handleMessage: () => void; handleClose: () => void };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  received = [];
  connection = {
    lastMessageReceivedAt: 0,
    handleMessage: () => expect.fail('a pong is not a message'),
    handleClose: () => undefined,
  };
  const connected = once(server, 'connection');
  peer = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  peer.on('message', (data: Buffer) => received.push(data));
  const [webSocket] = (await connected) as [WebSocket];
  socket = new EditorSocket(webSocket, {
    isForChats: false,
    address: '127.0.0.1',
    account: unlimitedBudgets().account(null, '127.0.0.1'),
    onUsedUp: () => expect.fail('there is no limit'),
    now: Date.now,
    whenDurable: (_, release) => release(),
    handles: () => false,
  });
  socket.connect(connection as unknown as ReturnType<Hocuspocus['handleConnection']>);
  socket.authenticated(unlimitedBudgets().account(null, '127.0.0.1'));
  await until(() => peer.readyState === peer.OPEN, 5_000, 'the socket does not open');
});

afterEach(() => {
  vi.useRealTimers();
  peer.terminate();
  server.close();
});

test('[LV10] the peer gets a ping every 10 s, and its answer counts as a sign of life', async () => {
  vi.advanceTimersByTime(2 * limits.pingMs);
  await until(() => received.length === 2, 5_000, 'no ping arrives');
  expect(received.map((data) => [...data])).toEqual([[frameTypes.ping], [frameTypes.ping]]);
  peer.send(Uint8Array.of(frameTypes.pong));
  await until(() => connection.lastMessageReceivedAt > 0, 5_000, 'the answer is not recorded');
});

test('[LV9] a state of many megabytes, and what follows it, does not close a reader', async () => {
  const state = new Uint8Array(20 * 1024 * 1024);
  socket.send(state);
  socket.send(new Uint8Array(1_000));
  socket.send(state);
  socket.send(new Uint8Array(1_000));
  await until(() => received.length === 4, 20_000, 'it does not arrive');
  expect(socket.closeCode).toBeNull();
});

test('[LV9] a peer that reads nothing is closed when 8 MiB are unread', async () => {
  peer.pause();
  const update = new Uint8Array(1024 * 1024);
  for (let sent = 0; sent < 64 && socket.closeCode === null; sent += 1) {
    socket.send(update);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(socket.closeCode).toBe(1013);
  peer.resume();
});
