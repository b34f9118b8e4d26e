/**
 * elements: a tab's elements as view=json answers them, in outline order.
 *
 * An element is its stored form with its ref. An arrow also has the box that its route fills, and each pinned end the
 * side that the route leaves or meets there: what the stored arrow leaves open.
 */
import { type Arrow, isArrow, isPinned, type Point } from '#schema/element.ts';
import type { ElementView, Rect } from '#schema/tab.ts';

import { facingSides } from '../arrows/facing.ts';
import { boundsOf } from '../arrows/polyline.ts';
import { routesOf } from '../arrows/route.ts';
import type { TabView } from '../tab/view.ts';
import { outlineOrder, walk } from './outline-order.ts';

export function elementViews(tab: TabView): ElementView[] {
  const { roots, arrows } = outlineOrder(tab);
  const routes = routesOf(tab);
  const boxes = Array.from(walk(roots), ({ node: { box } }): ElementView => ({ ...box, ref: tab.refOf(box.id) }));
  return [...boxes, ...arrows.map((arrow) => viewOf(arrow, routes.get(arrow.id) ?? [], tab))];
}

function viewOf(arrow: Arrow, route: readonly Point[], tab: TabView): ElementView {
  return { ...arrow, ...sidesOf(arrow, tab), ...rectAround(route), ref: tab.refOf(arrow.id) };
}

const rectAround = (route: readonly Point[]): Rect =>
  route.length === 0 ? { x: 0, y: 0, width: 0, height: 0 } : boundsOf(route);

/** The ends with the sides on which they face each other; way-points and free ends leave an end as it is stored. */
function sidesOf({ from, to, points }: Arrow, tab: TabView): Pick<Arrow, 'from' | 'to'> {
  if (!isPinned(from) || !isPinned(to) || from.element === to.element || (points ?? []).length > 0) return { from, to };
  const [a, b] = [tab.get(from.element), tab.get(to.element)];
  if (a === undefined || b === undefined || isArrow(a) || isArrow(b)) return { from, to };
  const [fromSide, toSide] = facingSides(a, b);
  return { from: { side: fromSide, ...from }, to: { side: toSide, ...to } };
}
