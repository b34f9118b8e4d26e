/** The layer on which an element is drawn. */
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
