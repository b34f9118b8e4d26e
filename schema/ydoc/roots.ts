/**
 * roots: the names of everything at the top of a document's Y.Doc, and who writes each.
 *
 * All roots are Y.Maps. What is in them is readable by every viewer; docs/document-model.md describes each field.
 */
import * as Y from 'yjs';

/** The version of the layout, kept in `meta.version`. Raised when older code could no longer read what newer code writes. */
export const schemaVersion = 1;

/** Written by editors and by the server. */
export const editorRoots = ['tabs', 'items', 'sheets'] as const;
/** Written by the server alone: an editor's update that touches one is refused. */
export const serverRoots = ['meta', 'types', 'threads', 'votes', 'cards'] as const;
export const rootNames = [...editorRoots, ...serverRoots] as const;

export type EditorRoot = (typeof editorRoots)[number];
export type RootName = (typeof rootNames)[number];

/** The maps inside a tab, made with the tab and never replaced. */
export const tabContainers = ['elements', 'layers', 'pages'] as const;
export type TabContainer = (typeof tabContainers)[number];

/** A root as a map; null when somebody has defined it as another type in this very Y.Doc. Never throws. */
export function rootMap(doc: Y.Doc, name: RootName): Y.Map<unknown> | null {
  const known: unknown = doc.share.get(name);
  const usable = known === undefined || known instanceof Y.Map || Object.getPrototypeOf(known) === Y.AbstractType.prototype;
  return usable ? doc.getMap(name) : null;
}

/** The same for who writes to it: a root that is no map is a broken promise of ours. */
export function root(doc: Y.Doc, name: RootName): Y.Map<unknown> {
  const map = rootMap(doc, name);
  if (map === null) throw new Error(`the root ${name} is not a map`);
  return map;
}

/** A member of a map that is a map itself; null when it is missing or something else. */
export function mapIn(map: Y.Map<unknown> | null, key: string): Y.Map<unknown> | null {
  const value = map?.get(key);
  return value instanceof Y.Map ? value : null;
}
