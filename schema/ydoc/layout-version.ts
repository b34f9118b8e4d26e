/** Whether this version of Atelier may write to a document. */
import type * as Y from 'yjs';

import { rootMap, schemaVersion } from './roots.ts';

/** True if a newer version wrote the document in a layout that this version does not know. Such a document is read-only. */
export function isOfNewerLayout(doc: Y.Doc): boolean {
  const version: unknown = rootMap(doc, 'meta')?.get('version');
  return typeof version === 'number' && version > schemaVersion;
}
