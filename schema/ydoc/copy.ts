/** Copies the current state of a document into a new one, as a single update by a single client (SPEC.md). */
import * as Y from 'yjs';

import type { TabSettings } from '../tab.ts';
import { imageIdsOf } from './image-ids.ts';
import { countElements, readTabs } from './read.ts';
import { mapIn, root, rootMap, rootNames, type RootName } from './roots.ts';
import { timerKey } from './timer.ts';

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

/** `updates` are the document's state, in order. */
export function copyDocument(updates: readonly Uint8Array[], name: string): CopiedDocument {
  const source = new Y.Doc();
  source.transact(() => {
    for (const update of updates) Y.applyUpdate(source, update);
  });
  const copy = new Y.Doc();
  copy.transact(() => {
    const exists = elementsAndCards(source);
    for (const rootName of rootNames) copyRoot(source, copy, rootName, exists);
    root(copy, 'meta').set('name', name);
  });
  const tabs = readTabs(copy).map((settings) => ({ settings, counts: countElements(copy, settings.id) }));
  const images = new Set(tabs.flatMap(({ settings }) => [...imageIdsOf(copy, settings.id).values()]));
  return { update: Y.encodeStateAsUpdate(copy), tabs, images: [...images] };
}

/** Roots whose keys are ids of elements or cards. Entries of deleted ones are not copied. */
const dependentRoots: ReadonlySet<RootName> = new Set(['threads', 'votes', 'cards']);

function copyRoot(source: Y.Doc, copy: Y.Doc, name: RootName, exists: (id: string) => boolean): void {
  const target = root(copy, name);
  rootMap(source, name)?.forEach((value, key) => {
    if (name === 'meta' && key === timerKey) return;
    if (dependentRoots.has(name) && !exists(key)) return;
    target.set(key, copyOf(value));
  });
}

/** Copies Y.Maps; everything else in a document is a plain value. */
function copyOf(value: unknown): unknown {
  if (!(value instanceof Y.Map)) return value;
  const map = new Y.Map<unknown>();
  value.forEach((inner: unknown, key: string) => map.set(key, copyOf(inner)));
  return map;
}

/** True for the ids of the document's elements and cards. */
function elementsAndCards(doc: Y.Doc): (id: string) => boolean {
  const ids = new Set<string>(rootMap(doc, 'items')?.keys() ?? []);
  rootMap(doc, 'tabs')?.forEach((tab) => {
    if (!(tab instanceof Y.Map)) return;
    for (const id of mapIn(tab, 'elements')?.keys() ?? []) ids.add(id);
  });
  return (id) => ids.has(id);
}
