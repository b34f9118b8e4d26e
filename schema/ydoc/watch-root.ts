/** Reports which members of a root a transaction changed, for caches of plain values. */
import * as Y from 'yjs';

import { type RootName, rootMap } from './roots.ts';

/**
 * Calls `on` after each transaction that changed anything under the root, with the keys of the changed members. Returns the
 * function that stops it.
 */
export function watchRoot(doc: Y.Doc, name: RootName, on: (keys: ReadonlySet<string>) => void): () => void {
  const members = rootMap(doc, name);
  const observe = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]): void => {
    const keys = new Set<string>();
    for (const event of events) {
      const [key] = event.path;
      const changedKeys = key === undefined && event instanceof Y.YMapEvent ? event.keysChanged : [key];
      for (const changedKey of changedKeys) if (typeof changedKey === 'string') keys.add(changedKey);
    }
    on(keys);
  };
  members?.observeDeep(observe);
  return () => members?.unobserveDeep(observe);
}
