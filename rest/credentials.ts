/**
 * credentials: what a request says about who makes it, and whether a page of this server sent it.
 *
 * K1  A bearer token comes in the Authorization header alone, never in the address.
 * K2  Cookies are HttpOnly and SameSite=Lax, Secure where the page came by https. A guest cookie is named after its document,
 *     so that a guest of one document does not lose another.
 * K3  A write that stands on a cookie needs an Origin header of this server; a foreign one is refused wherever a cookie is set.
 */
import type { IncomingMessage } from 'node:http';

import type { CallCredentials } from '#server/access/authenticate.ts';

import type { SetCookie } from './route.ts';

const sessionCookie = 'atelier_session';
const guestCookie = (documentId: string): string => `atelier_guest_${documentId}`;

/** `documentId` is that of the path, null where the path names none. A malformed Authorization header is a bad token. */
export function credentialsOf(request: IncomingMessage, documentId: string | null): CallCredentials {
  const authorization = request.headers.authorization;
  const { session, guest } = cookiesOf(request, documentId);
  return {
    ...(authorization !== undefined && { bearer: /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1] ?? '' }),
    ...(session !== undefined && { session }),
    ...(guest !== undefined && { guest }),
  };
}

function cookiesOf(request: IncomingMessage, documentId: string | null): Omit<CallCredentials, 'bearer'> {
  const header = request.headers.cookie;
  if (header === undefined) return {};
  const session = cookie(header, sessionCookie);
  const guest = documentId === null ? undefined : cookie(header, guestCookie(documentId));
  return { ...(session !== undefined && { session }), ...(guest !== undefined && { guest }) };
}

/** The first cookie of that name with a value that a secret of ours can have. */
function cookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals === -1 || part.slice(0, equals).trim() !== name) continue;
    const value = part.slice(equals + 1).trim();
    if (/^[0-9A-Za-z_]{1,100}$/.test(value)) return value;
  }
  return undefined;
}

/** [K2] The Set-Cookie header. */
export function setCookieHeader(change: SetCookie, origin: string): string {
  const name = change.name === 'session' ? sessionCookie : guestCookie(change.document ?? '');
  const maxAgeSeconds = change.value === null ? 0 : Math.floor(change.maxAgeMs / 1000);
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${name}=${change.value ?? ''}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Scheme and host by which the caller reached this server: PUBLIC_URL when it is set, else what the request says. */
export function originOf(request: IncomingMessage, publicUrl: string | null, fallback: string): string {
  if (publicUrl !== null) return new URL(publicUrl).origin;
  const host = request.headers.host;
  // A Host header goes into links of the answer, so only what can be a host name and a port is taken.
  return host !== undefined && /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/.test(host)
    ? `http://${host}`
    : fallback;
}

/** [K3] True when the Origin header names this server, by the host it was reached at or by its public address. */
export function isSameOrigin(request: IncomingMessage, publicUrl: string | null): boolean {
  const origin = request.headers.origin;
  if (origin === undefined) return false;
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  const host = request.headers.host;
  // Behind a proxy that ends TLS the scheme is not known here; a browser never sends the cookie across schemes.
  return host !== undefined && (origin === `http://${host.toLowerCase()}` || origin === `https://${host.toLowerCase()}`);
}

/** [K3] True when a page of another server sent it. */
export const isForeignOrigin = (request: IncomingMessage, publicUrl: string | null): boolean =>
  request.headers.origin !== undefined && !isSameOrigin(request, publicUrl);
