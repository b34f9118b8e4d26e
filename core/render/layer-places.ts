/** layer-places: on which layer of a tab an element is drawn, and in which order those of a layer lie. */
import type { Element } from '#schema/element.ts';
import type { Layer } from '#schema/tab.ts';

/**
 * The place of an element's layer, from 0, the lowest, on which those lie that name no layer or one that is not there;
 * null when the layer is hidden.
 */
export function layerPlaces(layers: readonly Layer[]): (element: Pick<Element, 'layer'>) => number | null {
  const places = new Map(layers.map(({ id, hidden }, index) => [id, hidden ? null : index + 1]));
  return ({ layer }) => {
    const place = layer === undefined ? 0 : places.get(layer);
    return place === undefined ? 0 : place;
  };
}

/** From the back to the front, within a layer. */
export const byStacking = (a: Pick<Element, 'id' | 'z'>, b: Pick<Element, 'id' | 'z'>): number =>
  a.z === b.z ? (a.id < b.id ? -1 : 1) : a.z < b.z ? -1 : 1;
