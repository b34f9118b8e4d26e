/** A proxy between a client and a server that can cut their connection at a chosen moment, stall it, or alter the data. */
import { connect, createServer, type Socket } from 'node:net';

import { listenOnFreePort } from './free-port.ts';

/** What to do with a chunk from the client: forward it; cut the connection; or forward it and cut when the server answers. */
export type Verdict = 'pass' | 'cut' | 'cut-after';

/** `up`: from the client to the server; `down`: back. */
export type ProxyDirection = 'up' | 'down';

export type TcpProxy = {
  readonly port: number;
  /** Calls `verdict` for each chunk of the client from now on; before, all are forwarded. */
  judge(verdict: (chunk: Buffer) => Verdict): void;
  /** Creates, for each connection from now on, a function that alters the chunks of the server. */
  alter(make: () => (chunk: Buffer) => Buffer): void;
  /**
   * Forwards nothing in these directions until `flow`, and neither side notices if the other has closed, as with a network partition. What is
   * sent in between arrives after `flow`.
   */
  stall(...directions: ProxyDirection[]): void;
  flow(): void;
  /** Cuts all connections. */
  cutAll(): void;
  /** Connects to another server from now on, and cuts all connections to the one before. */
  turnTo(target: ProxyTarget): void;
  close(): Promise<void>;
};

export type ProxyTarget = { readonly port: number; readonly host: string };

export async function startProxy(first: ProxyTarget): Promise<TcpProxy> {
  let target = first;
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
  const port = await listenOnFreePort(server);
  return {
    port,
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
    turnTo(next) {
      target = next;
      cutAll();
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        cutAll();
      }),
  };
}

/** The two sockets of a connection, by the direction of the data read from them. */
type Link = { readonly up: Socket; readonly down: Socket; isOver: boolean };
