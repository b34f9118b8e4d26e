/**
 * ends: what the two ends of an arrow are on a tab.
 * E1  An end pinned to a box that is there is that box; one pinned to a missing element, or to an arrow, dangles.
 * E2  A free end is its point.
 */
import { type Arrow, type ArrowEnd, type Box, isBox, isPinned, type Point, type Side } from '#schema/element.ts';

import type { TabView } from '../tab/view.ts';

export type PinnedTo = { readonly kind: 'box'; readonly box: Box; readonly side: Side | undefined };
export type End = PinnedTo | { readonly kind: 'point'; readonly point: Point } | { readonly kind: 'dangling' };

export type RouteEnds = { readonly from: End; readonly to: End };

export const endsOf = (arrow: Arrow, tab: Pick<TabView, 'get'>): RouteEnds => ({
  from: endOf(arrow.from, tab),
  to: endOf(arrow.to, tab),
});

function endOf(end: ArrowEnd, tab: Pick<TabView, 'get'>): End {
  if (!isPinned(end)) return { kind: 'point', point: [end.x, end.y] };
  const element = tab.get(end.element);
  return element !== undefined && isBox(element) ? { kind: 'box', box: element, side: end.side } : { kind: 'dangling' };
}
