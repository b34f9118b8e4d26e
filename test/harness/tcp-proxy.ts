/** tcp-proxy: stands between a client and a server: cuts their connection at a chosen moment, holds it silent, or alters what passes. */
import { connect, createServer, type Socket } from 'node:net';

/** What to do with a piece that the client sends: pass it on; cut now; pass it on and cut when the server answers. */
export type Verdict = 'pass' | 'cut' | 'cut-after';

/** What the client sends, what the server sends. */
export type ProxyDirection = 'up' | 'down';

export type TcpProxy = {
  readonly port: number;
  /** Asked for each piece from now on; all pass at first. */
  judge(verdict: (chunk: Buffer) => Verdict): void;
  /** Makes, for each connection from now on, what changes the pieces that the server sends. */
  alter(make: () => (chunk: Buffer) => Buffer): void;
  /**
   * Nothing passes in these directions until `flow`, and neither side hears that the other has gone: a network that lost its
   * way. What is sent meanwhile arrives then.
   */
  stall(...directions: ProxyDirection[]): void;
  flow(): void;
  /** Cuts every connection that there is. */
  cutAll(): void;
  close(): Promise<void>;
};

export function startProxy(target: { readonly port: number; readonly host: string }): Promise<TcpProxy> {
  let verdictOf: (chunk: Buffer) => Verdict = () => 'pass';
  let alteration: () => (chunk: Buffer) => Buffer = () => (chunk) => chunk;
  const stalled = new Set<ProxyDirection>();
  const links = new Set<Link>();
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    const link: Link = { up: client, down: upstream, isOver: false };
    links.add(link);
    const altered = alteration();
    let cutAtAnswer = false;
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        link.isOver = true;
        if (stalled.size === 0) cut(link);
      });
    }
    client.on('data', (chunk) => {
      const verdict = verdictOf(chunk);
      if (verdict === 'cut') return cut(link);
      cutAtAnswer ||= verdict === 'cut-after';
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => (cutAtAnswer ? cut(link) : client.write(altered(chunk))));
    for (const direction of stalled) link[direction].pause();
  });
  const cut = (link: Link): void => {
    links.delete(link);
    link.up.destroy();
    link.down.destroy();
  };
  const cutAll = (): void => {
    for (const link of links) cut(link);
  };
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') return reject(new Error('no port'));
      resolve({
        port: address.port,
        judge(verdict) {
          verdictOf = verdict;
        },
        alter(make) {
          alteration = make;
        },
        stall(...directions) {
          for (const direction of directions) {
            stalled.add(direction);
            for (const link of links) link[direction].pause();
          }
        },
        flow() {
          stalled.clear();
          for (const link of links) {
            if (link.isOver) cut(link);
            else for (const socket of [link.up, link.down]) socket.resume();
          }
        },
        cutAll,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            cutAll();
          }),
      });
    });
  });
}

/** The two sockets of a connection, by the direction in which what is read from them goes. */
type Link = { readonly up: Socket; readonly down: Socket; isOver: boolean };
