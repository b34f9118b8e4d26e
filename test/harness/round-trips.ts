/** Counts the round trips to a server: how often a client sends something after an answer, over all its connections. */
import { connect, createServer, type Socket } from 'node:net';

import { listenOnFreePort } from './free-port.ts';

export type RoundTrips = {
  readonly port: number;
  /** Round trips so far. */
  count(): number;
  close(): Promise<void>;
};

export async function countRoundTrips(target: { readonly port: number; readonly host: string }): Promise<RoundTrips> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    let isAnswered = true;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (isAnswered) count += 1;
      isAnswered = false;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      isAnswered = true;
      client.write(chunk);
    });
  });
  const port = await listenOnFreePort(server);
  return {
    port,
    count: () => count,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
