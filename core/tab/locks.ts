/** locks: which elements of a tab no changeset may change. */
import type { Element } from '#schema/element.ts';
import type { TabSettings } from '#schema/tab.ts';

/** The layers that are locked; settings do not change while a changeset or a lint is made. */
export const lockedLayersOf = ({ layers }: Pick<TabSettings, 'layers'>): ReadonlySet<string> =>
  new Set(layers.filter(({ locked }) => locked).map(({ id }) => id));

/** True when the element is locked or lies on one of the locked layers. */
export const isLocked = (element: Element, lockedLayers: ReadonlySet<string>): boolean =>
  element.locked === true || (element.layer !== undefined && lockedLayers.has(element.layer));
