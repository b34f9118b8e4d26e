/** shown-tab: the part of a tab that is drawn, as far as readers are concerned: without the elements of hidden layers, and those layers. */
import type { Element } from '#schema/element.ts';
import type { TabSettings } from '#schema/tab.ts';

import { layerPlaces } from '../render/layer-places.ts';
import type { TabView } from '../tab/view.ts';

export type ShownTab = { readonly settings: TabSettings; readonly elements: ReadonlyMap<string, Element> };

/** The elements are the same objects. */
export function shownTab(tab: TabView): ShownTab {
  const { settings } = tab;
  const placeOf = layerPlaces(settings.layers);
  const elements = new Map<string, Element>();
  for (const element of tab.elements()) if (placeOf(element) !== null) elements.set(element.id, element);
  const layers = settings.layers.filter(({ hidden }) => !hidden);
  return { settings: layers.length === settings.layers.length ? settings : { ...settings, layers }, elements };
}
