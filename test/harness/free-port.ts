/** Ports of this machine on which nothing else listens. */
import { createServer, type Server } from 'node:net';

/** Lets a server listen on a free port, and returns the port. */
export function listenOnFreePort(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else resolve(address.port);
    });
  });
}

/** A port on which nothing listens at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnFreePort(server);
  await new Promise((closed) => server.close(closed));
  return port;
}
