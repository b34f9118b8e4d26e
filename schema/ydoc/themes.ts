/**
 * The custom themes that tabs of a document use, copied into `meta` under their id when a tab is set to them.
 *
 * Definitions are returned unchecked: core/render/custom-theme.ts draws from whatever a definition contains.
 */
import type * as Y from 'yjs';

import type { CustomTheme } from '../custom-theme.ts';
import { isPlainObject } from '../plain-object.ts';
import { root, rootMap } from './roots.ts';
import { jsonEqual } from '../json-equal.ts';

const isCustom = (id: string): boolean => id.startsWith('custom:');

/** The definition of a theme; null if the document has no theme with this id. */
export function readTheme(doc: Y.Doc, id: string): unknown {
  const stored: unknown = isCustom(id) ? rootMap(doc, 'meta')?.get(id) : null;
  return isPlainObject(stored) && Object.hasOwn(stored, 'definition') ? stored['definition'] : null;
}

/** Writes a theme unless the document already has it in this form. Returns true if it wrote. */
export function putTheme(doc: Y.Doc, { id, name, definition }: CustomTheme): boolean {
  const meta = root(doc, 'meta');
  const stored = { name, definition };
  if (!isCustom(id) || jsonEqual(meta.get(id), stored)) return false;
  doc.transact(() => meta.set(id, stored));
  return true;
}
