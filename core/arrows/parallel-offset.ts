/** The place of an arrow among those between the same two boxes [AR16]. Arrows with way-points do not count. */
import { type Arrow, isPinned } from '#schema/element.ts';

import type { TabView } from '../tab/view.ts';

/** Place `rank` of `count`, from 0. */
export type ParallelPlace = { readonly rank: number; readonly count: number };

export const alone: ParallelPlace = { rank: 0, count: 1 };

/** A key for the two elements that an arrow connects; null if it is not attached at both ends or has way-points. */
export function pairOf(arrow: Arrow): string | null {
  const { from, to, points } = arrow;
  if (!isPinned(from) || !isPinned(to) || (points !== undefined && points.length > 0)) return null;
  return from.element < to.element ? `${from.element} ${to.element}` : `${to.element} ${from.element}`;
}

/**
 * The place of one arrow. Visits the arrows of both ends in turn until those of one end are all visited, so the cost of an arrow
 * at a hub is that of its other end.
 */
export function parallelPlaceOf(arrow: Arrow, tab: Pick<TabView, 'arrowsAt'>): ParallelPlace {
  const pair = pairOf(arrow);
  if (pair === null || !isPinned(arrow.from) || !isPinned(arrow.to)) return alone;
  const walks = [arrow.from.element, arrow.to.element].map((id) => ({
    arrows: tab.arrowsAt(id)[Symbol.iterator](),
    rank: 0,
    count: 0,
  }));
  for (;;) {
    for (const walk of walks) {
      const step = walk.arrows.next();
      if (step.done === true) return { rank: walk.rank, count: Math.max(1, walk.count) };
      if (pairOf(step.value) !== pair) continue;
      walk.count += 1;
      if (step.value.id < arrow.id) walk.rank += 1;
    }
  }
}

/** The places of all arrows at once. */
export function parallelPlacesOf(arrows: Iterable<Arrow>): ReadonlyMap<string, ParallelPlace> {
  const groups = new Map<string, string[]>();
  for (const arrow of arrows) {
    const pair = pairOf(arrow);
    if (pair === null) continue;
    const group = groups.get(pair);
    if (group === undefined) groups.set(pair, [arrow.id]);
    else group.push(arrow.id);
  }
  const spreads = new Map<string, ParallelPlace>();
  for (const group of groups.values()) {
    if (group.length === 1) continue;
    for (const [rank, id] of group.toSorted().entries()) spreads.set(id, { rank, count: group.length });
  }
  return spreads;
}
