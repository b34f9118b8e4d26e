import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

import { expect, test } from 'vitest';

import { BatchedSocket } from './batched-socket.ts';

test('what is written in one turn of the event loop, also after promises, is sent in a single system call', async () => {
  const received: Buffer[] = [];
  const server = createServer((peer) => peer.on('data', (chunk) => received.push(chunk)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new BatchedSocket();
  let writes = 0;
  for (const name of ['_write', '_writev'] as const) {
    const real = socket[name]!.bind(socket) as (...args: unknown[]) => void;
    socket[name] = (...args: unknown[]): void => {
      writes += 1;
      real(...args);
    };
  }
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('a');
  await Promise.resolve().then(() => socket.write('b'));
  socket.write('c');
  await new Promise((resolve) => setImmediate(resolve));
  expect(writes).toBe(1);
  await new Promise((resolve) => void socket.write('d', resolve));
  expect(writes).toBe(2);
  socket.end('e');
  await once(socket, 'close');
  expect(Buffer.concat(received).toString()).toBe('abcde');
  server.close();
});
