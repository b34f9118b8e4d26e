/**
 * themes: the custom themes that tabs of a document use, as they were when a tab was set to them: in `meta`, by their id.
 *
 * Reading never throws: a theme is drawn from whatever its definition says (core/render/custom-theme.ts).
 */
import type * as Y from 'yjs';

import type { CustomTheme } from '../custom-theme.ts';
import { isPlainObject } from './coerce.ts';
import { root, rootMap } from './roots.ts';
import { jsonEqual } from '../json-equal.ts';

const isCustom = (id: string): boolean => id.startsWith('custom:');

/** Its definition; null when the document has none of this id. */
export function readTheme(doc: Y.Doc, id: string): unknown {
  const stored: unknown = isCustom(id) ? rootMap(doc, 'meta')?.get(id) : null;
  return isPlainObject(stored) && Object.hasOwn(stored, 'definition') ? stored['definition'] : null;
}

/** Writes it where it is not there as it is; true when it wrote. */
export function putTheme(doc: Y.Doc, { id, name, definition }: CustomTheme): boolean {
  const meta = root(doc, 'meta');
  const stored = { name, definition };
  if (!isCustom(id) || jsonEqual(meta.get(id), stored)) return false;
  doc.transact(() => meta.set(id, stored));
  return true;
}
