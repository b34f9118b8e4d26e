/**
 * backlog: what the page's document holds and the server's lacks, as a sequence of updates: pieces.
 *
 * BL1  The server can apply each piece when it arrives: everything that a piece builds on is in it, in an earlier piece, or on the
 *      server. All pieces together make the server's document equal to the page's. Structs that wait in the page's own document
 *      for others are not part of it.
 * BL2  A tab, an element, a card or a sheet shares a piece with the fields that were written right after it, so that no other page
 *      shows half of one, and with the fields that the guard accepts only together with their map.
 * BL3  Yjs drops a value that is overwritten. If its successor belongs to a later piece, the piece carries the current value of
 *      the key in its place: no element that others see loses a field until the next piece arrives, or forever if none does.
 * BL4  Removals come last, so that content that was moved arrives before it disappears from its old place. With `removalsFirst`
 *      they come first, for a document without room for both. A map is removed before its contents, as the guard demands.
 * BL5  The document may change between two pieces.
 */
import * as Y from 'yjs';

import { limits } from '#schema/limits.ts';

import {
  type ClockRange,
  clientsOf,
  clockOf,
  type Deletions,
  deletionsIn,
  holderOf,
  itemsOfMap,
  type StoredStruct,
  structIndexAt,
  structsIn,
  structsOf,
} from '#schema/ydoc/struct-store.ts';

import { deletionsOf, difference, union } from './deletions.ts';
import { isCollected, PieceWriter, type StructSpan } from './piece-writer.ts';

/** The server's document: the next clock of each client, and its deletions. */
export type Known = { readonly clocks: ReadonlyMap<number, number>; readonly deletions: Deletions };

export type BacklogOptions = {
  /** The target size of a piece. It is exceeded to keep things together [BL2]. */
  readonly pieceBytes: number;
  /** [BL4] */
  readonly removalsFirst: boolean;
};

/** How far after a map its fields are looked for, in structs. A new sheet of 5,000 rows needs fewer. */
const structsPerMap = 8_000;
/** Fields that the guard accepts only together with their map, beside the maps in it. */
const fieldsOfNewMaps: ReadonlySet<string> = new Set(['mode', 'locked']);
/** Nothing is kept together beyond this size: a piece must fit into a frame. */
const pieceBytesMax = limits.frameBytes / 2;
/** The guard limits an update's work, and a deleted range costs work in proportion to the document. */
const rangesPerPiece = 1_000;

export class Backlog {
  readonly #doc: Y.Doc;
  readonly #clocks: Map<number, number>;
  readonly #pieceBytes: number;
  /** The server's deletions at the start, and those sent since. */
  readonly #deletions: Deletions;
  readonly #sentDeletions: ClockRange[] = [];
  /** Deletions to send next, one piece each. */
  #removals: ClockRange[][] = [];
  /** The client whose structs are being sent. */
  #client: number | null = null;

  constructor(doc: Y.Doc, { clocks, deletions }: Known, { pieceBytes, removalsFirst }: BacklogOptions) {
    this.#doc = doc;
    this.#clocks = new Map(clocks);
    this.#deletions = deletions;
    this.#pieceBytes = pieceBytes;
    if (removalsFirst) this.#removals = this.#removalsOf(isRemoved);
  }

  /** The next piece, or null if everything that the document holds now has been returned. */
  next(): Uint8Array | null {
    const spans = this.#removals.length > 0 ? [] : this.#nextSpans();
    if (spans.length > 0) return this.#written(spans);
    if (this.#removals.length === 0) this.#removals = this.#removalsOf(() => true);
    const removals = this.#removals.shift();
    if (removals === undefined) return null;
    this.#sentDeletions.push(...removals);
    return new PieceWriter().update(deletionsOf(removals));
  }

  /** The server sent this update, so it has the update's structs. */
  received(update: Uint8Array): void {
    for (const [client, clock] of Y.parseUpdateMeta(update).to) this.#reach(client, clock);
  }

  #reach(client: number, clock: number): void {
    if (clock > this.#clockOf(client)) this.#clocks.set(client, clock);
  }

  #clockOf(client: number): number {
    return this.#clocks.get(client) ?? 0;
  }

  #isKnown({ client, clock }: Y.ID): boolean {
    return clock < this.#clockOf(client);
  }

  /** The structs of the next piece; empty if none are left. [BL2] */
  #nextSpans(): StructSpan[] {
    const spans: StructSpan[] = [];
    const sizing = new PieceWriter();
    const open = new Map<number, number>();
    const isOpen = (): boolean => open.entries().some(([client, clock]) => this.#clockOf(client) <= clock);
    while (sizing.bytes < this.#pieceBytes || (sizing.bytes < pieceBytesMax && isOpen())) {
      const next = this.#nextSpan();
      if (next === null) break;
      const { client } = next.span.struct.id;
      open.set(client, Math.max(open.get(client) ?? 0, this.#lastOfMap(next.structs, next.index)));
      sizing.write(next.span);
      spans.push(next.span);
    }
    return spans;
  }

  #written(spans: readonly StructSpan[]): Uint8Array {
    const writer = new PieceWriter();
    for (const span of spans) {
      const placeholder = writer.bytes < 2 * this.#pieceBytes ? this.#placeholderFor(span.struct) : undefined;
      writer.write(span, placeholder);
    }
    this.#sentDeletions.push(...writer.deleted);
    return writer.update();
  }

  /** [BL3] */
  #placeholderFor(struct: StoredStruct): { readonly value: unknown } | undefined {
    if (!(struct instanceof Y.Item) || !struct.deleted || struct.right === null || this.#isKnown(struct.right.id))
      return undefined;
    const last = lastUnder(struct);
    if (last === null || last.deleted || !(last.content instanceof Y.ContentAny)) return undefined;
    return { value: last.content.arr.at(-1) as unknown };
  }

  /** [BL1] */
  #nextSpan(): { readonly span: StructSpan; readonly structs: readonly StoredStruct[]; readonly index: number } | null {
    for (let client = this.#nextClient(); client !== null;) {
      const clock = this.#clockOf(client);
      const structs = structsOf(this.#doc, client);
      const index = structIndexAt(this.#doc, { client, clock });
      const struct = structs[index];
      if (struct === undefined) return null;
      const needed = this.#missing(struct, clock);
      if (needed === null) {
        this.#reach(client, struct.id.clock + struct.length);
        return { span: { struct, clock }, structs, index };
      }
      ({ client } = needed);
    }
    return null;
  }

  /** This page's own client comes last: what it wrote builds on others, and on what the person wrote before a reload. */
  #nextClient(): number | null {
    const isBehind = (client: number): boolean => this.#clockOf(client) < clockOf(this.#doc, client);
    const own = this.#doc.clientID;
    if (this.#client !== null && this.#client !== own && isBehind(this.#client)) return this.#client;
    this.#client = Iterator.from(clientsOf(this.#doc)).find((client) => client !== own && isBehind(client)) ?? null;
    return this.#client ?? (isBehind(own) ? own : null);
  }

  /** [BL2] The clock of the last struct that belongs with the map at `index`; -1 if there is no such map. */
  #lastOfMap(structs: readonly StoredStruct[], index: number): number {
    const map = structs[index];
    if (!(map instanceof Y.Item) || !isThing(map)) return -1;
    let last = map.id.clock;
    for (let at = index + 1; at < structs.length && at - index < structsPerMap; at += 1) {
      const struct = structs[at];
      if (!(struct instanceof Y.Item)) continue;
      if (!isWithin(struct, map)) break;
      if (holderOf(struct) === map && struct.origin === null) last = struct.id.clock;
    }
    for (const first of fieldsOfNew(map)) if (first.id.client === map.id.client) last = Math.max(last, first.id.clock);
    return last;
  }

  /** The struct's first dependency that has not been sent, or null. */
  #missing(struct: StoredStruct, clock: number): Y.ID | null {
    if (!(struct instanceof Y.Item) || clock > struct.id.clock || isCollected(struct)) return null;
    const { origin, rightOrigin } = struct;
    const holder = origin === null && rightOrigin === null ? holderOf(struct) : null;
    for (const id of [origin, rightOrigin, holder?.id ?? null]) if (id !== null && !this.#isKnown(id)) return id;
    return null;
  }

  /** Deletions of sent structs that have not been sent themselves, split into pieces. [BL4] */
  #removalsOf(filter: (struct: StoredStruct) => boolean): ClockRange[][] {
    const byDepth: ClockRange[][] = [];
    const sent = union(this.#deletions, deletionsOf(this.#sentDeletions));
    for (const { client, clock, len } of difference(deletionsIn(this.#doc), sent)) {
      for (const struct of structsIn(this.#doc, { client, clock, len })) {
        if (!filter(struct)) continue;
        const start = Math.max(clock, struct.id.clock);
        const end = Math.min(clock + len, struct.id.clock + struct.length, this.#clockOf(client));
        if (start < end) (byDepth[depthOf(struct)] ??= []).push({ client, clock: start, len: end - start });
      }
    }
    const ranges = byDepth.flat();
    return Array.from({ length: Math.ceil(ranges.length / rangesPerPiece) }, (_, at) =>
      ranges.slice(at * rangesPerPiece, (at + 1) * rangesPerPiece),
    );
  }
}

/** Deeper than any map: a collected struct no longer knows its parent. */
const collectedDepth = 32;

/** The number of types around a struct: 1 for a tab, 3 for an element. */
function depthOf(struct: StoredStruct): number {
  if (!(struct instanceof Y.Item)) return collectedDepth;
  let depth = 1;
  for (let at = holderOf(struct); at !== null && depth < collectedDepth; at = holderOf(at)) depth += 1;
  return depth;
}

/** True if the item holds a tab, an element, a card or a sheet. The maps that contain those are at even depths. */
const isThing = (item: Y.Item): boolean => !item.deleted && item.content instanceof Y.ContentType && depthOf(item) % 2 === 1;

function isWithin(item: Y.Item, map: Y.Item): boolean {
  for (let at = holderOf(item); at !== null; at = holderOf(at)) if (at === map) return true;
  return false;
}

/** The current item of the key that an item was written to, or null for a list entry. */
function lastUnder({ parent, parentSub }: Y.Item): Y.Item | null {
  return parent instanceof Y.AbstractType && parentSub !== null ? (itemsOfMap(parent).get(parentSub) ?? null) : null;
}

/** Fields that must not be missing from the map that an item holds, as they were written first. */
function* fieldsOfNew({ content }: Y.Item): Generator<Y.Item> {
  if (!(content instanceof Y.ContentType)) return;
  for (const [key, last] of itemsOfMap(content.type)) {
    if (!fieldsOfNewMaps.has(key) && !(last.content instanceof Y.ContentType)) continue;
    let first = last;
    while (first.left !== null) first = first.left;
    yield first;
  }
}

/** True if the struct was removed itself, not with its parent, and nothing replaced it. */
const isRemoved = (struct: StoredStruct): boolean =>
  struct instanceof Y.Item && !isCollected(struct) && lastUnder(struct)?.deleted !== false;
