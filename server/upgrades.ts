/** The WebSocket upgrades of an HTTP server, each passed to the part of the node that serves its path. */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

export type UpgradeHandler = {
  /** `path`: without the query. */
  takes(path: string): boolean;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
};

/** Any other path is answered with 404. */
export function listenForUpgrades(server: Server, handlers: readonly UpgradeHandler[]): void {
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => undefined);
    const [path = ''] = (request.url ?? '').split('?');
    const handler = handlers.find((one) => one.takes(path));
    if (handler === undefined) refuseUpgrade(stream, 404);
    else handler.upgrade(request, stream, head);
  });
}

/** `headers`: whole lines, each with its end. */
export function refuseUpgrade(stream: Duplex, status: number, headers = ''): void {
  // Ending alone would keep the connection for as long as the peer keeps its half of it.
  stream.once('finish', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n${headers}\r\n`);
}
