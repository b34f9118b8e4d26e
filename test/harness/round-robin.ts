/** A stateless load balancer: each request goes to the next server, regardless of its sender. */
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RoundRobin = {
  /** Scheme, host and port. */
  readonly url: string;
  /** The number of requests per server. */
  readonly counts: readonly number[];
  close(): Promise<void>;
};

/** `urls` are scheme, host and port of the servers. */
export async function startRoundRobin(urls: readonly string[]): Promise<RoundRobin> {
  const targets = urls.map((url) => new URL(url));
  const counts = targets.map(() => 0);
  let next = 0;
  const server = createServer((request, response) => {
    const turn = next++ % targets.length;
    const { hostname, port } = targets[turn]!;
    counts[turn]! += 1;
    const onward = httpRequest({ hostname, port, path: request.url, method: request.method, headers: request.headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
