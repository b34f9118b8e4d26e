/**
 * copy: a document made anew from what another one holds now.
 *
 * Y1  What was deleted is not in it, nor who wrote what when: it is one state, written by one client.
 * Y2  Ids inside stay. Threads and votes on what is gone, which nobody sees, stay behind.
 * Y3  Nothing is shared with the first: what becomes of one does not change the other.
 */
import * as Y from 'yjs';

import type { TabSettings } from '../tab.ts';
import { imageIdsOf } from './image-ids.ts';
import { countElements, readTabs } from './read.ts';
import { mapIn, root, rootMap, rootNames, type RootName } from './roots.ts';

export type CopiedDocument = {
  readonly update: Uint8Array;
  /** In tab order. */
  readonly tabs: readonly {
    readonly settings: TabSettings;
    readonly counts: { readonly elements: number; readonly arrows: number };
  }[];
  /** Uploaded images that its elements name. */
  readonly images: readonly string[];
};

/** `updates`: the state of the document, in order. */
export function copyDocument(updates: readonly Uint8Array[], name: string): CopiedDocument {
  const source = new Y.Doc();
  source.transact(() => {
    for (const update of updates) Y.applyUpdate(source, update);
  });
  const copy = new Y.Doc();
  copy.transact(() => {
    const isThere = present(source);
    for (const rootName of rootNames) copyRoot(source, copy, rootName, isThere);
    root(copy, 'meta').set('name', name);
  });
  const tabs = readTabs(copy).map((settings) => ({ settings, counts: countElements(copy, settings.id) }));
  const images = new Set(tabs.flatMap(({ settings }) => [...imageIdsOf(copy, settings.id).values()]));
  return { update: Y.encodeStateAsUpdate(copy), tabs, images: [...images] };
}

const hangOnSomething: ReadonlySet<RootName> = new Set(['threads', 'votes', 'cards']);

function copyRoot(source: Y.Doc, copy: Y.Doc, name: RootName, isThere: (id: string) => boolean): void {
  const target = root(copy, name);
  rootMap(source, name)?.forEach((value, key) => {
    if (hangOnSomething.has(name) && !isThere(key)) return;
    target.set(key, copied(value));
  });
}

/** [Y3] Maps as maps; all else in a document is plain values. */
function copied(value: unknown): unknown {
  if (!(value instanceof Y.Map)) return value;
  const map = new Y.Map<unknown>();
  value.forEach((inner: unknown, key: string) => map.set(key, copied(inner)));
  return map;
}

/** [Y2] Whether an element or a card of this id is in the document. */
function present(doc: Y.Doc): (id: string) => boolean {
  const ids = new Set<string>(rootMap(doc, 'items')?.keys() ?? []);
  rootMap(doc, 'tabs')?.forEach((tab) => {
    if (!(tab instanceof Y.Map)) return;
    for (const id of mapIn(tab, 'elements')?.keys() ?? []) ids.add(id);
  });
  return (id) => ids.has(id);
}
