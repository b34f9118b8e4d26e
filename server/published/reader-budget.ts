/** How many readers a node, and an address, may have (SPEC.md, PB13). They do not count as editors. */
import type { IncomingMessage } from 'node:http';

import { networkOf } from '#server/budgets/network-of.ts';
import { peerAddress } from '#server/live/peer-address.ts';
import { WindowCounts } from '#server/live/window-counts.ts';

/** On one node; null: no limit. */
export type ReaderLimits = {
  readonly perLink: number | null;
  readonly perAddress: number | null;
  readonly perNode: number | null;
};
export const unlimitedReaders: ReaderLimits = { perLink: null, perAddress: null, perNode: null };

const windowMs = 10_000;

export class ReaderBudget {
  readonly #limits: ReaderLimits;
  readonly #trustProxy: number | false;
  readonly #now: () => number;
  readonly #byNetwork = new Map<string, number>();
  readonly #newByNetwork = new WindowCounts(windowMs);
  #all = 0;

  constructor(limits: ReaderLimits, trustProxy: number | false, now: () => number) {
    this.#limits = limits;
    this.#trustProxy = trustProxy;
    this.#now = now;
  }

  /** Counts a connection until the returned function is called; otherwise what has too many. */
  open(request: IncomingMessage): (() => void) | 'address' | 'node' {
    const { perAddress, perNode } = this.#limits;
    if (perNode !== null && this.#all >= perNode) return 'node';
    const network = networkOf(peerAddress(request, this.#trustProxy));
    const count = this.#byNetwork.get(network) ?? 0;
    if (perAddress !== null && (count >= perAddress || this.#newByNetwork.add(network, this.#now()) > perAddress))
      return 'address';
    this.#byNetwork.set(network, count + 1);
    this.#all += 1;
    return () => {
      this.#all -= 1;
      const left = (this.#byNetwork.get(network) ?? 0) - 1;
      if (left > 0) this.#byNetwork.set(network, left);
      else this.#byNetwork.delete(network);
    };
  }
}
