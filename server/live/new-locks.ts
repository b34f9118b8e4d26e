/**
 * lock-news: whether a transaction makes something locked that lay open before, in whatever way.
 *
 * N1  A lock that is written: on an element, a layer, a tab.
 * N2  An element, or a whole tab, that is put there with a lock in it: what somebody away replaced or removed, and the server
 *     put back.
 * N3  An element that comes onto a locked layer.
 */
import * as Y from 'yjs';

import { mapIn, rootMap } from '#schema/ydoc/roots.ts';

import { isElementLocked, holdsLock } from './guard/locks.ts';

export function bringsLock(doc: Y.Doc, { changed }: Y.Transaction): boolean {
  const tabs = rootMap(doc, 'tabs');
  for (const [type, keys] of changed) {
    if (keys.has('locked') || type._item?.parentSub === 'layers') return true; // [N1]
    if (!(type instanceof Y.Map)) continue;
    const map = type as Y.Map<unknown>;
    const within = map.parent;
    if (map === tabs) {
      if (anyOf(keys, (key) => isLockedTab(mapIn(tabs, key)))) return true; // [N2]
    } else if (map._item?.parentSub === 'elements' && within instanceof Y.Map) {
      if (anyOf(keys, (key) => isElementLocked(within as Y.Map<unknown>, map.get(key)))) return true; // [N2]
    } else if (keys.has('layer') && within?.parent instanceof Y.Map) {
      if (isElementLocked(within.parent as Y.Map<unknown>, map)) return true; // [N3]
    }
  }
  return false;
}

const isLockedTab = (tab: Y.Map<unknown> | null): boolean => tab !== null && holdsLock(tab);

function anyOf(keys: ReadonlySet<string | null>, holds: (key: string) => boolean): boolean {
  for (const key of keys) if (key !== null && holds(key)) return true;
  return false;
}
