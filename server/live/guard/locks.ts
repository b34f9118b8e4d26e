/**
 * locks: what was locked in the document before an update.
 *
 * Locks are written by the server alone (`locked` of a tab, of a layer, of an element), and judged by how things lay
 * before: an update cannot unlock and change in one go.
 */
import * as Y from 'yjs';

import { isPlainObject } from '#schema/ydoc/coerce.ts';
import { mapIn } from '#schema/ydoc/roots.ts';

export const isTabLocked = (tab: Y.Map<unknown> | null): boolean => tab?.get('locked') === true;

/** True when the element's own lock or that of its layer is set. Of something that is no element: false. */
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

/** True when the tab, a layer of it or any element on it is locked: looked up only when the whole tab goes. */
export function holdsLock(tab: Y.Map<unknown>): boolean {
  if (isTabLocked(tab)) return true;
  const layers = mapIn(tab, 'layers');
  if (layers !== null) for (const layer of layers.values()) if (isLockedLayer(layer)) return true;
  const elements = mapIn(tab, 'elements');
  if (elements !== null)
    for (const element of elements.values()) if (element instanceof Y.Map && element.get('locked') === true) return true;
  return false;
}
