/**
 * memory-budget: how much memory the documents of a node may take, so that it refuses one more rather than die of it.
 *
 * M1  What is loaded counts by what Yjs keeps of it; what is about to be, by its bytes, which is all that is known before.
 * M2  Where there is no room, shadows that nobody uses go first, the longest unused before the others. Only then is a load
 *     refused, before anything of it is decoded.
 * M3  Documents with editors leave some room to shadows, without which nothing could be written to them by agents.
 */
import { getHeapStatistics } from 'node:v8';

import type * as Y from 'yjs';

import { structCount } from '#schema/ydoc/struct-store.ts';

import { Overloaded } from './overloaded.ts';
import type { Room } from './room.ts';

export type MemoryBudgetOptions = {
  readonly rooms: () => readonly Room[];
  readonly now: () => number;
  /** For all loaded documents together. */
  readonly memoryBytes: number;
};

const mebibyte = 1024 * 1024;
/** What V8 adds to the heap's limit for young objects, and what a node takes without any document. */
const youngBytes = 192 * mebibyte;
const ownBytes = 64 * mebibyte;
/** The rest is for what lives for the length of a call. */
const shareOfHeap = 0.6;

/** Measured on tabs of 1,000 and 3,000 elements, tabs after many edits, long texts, and sheets, each a little above the highest. */
const perStruct = { live: 550, shadow: 800 };
const perByte = { live: 24, shadow: 36 };

/** [M3] */
const shareOfLive = 0.7;
/** A load that did not arrive by then never will. */
const arrivingMs = 30_000;

/** What this process's heap has for documents. */
export function memoryForDocuments(heapLimit = getHeapStatistics().heap_size_limit): number {
  const old = Math.max(heapLimit - youngBytes, heapLimit / 4);
  return Math.max(old - ownBytes, old / 4) * shareOfHeap;
}

export class MemoryBudget {
  readonly #options: MemoryBudgetOptions;
  /** Documents that were let in for editors and are not there yet. */
  readonly #arriving = new Map<string, { readonly bytes: number; readonly until: number }>();

  constructor(options: MemoryBudgetOptions) {
    this.#options = options;
  }

  /** A document is about to be loaded for editors, until `arrived`. Throws Overloaded. */
  admitLive(documentId: string, encodedBytes: number): void {
    const bytes = encodedBytes * perByte.live;
    const { memoryBytes, now } = this.#options;
    if (this.#live() + bytes > memoryBytes * shareOfLive || !this.#makeRoom(bytes)) throw new Overloaded(documentId);
    this.#arriving.set(documentId, { bytes, until: now() + arrivingMs });
  }

  arrived(documentId: string): void {
    this.#arriving.delete(documentId);
  }

  /** A shadow is about to be made, in this turn of the event loop. Throws Overloaded. */
  admitShadow(documentId: string, encodedBytes: number): void {
    if (!this.#makeRoom(encodedBytes * perByte.shadow)) throw new Overloaded(documentId);
  }

  /** Bytes that all loaded documents are thought to take. */
  get used(): number {
    return this.#live() + this.#shadows();
  }

  #live(): number {
    const now = this.#options.now();
    let bytes = 0;
    for (const [documentId, arriving] of this.#arriving) {
      if (arriving.until < now) this.#arriving.delete(documentId);
      else bytes += arriving.bytes;
    }
    for (const { live } of this.#options.rooms()) if (live !== null) bytes += structCount(live.document) * perStruct.live;
    return bytes;
  }

  #shadows(): number {
    let bytes = 0;
    for (const { shadow } of this.#options.rooms()) bytes += weightOf(shadow?.doc);
    return bytes;
  }

  /** [M2] True when so much more has room. */
  #makeRoom(bytes: number): boolean {
    let over = this.used + bytes - this.#options.memoryBytes;
    if (over <= 0) return true;
    const unused = this.#options.rooms().filter((room) => room.shadow !== null && room.idle);
    // Where all of them are not enough they stay: they would be loaded again for nothing.
    if (unused.reduce((left, { shadow }) => left - weightOf(shadow?.doc), over) > 0) return false;
    unused.sort((a, b) => a.usedAt - b.usedAt);
    for (const room of unused) {
      if (over <= 0) break;
      over -= weightOf(room.shadow?.doc);
      room.dropShadow();
    }
    return true;
  }
}

/** The cost is that of the clients that ever wrote to the document, not of its content. */
const weightOf = (shadow: Y.Doc | undefined): number => (shadow === undefined ? 0 : structCount(shadow) * perStruct.shadow);
