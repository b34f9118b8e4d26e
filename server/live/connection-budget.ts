/**
 * Limits what one caller can open on this node: sockets at the same time, new ones in a while, documents, and requests for whole states
 * (SPEC.md, LV41, LV42 and LV45).
 */
import type { IncomingMessage } from 'node:http';

import { limits } from '#schema/limits.ts';
import type { Actor } from '#server/access/actor.ts';
import { budgetOf, type HolderKind, holdersOf, type PerCaller, unlimited } from '#server/budgets/budget-holders.ts';
import { networkOf } from '#server/budgets/network-of.ts';

import { AddressCounts } from './address-counts.ts';
import { peerAddress } from './peer-address.ts';
import { WindowCounts } from './window-counts.ts';

export type ConnectionLimits = {
  /** Sockets on this node. */
  readonly sockets: PerCaller;
  /** Documents that are open on this node, each once. */
  readonly documents: PerCaller;
  /** The number of proxies that add to X-Forwarded-For; false: none. */
  readonly trustProxy: number | false;
};

export const unlimitedConnections: ConnectionLimits = { sockets: unlimited, documents: unlimited, trustProxy: false };

const windowMs = 10_000;
const minuteMs = 60_000;

/** What one holder has open. */
type Opened = {
  readonly sockets: Set<object>;
  /** How many sockets each document is open on. */
  readonly documents: Map<string, number>;
};

/** What one socket has open, and the keys of the holders for which it and its documents count. */
type SocketEntry = { readonly keys: Set<string>; readonly documents: Map<string, readonly string[]> };

export type TooMany = { readonly budget: 'sockets' | 'documents'; readonly holder: HolderKind };

export class ConnectionBudget {
  readonly #limits: ConnectionLimits;
  readonly #now: () => number;
  /** Sockets by network, before and after authentication. */
  readonly #byAddress: AddressCounts;
  readonly #opened = new Map<string, Opened>();
  readonly #entries = new Map<object, SocketEntry>();
  readonly #newByHolder: WindowCounts;
  readonly #states: WindowCounts;

  constructor(limit: ConnectionLimits, now: () => number) {
    this.#limits = limit;
    this.#now = now;
    this.#byAddress = new AddressCounts(limit.sockets.perAddress, now);
    this.#newByHolder = new WindowCounts(windowMs);
    this.#states = new WindowCounts(minuteMs);
  }

  addressOf(request: IncomingMessage): string {
    return peerAddress(request, this.#limits.trustProxy);
  }

  /** Counts a new socket of an address, to be closed with `closed`; false if it has too many. */
  open(address: string): boolean {
    return this.#byAddress.open(address);
  }

  closed(address: string, socket: object): void {
    this.#byAddress.closed(address);
    const entry = this.#entries.get(socket);
    if (entry === undefined) return;
    for (const documentId of entry.documents.keys()) this.left(socket, documentId);
    this.#entries.delete(socket);
    for (const holder of entry.keys) {
      const opened = this.#opened.get(holder);
      opened?.sockets.delete(socket);
      if (opened?.sockets.size === 0) this.#opened.delete(holder);
    }
  }

  /** Counts a document on an authenticated socket, until `left` or `closed`; otherwise what its caller has too many of. */
  enter(actor: Actor, socket: object, address: string, documentId: string): TooMany | null {
    const entry = this.#entries.get(socket) ?? { keys: new Set(), documents: new Map<string, readonly string[]>() };
    if (entry.documents.has(documentId)) return null;
    const holders = holdersOf(actor, address);
    for (const { kind, key, size } of holders) {
      const opened = this.#opened.get(key);
      const sockets = kind === 'address' ? null : budgetOf({ size }, this.#limits.sockets);
      if (sockets !== null && opened?.sockets.has(socket) !== true)
        if ((opened?.sockets.size ?? 0) >= sockets || this.#newByHolder.add(key, this.#now()) > sockets)
          return { budget: 'sockets', holder: kind };
      const most = budgetOf({ size }, this.#limits.documents);
      if (most !== null && opened !== undefined && opened.documents.size >= most && !opened.documents.has(documentId))
        return { budget: 'documents', holder: kind };
    }
    entry.documents.set(documentId, holders.map(({ key }) => key)); // prettier-ignore
    this.#entries.set(socket, entry);
    for (const { key } of holders) {
      entry.keys.add(key);
      const opened = this.#opened.get(key) ?? { sockets: new Set(), documents: new Map<string, number>() };
      opened.sockets.add(socket);
      opened.documents.set(documentId, (opened.documents.get(documentId) ?? 0) + 1);
      this.#opened.set(key, opened);
    }
    return null;
  }

  /** A document was closed on a socket, which stays open. */
  left(socket: object, documentId: string): void {
    const documents = this.#entries.get(socket)?.documents;
    for (const key of documents?.get(documentId) ?? []) {
      const open = this.#opened.get(key)?.documents;
      const count = (open?.get(documentId) ?? 0) - 1;
      if (count > 0) open?.set(documentId, count);
      else open?.delete(documentId);
    }
    documents?.delete(documentId);
  }

  /** Counts a request for a whole state; false if there were too many in a minute. A link makes any number of guests: they count together. */
  mayRequestState(actor: Actor, address: string): boolean {
    if (this.#limits.sockets.perPerson === null) return true;
    const count = this.#states.add(actor.kind === 'guest' ? `guests ${networkOf(address)}` : actor.userId, this.#now());
    return count <= (actor.kind === 'guest' ? limits.fullSyncsPerMinuteOfGuests : limits.fullSyncsPerMinuteAndPerson);
  }
}
