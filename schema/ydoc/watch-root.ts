/**
 * watch-root: which members of a root a transaction touched, for caches of plain values.
 */
import * as Y from 'yjs';

import { type RootName, rootMap } from './roots.ts';

/**
 * Tells, after each transaction that changed anything under the root, the keys of the members that changed; until the
 * function that it returns is called.
 */
export function watchRoot(doc: Y.Doc, name: RootName, on: (keys: ReadonlySet<string>) => void): () => void {
  const members = rootMap(doc, name);
  const observe = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]): void => {
    const keys = new Set<string>();
    for (const event of events) {
      const [key] = event.path;
      const touched = key === undefined && event instanceof Y.YMapEvent ? event.keysChanged : [key];
      for (const each of touched) if (typeof each === 'string') keys.add(each);
    }
    on(keys);
  };
  members?.observeDeep(observe);
  return () => members?.unobserveDeep(observe);
}
