/**
 * How much memory the documents of a node may take, so that it refuses a document instead of running out of memory (SPEC.md).
 *
 * A loaded document counts by the structs that Yjs keeps, or by its bytes if these are more, as in long texts; a document that is being loaded by
 * its bytes, as nothing else is known yet. Growth counts by bytes, too, until the documents are counted again.
 * Documents with editors leave some memory to shadows, without which agents could not write to them.
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
/** What V8 adds to the heap limit for young objects, and what a node uses without documents. */
const youngBytes = 192 * mebibyte;
const ownBytes = 64 * mebibyte;
/** The rest is for objects that live as long as a call. */
const shareOfHeap = 0.6;

/** Measured on tabs of 1,000 and 3,000 elements, tabs after many edits, long texts and sheets; slightly above the highest values. */
const perStruct = { live: 550, shadow: 800 };
const perByte = { live: 24, shadow: 36 };

/** How far documents may grow beyond the budget, as a part of it, and what one of them may have grown when the budget is just used up. */
const growthReserve = 0.15;
const growthShare = 0.02;
/** Counting visits all documents. */
const countedMs = 250;

/** The largest share of live documents; the rest is for shadows. */
const shareOfLive = 0.7;
/** A load that takes longer has failed. */
const arrivingMs = 30_000;

/** The part of this process's heap that documents may use. */
export function memoryForDocuments(heapLimit = getHeapStatistics().heap_size_limit): number {
  const old = Math.max(heapLimit - youngBytes, heapLimit / 4);
  return Math.max(old - ownBytes, old / 4) * shareOfHeap;
}

export class MemoryBudget {
  readonly #options: MemoryBudgetOptions;
  /** The memory of documents when they were counted, and the time; and what they may have grown since. */
  #counted = { bytes: 0, at: Number.NEGATIVE_INFINITY };
  #grown = 0;
  /** The memory of a document when it was loaded. */
  readonly #loaded = new WeakMap<Y.Doc, number>();
  /** Documents that are being loaded for editors. */
  readonly #arriving = new Map<string, { readonly bytes: number; readonly until: number }>();

  /** Shadows that are being built. */
  readonly #building = new Set<{ readonly bytes: number }>();

  constructor(options: MemoryBudgetOptions) {
    this.#options = options;
  }

  /** Reserves memory for a document that is about to be loaded for editors, until `arrived`. Throws Overloaded. */
  admitLive(documentId: string, encodedBytes: number): void {
    const bytes = encodedBytes * perByte.live;
    const { memoryBytes, now } = this.#options;
    if (this.#live() + bytes > memoryBytes * shareOfLive || !this.#makeRoom(bytes)) throw new Overloaded(documentId);
    this.#arriving.set(documentId, { bytes, until: now() + arrivingMs });
    this.#count();
  }

  arrived(documentId: string, document: Y.Doc): void {
    this.#arriving.delete(documentId);
    this.#loaded.set(document, structCount(document) * perStruct.live);
  }

  /** Frees and reserves memory for a shadow until the returned function is called, when it is built or has failed. Throws Overloaded. */
  admitShadow(documentId: string, encodedBytes: number): () => void {
    const reserved = { bytes: encodedBytes * perByte.shadow };
    if (!this.#makeRoom(reserved.bytes)) throw new Overloaded(documentId);
    this.#building.add(reserved);
    this.#count();
    return () => void this.#building.delete(reserved);
  }

  /** Call with a shadow that was built: it counts as grown by what is added from now on. */
  loadedShadow(doc: Y.Doc): void {
    this.#loaded.set(doc, structCount(doc) * perStruct.shadow);
  }

  /**
   * Whether a document may grow by an update of this size. When the budget is used up, only documents may that have grown little since they were
   * loaded, and the less the more the budget is exceeded: so the one that grows is stopped, and small edits of others are not.
   */
  allowsGrowth(room: Room, bytes: number): boolean {
    const { memoryBytes, now } = this.#options;
    this.#grown += bytes * (room.shadow === null ? perByte.live : perByte.live + perByte.shadow);
    if (this.#counted.bytes + this.#grown <= memoryBytes) return true;
    if (now() - this.#counted.at > countedMs) {
      this.#makeRoom(0);
      this.#count();
    }
    const excess = (this.#counted.bytes + this.#grown) / memoryBytes - 1;
    if (excess <= 0) return true;
    const allowance = memoryBytes * growthShare * Math.max(0, 1 - excess / growthReserve);
    return this.#growthOf(room) + bytes * perByte.live <= allowance;
  }

  /** By how much a document has grown since it was loaded. */
  #growthOf({ live, shadow, size }: Room): number {
    const grown = (doc: Y.Doc | undefined, each: number): number =>
      doc === undefined ? 0 : structCount(doc) * each - (this.#loaded.get(doc) ?? 0);
    return Math.max(grown(live?.document, perStruct.live), grown(shadow?.doc, perStruct.shadow), size.grownBytes);
  }

  #count(): void {
    this.#counted = { bytes: this.used, at: this.#options.now() };
    this.#grown = 0;
  }

  /** Estimated memory of all loaded documents, in bytes. */
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
    for (const { live, size } of this.#options.rooms())
      if (live !== null) bytes += Math.max(structCount(live.document) * perStruct.live, size.bytes);
    return bytes;
  }

  #shadows(): number {
    let bytes = 0;
    for (const reserved of this.#building) bytes += reserved.bytes;
    for (const room of this.#options.rooms()) bytes += weightOf(room);
    return bytes;
  }

  /** Drops unused shadows until `bytes` are free; false if that is impossible. */
  #makeRoom(bytes: number): boolean {
    let excess = this.used + bytes - this.#options.memoryBytes;
    if (excess <= 0) return true;
    const unused = this.#options.rooms().filter((room) => room.shadow !== null && room.idle);
    // If all of them are not enough, they are kept: dropping them would only cost loading them again.
    if (unused.reduce((left, room) => left - weightOf(room), excess) > 0) return false;
    unused.sort((a, b) => a.usedAt - b.usedAt);
    for (const room of unused) {
      if (excess <= 0) break;
      excess -= weightOf(room);
      room.dropShadow();
    }
    return true;
  }
}

/** Of a room's shadow. The cost is that of the clients that ever wrote to the document, not of its content. */
const weightOf = ({ shadow, size }: Room): number =>
  shadow === null ? 0 : Math.max(structCount(shadow.doc) * perStruct.shadow, size.bytes);
