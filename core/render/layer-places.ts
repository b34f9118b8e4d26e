/** The layer on which an element is drawn, and the order of the elements within it. */
import type { Element } from '#schema/element.ts';
import type { Layer } from '#schema/tab.ts';

/**
 * The position of an element's layer, or null if the layer is hidden. 0 is the lowest: the default layer, also for elements of
 * a layer that does not exist.
 */
export function layerPlaces(layers: readonly Layer[]): (element: Pick<Element, 'layer'>) => number | null {
  const places = new Map(layers.map(({ id, hidden }, index) => [id, hidden ? null : index + 1]));
  return ({ layer }) => {
    const place = layer === undefined ? 0 : places.get(layer);
    return place === undefined ? 0 : place;
  };
}

/** From back to front, within a layer. */
export const byStacking = (a: Pick<Element, 'id' | 'z'>, b: Pick<Element, 'id' | 'z'>): number =>
  a.z === b.z ? (a.id < b.id ? -1 : 1) : a.z < b.z ? -1 : 1;
