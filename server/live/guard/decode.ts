/**
 * Decodes a Yjs update (version 1) without Yjs and without trusting its bytes.
 *
 * The layout is that of Yjs's UpdateDecoderV1 and encoding.js: per client its structs in the order of their clocks, then the delete set. What no
 * Yjs client writes is refused even if Yjs would read it: a repeated client, empty or overlapping delete ranges, structs of length 0, trailing
 * bytes, and content that a map cannot contain.
 */
import { limits } from '#schema/limits.ts';
import { type RootName, rootNames } from '#schema/ydoc/roots.ts';

import { Cursor } from './cursor.ts';
import { isMapKey } from './key.ts';
import { checkValue } from './plain-value.ts';
import { GuardRefusal } from './guard-refusal.ts';

export type Id = { readonly client: number; readonly clock: number };

/** The parent that an item names: another item to follow, a root, or the type inside an item. */
export type ItemParent =
  | { readonly origin: Id }
  | { readonly root: RootName; readonly key: string }
  | { readonly parent: Id; readonly key: string };

export type Content =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'map' }
  /** `starts`: where each value's bytes begin; `largest`: the largest magnitude of their numbers. */
  | { readonly kind: 'values'; readonly starts: readonly number[]; readonly largest: number };

export type Struct =
  | { readonly kind: 'gap'; readonly clock: number; readonly length: number }
  | { readonly kind: 'collected'; readonly clock: number; readonly length: number }
  | {
      readonly kind: 'item';
      readonly clock: number;
      readonly length: number;
      readonly parent: ItemParent;
      readonly content: Content;
    };

export type Section = { readonly client: number; readonly structs: readonly Struct[] };
export type DeleteRange = { readonly clock: number; readonly end: number };

export type DecodedUpdate = {
  readonly sections: readonly Section[];
  readonly deletes: readonly (readonly [client: number, ranges: readonly DeleteRange[]])[];
  readonly cursor: Cursor;
};

/** More than a client writes in months without a pause. */
const clockMax = 2 ** 31;
const clientMax = 2 ** 32 - 1;
/** 10,000 elements with 20 keys. Yjs sorts and merges them in far less than a second. */
const structsMax = 210_000;

/** Throws GuardRefusal: `undecodable`, `too_large`, `poison_value`, `too_deep`, `wrong_type`, `invalid_key`. */
export function decodeUpdate(update: Uint8Array): DecodedUpdate {
  if (update.byteLength > limits.frameBytes) throw new GuardRefusal('too_large');
  const cursor = new Cursor(update);
  const sections = readSections(cursor);
  const deletes = readDeletes(cursor);
  if (!cursor.atEnd) throw new GuardRefusal('undecodable');
  requireDeleted(sections, new Map(deletes));
  return { sections, deletes, cursor };
}

function readSections(cursor: Cursor): Section[] {
  const sections: Section[] = [];
  const clients = new Set<number>();
  let total = 0;
  for (let left = cursor.uint(); left > 0; left -= 1) {
    const count = cursor.uint();
    const client = readClient(cursor, clients);
    let clock = cursor.uint();
    const structs: Struct[] = [];
    total += count;
    if (total > structsMax) throw new GuardRefusal('too_large');
    for (let index = 0; index < count; index += 1) {
      const struct = readStruct(cursor, clock);
      clock += struct.length;
      if (struct.length < 1) throw new GuardRefusal('undecodable');
      if (clock > clockMax) throw new GuardRefusal('too_large');
      structs.push(struct);
    }
    sections.push({ client, structs });
  }
  return sections;
}

const bits = { content: 0x1f, key: 0x20, rightOrigin: 0x40, origin: 0x80 } as const;
const refs = { collected: 0, deleted: 1, text: 4, embed: 5, format: 6, type: 7, values: 8, gap: 10 } as const;
const mapType = 1;

function readStruct(cursor: Cursor, clock: number): Struct {
  const info = cursor.byte();
  if (info === refs.collected) return { kind: 'collected', clock, length: cursor.uint() };
  if (info === refs.gap) return { kind: 'gap', clock, length: cursor.uint() };
  const parent = readItemParent(cursor, info);
  switch (info & bits.content) {
    case refs.deleted:
      return { kind: 'item', clock, length: cursor.uint(), parent, content: { kind: 'deleted' } };
    case refs.values: {
      const content = readValues(cursor);
      return { kind: 'item', clock, length: content.starts.length, parent, content };
    }
    case refs.type:
      if (cursor.uint() !== mapType) throw new GuardRefusal('wrong_type');
      return { kind: 'item', clock, length: 1, parent, content: { kind: 'map' } };
    case refs.text:
    case refs.embed:
    case refs.format:
      throw new GuardRefusal('wrong_type');
    case 2: // JSON, used by old versions
    case 3: // bytes
    case 9: // a subdocument
      throw new GuardRefusal('poison_value');
    default:
      throw new GuardRefusal('undecodable');
  }
}

/** Items of a map have no right origin, and an item without a key is an entry of a list. */
function readItemParent(cursor: Cursor, info: number): ItemParent {
  const origin = (info & bits.origin) === 0 ? null : readId(cursor);
  if ((info & bits.rightOrigin) !== 0) throw new GuardRefusal('wrong_type');
  if (origin !== null) return { origin };
  const isRoot = cursor.uint() === 1;
  const owner = isRoot ? readRoot(cursor) : readId(cursor);
  if ((info & bits.key) === 0) throw new GuardRefusal('wrong_type');
  const key = cursor.text(4 * limits.keyCharacters, 'invalid_key');
  if (!isMapKey(key)) throw new GuardRefusal('invalid_key');
  return typeof owner === 'string' ? { root: owner, key } : { parent: owner, key };
}

/**
 * Checked in every struct, as Yjs creates a root for each name, even in structs that it already has. New items under a server root are refused
 * when they are placed, because a whole state repeats the existing ones.
 */
function readRoot(cursor: Cursor): RootName {
  const name = cursor.text(4 * limits.keyCharacters, 'unknown_root');
  const root = rootNames.find((rootName) => rootName === name);
  if (root === undefined) throw new GuardRefusal('unknown_root');
  return root;
}

function readValues(cursor: Cursor): Content & { kind: 'values' } {
  const starts: number[] = [];
  let largest = 0;
  for (let left = cursor.uint(); left > 0; left -= 1) {
    starts.push(cursor.pos);
    largest = Math.max(largest, checkValue(cursor));
  }
  return { kind: 'values', starts, largest };
}

function readDeletes(cursor: Cursor): (readonly [number, DeleteRange[]])[] {
  const deletes: (readonly [number, DeleteRange[]])[] = [];
  const clients = new Set<number>();
  for (let left = cursor.uint(); left > 0; left -= 1) {
    const client = readClient(cursor, clients);
    const ranges: DeleteRange[] = [];
    let previousEnd = 0;
    for (let count = cursor.uint(); count > 0; count -= 1) {
      const clock = cursor.uint();
      const end = clock + cursor.uint();
      if (clock < previousEnd || end <= clock) throw new GuardRefusal('undecodable');
      ranges.push({ clock, end });
      previousEnd = end;
    }
    deletes.push([client, ranges]);
  }
  return deletes;
}

/**
 * Several values in one item are past values of one key, which Yjs joins once they are deleted, so the same update must delete them. Alive they
 * would be one value, and deleting one of them would copy all others.
 */
function requireDeleted(sections: readonly Section[], deletes: ReadonlyMap<number, readonly DeleteRange[]>): void {
  for (const { client, structs } of sections) {
    const ranges = deletes.get(client) ?? [];
    let next = 0;
    for (const struct of structs) {
      if (struct.kind !== 'item' || struct.content.kind !== 'values' || struct.length === 1) continue;
      while (next < ranges.length && (ranges[next]?.end ?? 0) <= struct.clock) next += 1;
      const range = ranges[next];
      if (range === undefined || range.clock > struct.clock || range.end < struct.clock + struct.length)
        throw new GuardRefusal('undecodable');
    }
  }
}

function readClient(cursor: Cursor, clients: Set<number>): number {
  const client = cursor.uint();
  if (client > clientMax) throw new GuardRefusal('forged_client');
  if (clients.has(client)) throw new GuardRefusal('undecodable');
  clients.add(client);
  return client;
}

const readId = (cursor: Cursor): Id => ({ client: cursor.uint(), clock: cursor.uint() });
