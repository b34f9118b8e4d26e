/** The /64 network of an IPv6 address, all of which one subscriber has; an IPv4 address itself. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  const missing = address.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0;
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after].slice(0, 4).join(':');
}
