/**
 * The internals of Yjs that this project reads, in one place: the structs of a document, sorted by clock without gaps in one list for
 * each client, and the items behind its types.
 */
import * as Y from 'yjs';

export type StoredStruct = Y.Item | Y.GC;
export type AnyType = Y.ContentType['type'];
export type StructId = { readonly client: number; readonly clock: number };
export type Deletions = ReturnType<typeof Y.createDeleteSet>;
export type ClockRange = StructId & { readonly len: number };

/** The next clock of a client; 0 for an unknown client. */
export const clockOf = (doc: Y.Doc, client: number): number => Y.getState(doc.store, client);

export const clientCount = (doc: Y.Doc): number => doc.store.clients.size;

export const clientsOf = (doc: Y.Doc): Iterable<number> => doc.store.clients.keys();

export const structsOf = (doc: Y.Doc, client: number): readonly StoredStruct[] => doc.store.clients.get(client) ?? [];

/** Of all clients. */
export function structCount(doc: Y.Doc): number {
  let count = 0;
  for (const structs of doc.store.clients.values()) count += structs.length;
  return count;
}

/** The index in `structsOf` of the struct that contains a clock; the length of the list if the document does not have it. */
export function structIndexAt(doc: Y.Doc, { client, clock }: StructId): number {
  const structs = doc.store.clients.get(client);
  if (structs === undefined) return 0;
  return clock < clockOf(doc, client) ? Y.findIndexSS(structs, clock) : structs.length;
}

/** The struct that contains a clock; undefined if the document does not have it. */
export const structAt = (doc: Y.Doc, id: StructId): StoredStruct | undefined => structsOf(doc, id.client)[structIndexAt(doc, id)];

/** The structs that overlap a range, by clock. */
export function* structsIn(doc: Y.Doc, range: ClockRange): Generator<StoredStruct> {
  const structs = structsOf(doc, range.client);
  for (let index = structIndexAt(doc, range); index < structs.length; index += 1) {
    const struct = structs[index];
    if (struct === undefined || struct.id.clock >= range.clock + range.len) return;
    yield struct;
  }
}

/** The deletions of a document: for each client, sorted ranges of clocks that do not touch. */
export const deletionsIn = (doc: Y.Doc): Deletions => Y.createDeleteSetFromStructStore(doc.store);

/** True if the document has structs or deletions that wait for others. */
export const hasWaiting = ({ store }: Y.Doc): boolean => store.pendingStructs !== null || store.pendingDs !== null;

/** Drops what waits for structs that will never arrive. */
export function dropWaiting({ store }: Y.Doc): void {
  store.pendingStructs = null;
  store.pendingDs = null;
}

/** The item that holds a type; null for a root. */
export const itemOf = (type: AnyType): Y.Item | null => type._item;

/** The key under which a type is in its parent; null for a root and for an entry of a list. */
export const keyOf = (type: AnyType): string | null => type._item?.parentSub ?? null;

/** The item that holds the type around an item; null in a root. */
export const holderOf = ({ parent }: Y.Item): Y.Item | null => (parent instanceof Y.AbstractType ? parent._item : null);

/** The last item under each key of a map, also where it is deleted. Earlier ones are to its left. */
export const itemsOfMap = (map: AnyType): ReadonlyMap<string, Y.Item> => map._map;

/** The items of a list, also those that are deleted. */
export function* itemsOfList(list: AnyType): Generator<Y.Item> {
  for (let item = list._start; item !== null; item = item.right) yield item;
}
