/** How many readers a node, and an address, may have (SPEC.md, PB13). They do not count as editors. */
import type { IncomingMessage } from 'node:http';

import { AddressCounts } from '#server/live/address-counts.ts';
import { peerAddress } from '#server/live/peer-address.ts';

/** On one node; null: no limit. */
export type ReaderLimits = {
  readonly perLink: number | null;
  readonly perAddress: number | null;
  readonly perNode: number | null;
};
export const unlimitedReaders: ReaderLimits = { perLink: null, perAddress: null, perNode: null };

export class ReaderBudget {
  readonly #perNode: number | null;
  readonly #trustProxy: number | false;
  readonly #byAddress: AddressCounts;
  #all = 0;

  constructor({ perNode, perAddress }: ReaderLimits, trustProxy: number | false, now: () => number) {
    this.#perNode = perNode;
    this.#trustProxy = trustProxy;
    this.#byAddress = new AddressCounts(perAddress, now);
  }

  /** Counts a connection until the returned function is called; otherwise what has too many. */
  open(request: IncomingMessage): (() => void) | 'address' | 'node' {
    if (this.#perNode !== null && this.#all >= this.#perNode) return 'node';
    const address = peerAddress(request, this.#trustProxy);
    if (!this.#byAddress.open(address)) return 'address';
    this.#all += 1;
    return () => {
      this.#all -= 1;
      this.#byAddress.closed(address);
    };
  }
}
