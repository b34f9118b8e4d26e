/**
 * Limits what one person or address can open on this node: sockets at the same time, new ones in a while, and requests for whole states
 * (SPEC.md, LV41 and LV42).
 */
import type { IncomingMessage } from 'node:http';

import { limits } from '#schema/limits.ts';
import { type Actor, userIdOf } from '#server/access/actor.ts';

export type ConnectionLimits = {
  /** Sockets that a person may have open on this node; null: no limit. */
  readonly perPerson: number | null;
  /** The same for an address, before and after authentication. */
  readonly perAddress: number | null;
  /** The number of proxies that add to X-Forwarded-For; false: none. */
  readonly trustProxy: number | false;
};

export const unlimitedConnections: ConnectionLimits = { perPerson: null, perAddress: null, trustProxy: false };

const windowMs = 10_000;
const minuteMs = 60_000;

export class ConnectionBudget {
  readonly #limits: ConnectionLimits;
  readonly #now: () => number;
  readonly #byAddress = new Map<string, number>();
  readonly #byPerson = new Map<string, Set<object>>();
  /** The people whose sockets these are. */
  readonly #peopleOf = new Map<object, Set<string>>();
  readonly #opened: WindowCounts;
  readonly #entered: WindowCounts;
  readonly #states: WindowCounts;

  constructor(limit: ConnectionLimits, now: () => number) {
    this.#limits = limit;
    this.#now = now;
    this.#opened = new WindowCounts(windowMs);
    this.#entered = new WindowCounts(windowMs);
    this.#states = new WindowCounts(minuteMs);
  }

  addressOf(request: IncomingMessage): string {
    return addressOf(request, this.#limits.trustProxy);
  }

  /** Counts a new socket of an address, to be closed with `closed`; false if it has too many. */
  open(address: string): boolean {
    const { perAddress } = this.#limits;
    const count = this.#byAddress.get(address) ?? 0;
    if (perAddress !== null && (count >= perAddress || this.#opened.add(address, this.#now()) > perAddress)) return false;
    this.#byAddress.set(address, count + 1);
    return true;
  }

  closed(address: string, socket: object): void {
    const count = (this.#byAddress.get(address) ?? 0) - 1;
    if (count > 0) this.#byAddress.set(address, count);
    else this.#byAddress.delete(address);
    for (const person of this.#peopleOf.get(socket) ?? []) {
      const sockets = this.#byPerson.get(person);
      sockets?.delete(socket);
      if (sockets?.size === 0) this.#byPerson.delete(person);
    }
    this.#peopleOf.delete(socket);
  }

  /** Counts an authenticated socket for its person; false if that person has too many. */
  enter(actor: Actor, socket: object): boolean {
    const person = userIdOf(actor);
    const { perPerson } = this.#limits;
    const sockets = this.#byPerson.get(person) ?? new Set<object>();
    if (sockets.has(socket)) return true;
    if (perPerson !== null && (sockets.size >= perPerson || this.#entered.add(person, this.#now()) > perPerson)) return false;
    sockets.add(socket);
    this.#byPerson.set(person, sockets);
    const people = this.#peopleOf.get(socket) ?? new Set<string>();
    this.#peopleOf.set(socket, people.add(person));
    return true;
  }

  /** Counts a request for a whole state; false if there were too many in a minute. A link makes any number of guests: they count together. */
  mayRequestState(actor: Actor, address: string): boolean {
    if (this.#limits.perPerson === null) return true;
    const count = this.#states.add(actor.kind === 'guest' ? `guests ${address}` : actor.userId, this.#now());
    return count <= (actor.kind === 'guest' ? limits.fullSyncsPerMinuteOfGuests : limits.fullSyncsPerMinuteAndPerson);
  }
}

/** Counts by key in windows of time. */
class WindowCounts {
  readonly #windowMs: number;
  readonly #counts = new Map<string, number>();
  #until = 0;

  constructor(windowLengthMs: number) {
    this.#windowMs = windowLengthMs;
  }

  add(key: string, now: number): number {
    if (now >= this.#until) {
      this.#counts.clear();
      this.#until = now + this.#windowMs;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}

/** The peer's address, or the one that the outermost trusted proxy reports. */
function addressOf({ socket, headers }: IncomingMessage, trustProxy: number | false): string {
  const own = socket.remoteAddress ?? '';
  if (trustProxy === false) return own;
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const hops = forwarded.map((address) => address.trim()).filter((address) => address !== '');
  return hops.at(-trustProxy) ?? hops[0] ?? own;
}
