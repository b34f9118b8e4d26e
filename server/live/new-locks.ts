/** Whether a transaction locked something that was not locked before. */
import * as Y from 'yjs';

import { mapIn, rootMap } from '#schema/ydoc/roots.ts';
import { keyOf } from '#schema/ydoc/struct-store.ts';

import { isElementLocked, holdsLock } from './guard/locks.ts';

/**
 * True if the transaction wrote a lock, inserted an element or tab that is locked (such as one that the server restored), or moved an
 * element to a locked layer.
 */
export function addsLock(doc: Y.Doc, { changed }: Y.Transaction): boolean {
  const tabs = rootMap(doc, 'tabs');
  for (const [type, keys] of changed) {
    if (keys.has('locked') || keyOf(type) === 'layers') return true;
    if (!(type instanceof Y.Map)) continue;
    const map = type as Y.Map<unknown>;
    const container = map.parent;
    if (map === tabs) {
      if (anyOf(keys, (key) => isLockedTab(mapIn(tabs, key)))) return true;
    } else if (keyOf(map) === 'elements' && container instanceof Y.Map) {
      if (anyOf(keys, (key) => isElementLocked(container as Y.Map<unknown>, map.get(key)))) return true;
    } else if (keys.has('layer') && container?.parent instanceof Y.Map) {
      if (isElementLocked(container.parent as Y.Map<unknown>, map)) return true;
    }
  }
  return false;
}

const isLockedTab = (tab: Y.Map<unknown> | null): boolean => tab !== null && holdsLock(tab);

function anyOf(keys: ReadonlySet<string | null>, matches: (key: string) => boolean): boolean {
  for (const key of keys) if (key !== null && matches(key)) return true;
  return false;
}
