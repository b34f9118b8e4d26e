/**
 * item-types: how the catalogue of card types lies in a document's Y.Doc, read and written.
 *
 * The root `types` holds it whole under `catalogue`, a plain value; absent: the default catalogue. The server alone writes it.
 * I1  Reading never throws: types that make no sense are left out, and without any the default catalogue is read.
 */
import type * as Y from 'yjs';

import { defaultCatalogue } from '../default-catalogue.ts';
import { limits } from '../limits.ts';
import { type Catalogue, ItemType } from '../board.ts';
import { isPlainObject, coercerOf } from './coerce.ts';
import { root, rootMap } from './roots.ts';

const key = 'catalogue';

export function readCatalogue(doc: Y.Doc): Catalogue {
  const stored = rootMap(doc, 'types')?.get(key);
  const types: unknown = isPlainObject(stored) ? stored['types'] : undefined;
  if (!Array.isArray(types)) return defaultCatalogue;
  const read = new Map<string, ItemType>();
  for (const each of types.slice(0, limits.itemTypes)) {
    const type = mendType(each) as ItemType | undefined;
    if (type !== undefined && !read.has(type.id)) read.set(type.id, type);
  }
  return read.size === 0 ? defaultCatalogue : { version: 1, types: [...read.values()] };
}

/** Null: the default catalogue. */
export function setCatalogue(doc: Y.Doc, catalogue: Catalogue | null): void {
  doc.transact(() => {
    const types = root(doc, 'types');
    if (catalogue !== null) types.set(key, catalogue);
    else if (types.has(key)) types.delete(key);
  });
}

const mendType = coercerOf(ItemType);
