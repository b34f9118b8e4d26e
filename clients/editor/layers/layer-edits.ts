/**
 * layer-edits: what a person does to the layers of a tab, as the list that is to stand, and the elements that change with it.
 *
 * Y1  Layers lie bottom to top; elements that name none lie on the base layer, below all of them.
 * Y2  Elements of a layer that is removed go to the base layer. A locked layer is not renamed, moved, hidden or removed, and
 *     nothing goes onto it or leaves it.
 */
import type { Edit } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Layer } from '#schema/tab.ts';

import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import type { TabView } from '#core/tab/view.ts';

/** The layers with a new one on top; null when there are as many as there may be. */
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

/** Puts elements on a layer, null for the base layer. What is locked stays [Y2]. */
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
