/** The socket of a reader against a real server of sockets. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, test } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';

import type { PublishedMessage } from '#core/published/board.ts';

import { LiveBoard, type LiveState } from './live-board.ts';

const change = { type: 'change', name: 'Refunds' } as const;
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

async function reading(options: { port?: number; isPublished?: () => Promise<boolean> } = {}) {
  const server = new WebSocketServer({ port: options.port ?? 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const sockets: ServerSocket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const { port } = server.address() as AddressInfo;
  const [messages, states]: [PublishedMessage[], LiveState[]] = [[], []];
  const board = new LiveBoard({
    url: `ws://127.0.0.1:${port}/p/s/live`,
    isPublished: options.isPublished ?? (() => Promise.resolve(true)),
    onMessage: (message) => void messages.push(message),
    onState: (state) => void states.push(state),
  });
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  };
  endings.push(() => board.end(), close);
  return { server, port, sockets, messages, states, board, close };
}
const soon = { timeout: 10_000, interval: 10 };

describe('the socket of a reader', () => {
  test('passes messages on, and is live with the first one', async () => {
    const { sockets, messages, states } = await reading();
    await expect.poll(() => sockets.length, soon).toBe(1);
    expect(states).toEqual(['opening']);
    sockets[0]!.send(JSON.stringify(change));
    await expect.poll(() => messages, soon).toEqual([change]);
    expect(states).toEqual(['opening', 'live']);
  });

  test('is opened again after a loss, and says nothing of a short one', async () => {
    const { sockets, messages, states } = await reading();
    await expect.poll(() => sockets.length, soon).toBe(1);
    sockets[0]!.send(JSON.stringify(change));
    await expect.poll(() => states.at(-1), soon).toBe('live');
    sockets[0]!.terminate();
    await expect.poll(() => sockets.length, soon).toBe(2);
    sockets[1]!.send(JSON.stringify(change));
    await expect.poll(() => messages, soon).toEqual([change, change]);
    expect(states).toEqual(['opening', 'live']);
  });

  test('says that it reconnects when a server stays away, and is back with it', async () => {
    const { port, sockets, states, close } = await reading();
    await expect.poll(() => sockets.length, soon).toBe(1);
    sockets[0]!.send(JSON.stringify(change));
    await expect.poll(() => states.at(-1), soon).toBe('live');
    const lost = performance.now();
    await close();
    await expect.poll(() => states.at(-1), soon).toBe('reconnecting');
    expect(performance.now() - lost).toBeGreaterThan(1_900);
    const server = new WebSocketServer({ port, host: '127.0.0.1' });
    endings.push(() => new Promise((resolve) => server.close(resolve)));
    server.on('connection', (socket) => socket.send(JSON.stringify(change)));
    await expect.poll(() => states.at(-1), soon).toBe('live');
  });

  test('ends for good when access ends', async () => {
    const { sockets, states } = await reading();
    await expect.poll(() => sockets.length, soon).toBe(1);
    sockets[0]!.close(4404);
    await expect.poll(() => states, soon).toEqual(['opening', 'gone']);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(sockets).toHaveLength(1);
  });

  test('that is refused without a code asks whether the board is published', async () => {
    const refusing = await reading({ isPublished: () => Promise.resolve(false) });
    await refusing.close();
    await expect.poll(() => refusing.states.at(-1), soon).toBe('gone');
    const unreachable = await reading({ isPublished: () => Promise.reject(new TypeError('fetch failed')) });
    await unreachable.close();
    await expect.poll(() => unreachable.states.at(-1), soon).toBe('reconnecting');
  });

  test('does not wait when it is asked to retry', async () => {
    const { sockets, states, board } = await reading();
    await expect.poll(() => sockets.length, soon).toBe(1);
    sockets[0]!.send(JSON.stringify(change));
    sockets[0]!.close(1013);
    await expect.poll(() => states.at(-1), soon).toBe('reconnecting');
    expect(sockets).toHaveLength(1);
    board.retry();
    await expect.poll(() => sockets.length, { timeout: 400, interval: 10 }).toBe(2);
  });

  test('says nothing more once it has ended', async () => {
    const { sockets, messages, states, board } = await reading();
    await expect.poll(() => sockets.length, soon).toBe(1);
    board.end();
    sockets[0]!.send(JSON.stringify(change));
    sockets[0]!.close(4404);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([messages, states]).toEqual([[], ['opening']]);
  });
});
