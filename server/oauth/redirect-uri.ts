/** Where a client may have the browser sent back to (SPEC.md, OA6 and OA7). */
import { isLoopback } from './issuer.ts';

/** Schemes that run code, read files, or belong to the network: an application has a scheme of its own. */
const refusedSchemes = new Set([
  'javascript',
  'data',
  'vbscript',
  'blob',
  'file',
  'about',
  'ftp',
  'ws',
  'wss',
  'mailto',
  'tel',
  'view-source',
]);
const lengthMax = 2_048;

export function isRedirectUri(text: string): boolean {
  if (text.length > lengthMax || text.includes('#') || /[\s\\]/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return isLoopback(url);
  return !refusedSchemes.has(url.protocol.slice(0, -1));
}

export function matchesRedirectUri(registered: readonly string[], requested: string): boolean {
  return registered.includes(requested) || registered.some((one) => isSameButPort(one, requested));
}

/** Programs on a person's computer listen on whatever port is free (RFC 8252, 7.3). */
function isSameButPort(registered: string, requested: string): boolean {
  if (!URL.canParse(registered) || !URL.canParse(requested)) return false;
  const [one, other] = [new URL(registered), new URL(requested)];
  if (one.protocol !== 'http:' || !isLoopback(one)) return false;
  one.port = other.port;
  return one.href === other.href && isRedirectUri(requested);
}

/** How the consent page names where the browser goes: a host, or the scheme of an application. */
export function redirectHost(uri: string): string {
  const url = new URL(uri);
  return url.host === '' || !/^https?:$/.test(url.protocol) ? url.protocol : url.host;
}
