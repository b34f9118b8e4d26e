/** What kind of address an IP address is (SPEC.md, OUT1 and OUT2). */
import { BlockList, isIP } from 'node:net';

const networks4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Of 2000::/3, which contains all addresses that are routed: protocol assignments with Teredo, documentation, 6to4. */
const networks6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

export type IpAddress = { readonly text: string; readonly family: 'ipv4' | 'ipv6' };

/** Null if the text is not an address. An address with a zone is none: it is link-local. */
export function readAddress(text: string): IpAddress | null {
  if (isIP(text) === 4) return { text, family: 'ipv4' };
  if (isIP(text) !== 6 || text.includes('%')) return null;
  // The canonical form has no IPv4 notation in it.
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const embedded = embeddedAddress(canonical);
  return embedded === null ? { text: canonical, family: 'ipv6' } : { text: embedded, family: 'ipv4' };
}

export function isPublic({ text, family }: IpAddress): boolean {
  if (family === 'ipv4') return !reserved.check(text, 'ipv4');
  return global.check(text, 'ipv6') && !reserved.check(text, 'ipv6');
}

const reserved = new BlockList();
for (const [network, prefix] of networks4) reserved.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of networks6) reserved.addSubnet(network, prefix, 'ipv6');
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** The IPv4 address in an IPv4-mapped or NAT64 one. */
function embeddedAddress(canonical: string): string | null {
  const [, high = '', low = ''] = /^(?:::ffff|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  if (high === '') return null;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}
