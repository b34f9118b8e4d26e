import type { IncomingMessage } from 'node:http';

/** The peer's address, or the one that the outermost trusted proxy reports. */
export function peerAddress({ socket, headers }: IncomingMessage, trustProxy: number | false): string {
  const own = socket.remoteAddress ?? '';
  if (trustProxy === false) return own;
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const hops = forwarded.map((address) => address.trim()).filter((address) => address !== '');
  return hops.at(-trustProxy) ?? hops[0] ?? own;
}
