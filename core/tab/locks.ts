/** locks: finds out which elements of a tab no changeset may change. */
import type { Element } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { TabSettings } from '#schema/tab.ts';

type Locks = Pick<TabSettings, 'locked' | 'layers'>;

/** Ids of the locked layers. Settings do not change during a changeset or a lint run. */
export const lockedLayersOf = ({ layers }: Pick<TabSettings, 'layers'>): ReadonlySet<string> =>
  new Set(layers.filter(({ locked }) => locked).map(({ id }) => id));

/** True if the element or its layer is locked. */
export const isLocked = (element: Element, lockedLayers: ReadonlySet<string>): boolean =>
  element.locked === true || (element.layer !== undefined && lockedLayers.has(element.layer));

/** True if the same things are locked. */
export const haveSameLocks = (a: Locks, b: Locks): boolean =>
  a.locked === b.locked && (a.layers === b.layers || jsonEqual(a.layers, b.layers));
