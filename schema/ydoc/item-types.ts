/**
 * Reads and writes the catalogue of card types in a document.
 *
 * The root `types` stores it whole under `catalogue`, as a plain value; if it is absent, the default catalogue applies. Only the
 * server writes it. Invalid types are left out; without a valid one the default catalogue is returned.
 */
import type * as Y from 'yjs';

import { defaultCatalogue } from '../default-catalogue.ts';
import { limits } from '../limits.ts';
import { type Catalogue, ItemType } from '../board.ts';
import { isPlainObject } from '../plain-object.ts';
import { coercerOf } from './coerce.ts';
import { root, rootMap } from './roots.ts';

const key = 'catalogue';

export function readCatalogue(doc: Y.Doc): Catalogue {
  const stored = rootMap(doc, 'types')?.get(key);
  const types: unknown = isPlainObject(stored) ? stored['types'] : undefined;
  if (!Array.isArray(types)) return defaultCatalogue;
  const valid = new Map<string, ItemType>();
  for (const entry of types.slice(0, limits.itemTypes)) {
    const type = coerceType(entry) as ItemType | undefined;
    if (type !== undefined && !valid.has(type.id)) valid.set(type.id, type);
  }
  return valid.size === 0 ? defaultCatalogue : { version: 1, types: [...valid.values()] };
}

/** Null restores the default catalogue. */
export function setCatalogue(doc: Y.Doc, catalogue: Catalogue | null): void {
  doc.transact(() => {
    const types = root(doc, 'types');
    if (catalogue !== null) types.set(key, catalogue);
    else if (types.has(key)) types.delete(key);
  });
}

const coerceType = coercerOf(ItemType);
