/**
 * Reads a request's credentials, and checks whether a page of this server sent it.
 *
 * Bearer tokens are accepted in the Authorization header only. Cookies are HttpOnly and SameSite=Lax, and Secure if the page came by
 * https. A guest's cookie has the document in its name, so that a guest can have several. A write with a cookie needs an Origin
 * header of this server, and a call that sets a cookie is refused from another origin.
 */
import type { IncomingMessage } from 'node:http';

import type { CallCredentials } from '#server/access/authenticate.ts';

import type { SetCookie } from './route.ts';

const sessionCookie = 'atelier_session';
const guestCookie = (documentId: string): string => `atelier_guest_${documentId}`;

/** `documentId` is the document in the path, or null. A malformed Authorization header is an invalid token. */
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

/** The first cookie with that name and a value that can be a secret of ours. */
function cookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals === -1 || part.slice(0, equals).trim() !== name) continue;
    const value = part.slice(equals + 1).trim();
    if (/^[0-9A-Za-z_]{1,100}$/.test(value)) return value;
  }
  return undefined;
}

/** The value of the Set-Cookie header. */
export function setCookieHeader(change: SetCookie, origin: string): string {
  const name = change.name === 'session' ? sessionCookie : guestCookie(change.document ?? '');
  const maxAgeSeconds = change.value === null ? 0 : Math.floor(change.maxAgeMs / 1000);
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${name}=${change.value ?? ''}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The scheme and host by which the caller reached this server: PUBLIC_URL if it is set, else from the request. */
export function originOf(request: IncomingMessage, publicUrl: string | null, fallback: string): string {
  if (publicUrl !== null) return new URL(publicUrl).origin;
  const host = request.headers.host;
  // The host goes into links of the answer, so only a valid host name and port are accepted.
  return host !== undefined && /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/.test(host)
    ? `http://${host}`
    : fallback;
}

/**
 * True if the Origin header names this server, by its public address or by the host of the request. The scheme of the public address is
 * known. Of another host it may be https behind a proxy that terminates TLS: then the browser must say that the origin is the same.
 */
export function isSameOrigin(request: IncomingMessage, publicUrl: string | null): boolean {
  const { origin, host: written } = request.headers;
  if (origin === undefined) return false;
  const known = publicUrl === null ? null : new URL(publicUrl);
  if (origin === known?.origin) return true;
  const host = written?.toLowerCase();
  if (host === undefined || host === known?.host) return false;
  return origin === `http://${host}` || (origin === `https://${host}` && request.headers['sec-fetch-site'] === 'same-origin');
}

/** True if a page of another server sent the request. */
export const isForeignOrigin = (request: IncomingMessage, publicUrl: string | null): boolean =>
  request.headers.origin !== undefined && !isSameOrigin(request, publicUrl);
