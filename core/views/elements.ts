/**
 * elements: the elements of a tab as view=json returns them, in outline order.
 *
 * An element is its stored form with its ref. An arrow also has the bounding box of its route and, at each attached end, the
 * side that the route leaves or meets there, which the stored arrow may leave open.
 */
import { type Arrow, isPinned, type PinnedEnd, type Point, type Side } from '#schema/element.ts';
import type { ElementView, Rect } from '#schema/tab.ts';

import { bundledSides } from '../arrows/bundling.ts';
import { endsOf } from '../arrows/ends.ts';
import { boundsOf } from '../arrows/polyline.ts';
import { routesOf } from '../drawing/drawn-routes.ts';
import { sideTowards } from '../arrows/sides.ts';
import type { TabView } from '../tab/view.ts';
import { outlineOrder, walk } from './outline-order.ts';

export function elementViews(tab: TabView): ElementView[] {
  const { roots, arrows } = outlineOrder(tab);
  const routes = routesOf(tab);
  const boxes = Array.from(walk(roots), ({ node: { box } }): ElementView => ({ ...box, ref: tab.refOf(box.id) }));
  return [...boxes, ...arrows.map((arrow) => viewOf(arrow, routes.get(arrow.id) ?? [], tab))];
}

function viewOf(arrow: Arrow, route: readonly Point[], tab: TabView): ElementView {
  return { ...arrow, ...sidesOf(arrow, route, tab), ...rectAround(route), ref: tab.refOf(arrow.id) };
}

const rectAround = (route: readonly Point[]): Rect =>
  route.length === 0 ? { x: 0, y: 0, width: 0, height: 0 } : boundsOf(route);

/** The ends with their sides. Way-points and free ends leave an end as it is stored. */
function sidesOf(arrow: Arrow, route: readonly Point[], tab: TabView): Pick<Arrow, 'from' | 'to'> {
  const { from, to, points, line } = arrow;
  if (!isPinned(from) || !isPinned(to) || from.element === to.element || (points ?? []).length > 0) return { from, to };
  const ends = endsOf(arrow, tab);
  if (ends.from.kind !== 'box' || ends.to.kind !== 'box') return { from, to };
  const [fromSide, toSide] = line === 'angled' ? squareSides(route) : bundledSides(arrow, ends.from, ends.to, tab);
  return { from: withSide(from, fromSide), to: withSide(to, toSide) };
}

const withSide = (end: PinnedEnd, side: Side): PinnedEnd => (end.row === undefined ? { side, ...end } : end);

/** An angled line leaves and enters its sides straight. */
function squareSides(route: readonly Point[]): [Side, Side] {
  const [first = [0, 0], second = first] = route;
  const [last = first, before = last] = route.toReversed();
  return [sideTowards(second[0] - first[0], second[1] - first[1]), sideTowards(before[0] - last[0], before[1] - last[1])];
}
