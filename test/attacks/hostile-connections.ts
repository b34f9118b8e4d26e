/** Connections that are arranged to be expensive, or to be kept. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type HostileConnection = {
  readonly name: string;
  /** `head`: the lines of a header that identify the caller. */
  readonly attack: (target: {
    readonly host: string;
    readonly port: number;
    readonly head: string;
    readonly tab: string;
  }) => Promise<void>;
};

type Target = Parameters<HostileConnection['attack']>[0];

const lingerMs = 400;

/** Opens connections, writes to each, and leaves them for a while. */
async function many(count: number, { host, port }: Target, write: (socket: Socket, at: number) => void): Promise<void> {
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at += 1) {
    const socket = connect({ host, port, allowHalfOpen: true });
    socket.on('error', () => undefined);
    socket.once('connect', () => write(socket, at));
    sockets.push(socket);
  }
  await sleep(lingerMs);
  for (const socket of sockets) socket.destroy();
}

const request = (method: string, path: string, head: string, more = ''): string =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}${more}\r\n`;
const upgrade = (path: string, head: string): string =>
  request(
    'GET',
    path,
    head,
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
  );

/** The head of a masked frame of the WebSocket protocol, with a mask of zeros. */
const frameHead = (opcode: number, length: number): Buffer => {
  const head = Buffer.alloc(14);
  head[0] = opcode;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
};

export const hostileConnections: readonly HostileConnection[] = [
  { name: '300 connections that say nothing', attack: (to) => many(300, to, () => undefined) },
  { name: '300 halves of a head', attack: (to) => many(300, to, (socket) => socket.write('GET /healthz HTTP/1.1\r\nHo')) },
  {
    name: '200 halves of a body',
    attack: (to) =>
      many(200, to, (socket) =>
        socket.write(
          `${request('POST', '/api/v1/documents', to.head, 'Content-Type: application/json\r\nContent-Length: 60000\r\n')}{"a`,
        ),
      ),
  },
  {
    name: '40 bodies of megabytes that stop in the middle',
    attack: (to) =>
      many(40, to, (socket) =>
        socket.write(
          `${request('POST', `${to.tab}/changesets`, to.head, 'Content-Type: text/plain\r\nContent-Length: 9000000\r\n')}${'x'.repeat(100_000)}`,
        ),
      ),
  },
  {
    name: '100 calls in one piece on each of 10 connections',
    attack: (to) => many(10, to, (socket) => socket.write(request('GET', '/api/v1/me', to.head).repeat(100))),
  },
  { name: '500 connections that are reset', attack: (to) => many(500, to, (socket) => socket.resetAndDestroy()) },
  {
    name: '60 heads of 16 KB',
    attack: (to) => many(60, to, (socket) => socket.write(request('GET', '/healthz', to.head, `X: ${'y'.repeat(15_000)}\r\n`))),
  },
  {
    name: '30 heads of 2,000 fields',
    attack: (to) => many(30, to, (socket) => socket.write(request('GET', '/healthz', to.head, 'A: 1\r\n'.repeat(2_000)))),
  },
  {
    name: 'a body of 100,000 chunks of a byte',
    attack: (to) =>
      many(1, to, (socket) =>
        socket.write(
          `${request('POST', `${to.tab}/changesets`, to.head, 'Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n')}${'1\r\nx\r\n'.repeat(100_000)}0\r\n\r\n`,
        ),
      ),
  },
  {
    name: '100 greetings of TLS',
    attack: (to) => many(100, to, (socket) => socket.write(Buffer.from('16030100c8010000c40303', 'hex'))),
  },
  { name: 'a megabyte of noise', attack: (to) => many(4, to, (socket) => socket.write(Buffer.alloc(1_048_576, 0xa5))) },
  { name: '200 upgrades to nowhere', attack: (to) => many(200, to, (socket) => socket.write(upgrade('/other', to.head))) },
  { name: '200 editors that say nothing', attack: (to) => many(200, to, (socket) => socket.write(upgrade('/collab', to.head))) },
  {
    name: '50 editors that announce a frame of 2^40 bytes',
    attack: (to) =>
      many(50, to, (socket) => socket.write(Buffer.concat([Buffer.from(upgrade('/collab', to.head)), frameHead(0x82, 2 ** 40)]))),
  },
  {
    name: 'a frame in 50,000 empty fragments',
    attack: (to) =>
      many(1, to, (socket) => {
        const fragments = Buffer.alloc(6 * 50_000);
        for (let at = 0; at < fragments.length; at += 6) fragments[at + 1] = 0x80;
        socket.write(Buffer.concat([Buffer.from(upgrade('/collab', to.head)), Buffer.of(0x02, 0x80, 0, 0, 0, 0), fragments]));
      }),
  },
  {
    name: '60 readers that read nothing',
    attack: (to) =>
      many(60, to, (socket) => {
        socket.pause();
        socket.write(request('GET', to.tab, to.head));
      }),
  },
];
