/** layout-version: whether this version of Atelier understands a document well enough to write to it. */
import type * as Y from 'yjs';

import { rootMap, schemaVersion } from './roots.ts';

/** True for a document that a newer version has written in a layout that this one does not know: it is only to be read. */
export function isOfNewerLayout(doc: Y.Doc): boolean {
  const version: unknown = rootMap(doc, 'meta')?.get('version');
  return typeof version === 'number' && version > schemaVersion;
}
