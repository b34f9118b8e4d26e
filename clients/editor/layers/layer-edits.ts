/**
 * layer-edits: a person's changes of the layers of a tab, as the new list of layers and the changed elements.
 *
 * Layers are listed from bottom to top; elements without a layer are on the base layer, below all of them. Elements of a removed
 * layer move to the base layer. A locked layer is not renamed, moved, hidden or removed, and no element is put on it or taken off
 * it.
 */
import type { Edit } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Layer } from '#schema/tab.ts';

import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import type { TabView } from '#core/tab/view.ts';

/** The layers with a new one on top; null if the tab has too many. */
export function withLayer(layers: readonly Layer[], id: string): readonly Layer[] | null {
  if (layers.length >= limits.layersPerTab) return null;
  const names = new Set(layers.map(({ name }) => name));
  let number = layers.length + 1;
  while (names.has(`Layer ${number}`)) number += 1;
  return [...layers, { id, name: `Layer ${number}`, locked: false, hidden: false }];
}

export const withoutLayer = (layers: readonly Layer[], id: string): readonly Layer[] =>
  layers.filter((layer) => layer.id !== id || layer.locked);

export const changedLayer = (
  layers: readonly Layer[],
  id: string,
  change: Partial<Pick<Layer, 'name' | 'hidden'>>,
): readonly Layer[] => layers.map((layer) => (layer.id === id && !layer.locked ? { ...layer, ...change } : layer));

/** `by` 1: one higher, -1: one lower. */
export function movedLayer(layers: readonly Layer[], id: string, by: 1 | -1): readonly Layer[] {
  const from = layers.findIndex((layer) => layer.id === id);
  const moved = layers[from];
  const to = from + by;
  if (moved === undefined || moved.locked || to < 0 || to >= layers.length) return layers;
  const rest = layers.filter((layer) => layer !== moved);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}

/** Puts elements on a layer, null for the base layer. Locked elements stay. */
export function ontoLayer(ids: Iterable<string>, layer: string | null, tab: TabView): Edit[] {
  const locked = lockedLayersOf(tab.settings);
  if (layer !== null && locked.has(layer)) return [];
  return Array.from(ids, (id) => tab.get(id)).flatMap((before): Edit[] => {
    if (before === undefined || isLocked(before, locked) || (before.layer ?? null) === layer) return [];
    const { layer: _past, ...rest } = before;
    return [{ id: before.id, before, after: { ...rest, ...(layer !== null && { layer }) } as Element }];
  });
}

export const elementsOn = (layer: string, tab: TabView): string[] =>
  Array.from(tab.elements()).flatMap(({ id, layer: on }) => (on === layer ? [id] : []));
