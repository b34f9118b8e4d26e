/** The locks of the document before an update, so that an update cannot unlock something and change it at once. */
import * as Y from 'yjs';

import { isPlainObject } from '#schema/plain-object.ts';
import { mapIn } from '#schema/ydoc/roots.ts';

export const isTabLocked = (tab: Y.Map<unknown> | null): boolean => tab?.get('locked') === true;

/** True if the element or its layer is locked; false for anything that is not an element. */
export function isElementLocked(tab: Y.Map<unknown> | null, element: unknown): boolean {
  if (!(element instanceof Y.Map)) return false;
  if (element.get('locked') === true) return true;
  const layer: unknown = element.get('layer');
  return typeof layer === 'string' && isLayerLocked(mapIn(tab, 'layers'), layer);
}

export const isLayerLocked = (layers: Y.Map<unknown> | null, id: string): boolean => isLockedLayer(layers?.get(id));

export function isLockedLayer(layer: unknown): boolean {
  return isPlainObject(layer) && Object.hasOwn(layer, 'locked') && layer['locked'] === true;
}

/** True if the tab, one of its layers or any element on it is locked. Called only if the whole tab is removed, as it visits every element. */
export function holdsLock(tab: Y.Map<unknown>): boolean {
  if (isTabLocked(tab)) return true;
  const layers = mapIn(tab, 'layers');
  if (layers !== null) for (const layer of layers.values()) if (isLockedLayer(layer)) return true;
  const elements = mapIn(tab, 'elements');
  if (elements !== null)
    for (const element of elements.values()) if (element instanceof Y.Map && element.get('locked') === true) return true;
  return false;
}
