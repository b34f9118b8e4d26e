/** visible-tab: the part of a tab that readers see: without hidden layers, their elements, and arrows to these. */
import { type Element, isArrow, isPinned } from '#schema/element.ts';
import type { TabSettings } from '#schema/tab.ts';

import { layerPlaces } from '../render/layer-places.ts';
import type { TabView } from '../tab/view.ts';

export type VisibleTab = { readonly settings: TabSettings; readonly elements: ReadonlyMap<string, Element> };

/** The elements are the same objects. */
export function visibleTab(tab: TabView): VisibleTab {
  const { settings } = tab;
  const placeOf = layerPlaces(settings.layers);
  const elements = new Map<string, Element>();
  const isHidden = (id: string): boolean => {
    const element = tab.get(id);
    return element !== undefined && placeOf(element) === null;
  };
  for (const element of tab.elements()) {
    if (placeOf(element) === null) continue;
    // It would name what is hidden.
    if (isArrow(element) && [element.from, element.to].some((end) => isPinned(end) && isHidden(end.element))) continue;
    elements.set(element.id, element);
  }
  const layers = settings.layers.filter(({ hidden }) => !hidden);
  return { settings: layers.length === settings.layers.length ? settings : { ...settings, layers }, elements };
}
