/** Counts the sockets of each network: those that are open, and new ones in a while. */
import { networkOf } from '#server/budgets/network-of.ts';

import { WindowCounts } from './window-counts.ts';

const windowMs = 10_000;

export class AddressCounts {
  readonly #most: number | null;
  readonly #now: () => number;
  readonly #open = new Map<string, number>();
  readonly #new = new WindowCounts(windowMs);

  /** `most`: open sockets of a network, and new ones in 10 seconds; null: no limit. */
  constructor(most: number | null, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  /** Counts a new socket, to be closed with `closed`; false if the network has too many. */
  open(address: string): boolean {
    const key = networkOf(address);
    const count = this.#open.get(key) ?? 0;
    if (this.#most !== null && (count >= this.#most || this.#new.add(key, this.#now()) > this.#most)) return false;
    this.#open.set(key, count + 1);
    return true;
  }

  closed(address: string): void {
    const key = networkOf(address);
    const count = (this.#open.get(key) ?? 0) - 1;
    if (count > 0) this.#open.set(key, count);
    else this.#open.delete(key);
  }
}
