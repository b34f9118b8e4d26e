/** reading-order: the order in which the keyboard and screen readers go through the elements of a tab: that of the outline. */
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import type { TabView } from '#core/tab/view.ts';
import { outlineOrder, walk } from '#core/views/outline-order.ts';

import { hiddenLayersOf, isHidden } from './neighbors.ts';

/** Full ids, without elements on hidden layers. */
export function readingOrder(tab: TabView): string[] {
  const { roots, arrows } = outlineOrder(tab);
  const hidden = hiddenLayersOf(tab.settings);
  const boxes = Array.from(walk(roots), ({ node }) => node.box);
  return [...boxes, ...arrows].filter((element) => !isHidden(element, hidden)).map(({ id }) => id);
}

/** The element after (or before) the selected ones; null at the end, from where the focus leaves the canvas. */
export function nextInOrder(tab: TabView, selected: ReadonlySet<string>, way: 1 | -1): string | null {
  const order = readingOrder(tab);
  const places = order.flatMap((id, place) => (selected.has(id) ? [place] : []));
  if (places.length === 0) return way === 1 ? (order[0] ?? null) : null;
  const from = way === 1 ? places.at(-1) : places[0];
  return order[(from ?? 0) + way] ?? null;
}

/** Everything that can be changed. */
export function changeable(tab: TabView): string[] {
  const hidden = hiddenLayersOf(tab.settings);
  const locked = lockedLayersOf(tab.settings);
  return [...tab.elements()].filter((element) => !isHidden(element, hidden) && !isLocked(element, locked)).map(({ id }) => id);
}
