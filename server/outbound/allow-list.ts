/** The hosts, addresses and networks of `OUTBOUND_ALLOW` (SPEC.md, OUT4). */
import { BlockList } from 'node:net';

import { type IpAddress, isPublic, readAddress } from './ip-address.ts';

export class AllowList {
  readonly #hosts = new Set<string>();
  readonly #networks = new BlockList();

  /** `entries` are of the form that `isAllowEntry` accepts. */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [start = '', prefix] = entry.split('/');
      const address = readAddress(start);
      if (address === null) this.#hosts.add(entry.toLowerCase());
      else if (prefix === undefined) this.#networks.addAddress(address.text, address.family);
      else this.#networks.addSubnet(address.text, Number(prefix), address.family);
    }
  }

  /** `host`: a name, or an address without brackets. */
  includesHost(host: string): boolean {
    return this.#hosts.has(host);
  }

  includes({ text, family }: IpAddress): boolean {
    return this.#networks.check(text, family);
  }

  admits(address: IpAddress): boolean {
    return isPublic(address) || this.includes(address);
  }
}

/** True for a host name, an address, or a network as address and prefix length. */
export function isAllowEntry(entry: string): boolean {
  const [start = '', prefix, ...more] = entry.split('/');
  const address = readAddress(start);
  if (address === null) return prefix === undefined && /^(?=.*[a-z])[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(entry);
  if (prefix === undefined) return true;
  const bits = address.family === 'ipv4' ? 32 : 128;
  return more.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}
