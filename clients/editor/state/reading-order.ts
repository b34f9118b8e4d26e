/** reading-order: the order in which the keyboard and screen readers go through the elements of a tab: that of the outline. */
import { isInGroup } from '#core/tab/group-paths.ts';
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import type { TabView } from '#core/tab/view.ts';
import { outlineOrder, walk } from '#core/views/outline-order.ts';

import { unitsOf } from './groups.ts';
import { hiddenLayersOf, isHidden } from './neighbors.ts';

/** Full ids, without elements on hidden layers. */
export function readingOrder(tab: TabView): string[] {
  const { roots, arrows } = outlineOrder(tab);
  const hidden = hiddenLayersOf(tab.settings);
  const boxes = Array.from(walk(roots), ({ node }) => node.box);
  return [...boxes, ...arrows].filter((element) => !isHidden(element, hidden)).map(({ id }) => id);
}

/**
 * The element or group after (or before) the selected ones; null at the end, from where the focus leaves the canvas. In an
 * entered group it goes on among what is in it.
 */
export function nextInOrder(
  tab: TabView,
  selected: ReadonlySet<string>,
  way: 1 | -1,
  entered: string | null = null,
): readonly string[] | null {
  const order = readingOrder(tab).filter((id) => entered === null || isInGroup(tab.get(id) ?? {}, entered));
  const units = unitsOf(order, entered, tab);
  const places = units.flatMap(({ ids }, place) => (ids.some((id) => selected.has(id)) ? [place] : []));
  if (places.length === 0) return way === 1 ? (units[0]?.ids ?? null) : null;
  const from = way === 1 ? places.at(-1) : places[0];
  return units[(from ?? 0) + way]?.ids ?? null;
}

/** Everything that can be changed. */
export function changeable(tab: TabView): string[] {
  const hidden = hiddenLayersOf(tab.settings);
  const locked = lockedLayersOf(tab.settings);
  return [...tab.elements()].filter((element) => !isHidden(element, hidden) && !isLocked(element, locked)).map(({ id }) => id);
}
