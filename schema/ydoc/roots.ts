/**
 * The roots of a document's Y.Doc and their writers. All roots are Y.Maps, and every viewer can read everything in them.
 * docs/document-model.md describes each field.
 */
import * as Y from 'yjs';

/** The version of the layout, in `meta.version`. It rises when older code could no longer read what newer code writes. */
export const schemaVersion = 1;

/** Written by editors and by the server. */
export const editorRoots = ['tabs', 'items', 'sheets'] as const;
/** Written by the server only: an editor's update that touches one is refused. */
export const serverRoots = ['meta', 'types', 'threads', 'votes', 'cards'] as const;
export const rootNames = [...editorRoots, ...serverRoots] as const;

export type EditorRoot = (typeof editorRoots)[number];
export type RootName = (typeof rootNames)[number];

/** The maps inside a tab, inserted with the tab and never replaced. */
export const tabContainers = ['elements', 'layers', 'pages'] as const;
export type TabContainer = (typeof tabContainers)[number];

/** A root as a map; null if this Y.Doc has defined it as another type. Never throws. */
export function rootMap(doc: Y.Doc, name: RootName): Y.Map<unknown> | null {
  const existing: unknown = doc.share.get(name);
  if (existing === undefined || existing instanceof Y.Map) return doc.getMap(name);
  // Updates created it, and nothing has defined its type yet.
  return Object.getPrototypeOf(existing) === Y.AbstractType.prototype ? doc.getMap(name) : null;
}

/** A root as a map, for writing. Throws if it is another type, which would be a bug of ours. */
export function root(doc: Y.Doc, name: RootName): Y.Map<unknown> {
  const map = rootMap(doc, name);
  if (map === null) throw new Error(`the root ${name} is not a map`);
  return map;
}

/** A map inside a map; null if it is missing or another type. */
export function mapIn(map: Y.Map<unknown> | null, key: string): Y.Map<unknown> | null {
  const value = map?.get(key);
  return value instanceof Y.Map ? value : null;
}
