/** The addresses of a node, and the origins whose pages may open editors on it. */
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Config } from '#server/operations/config.ts';

/** Resolves when the server listens on the configured host and port. */
export function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

/** A URL for people: `localhost` if the server listens on all addresses. */
export function urlOf({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

/** A URL for this process itself: the tool server calls the API of its own node. */
export function ownUrlOf({ address, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (address === '::') return `http://[::1]:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** True for pages of the server itself, of PUBLIC_URL and of ALLOWED_ORIGINS. */
export function mayConnect(
  { publicUrl, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedOrigins'>,
  origin: string,
  request: IncomingMessage,
): boolean {
  if (origin === publicUrl || allowedOrigins.includes(origin)) return true;
  const host = request.headers.host?.toLowerCase();
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}
