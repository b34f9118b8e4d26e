/** reach-on-tab: where an element is on its tab: the rectangle of a box as it is drawn, the route of an arrow. */
import { isArrow } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { boundsOf } from '#core/arrows/polyline.ts';
import { drawnRoute, routeOf } from '#core/drawing/drawn-routes.ts';
import { drawnRect } from '#core/arrows/drawn-rect.ts';
import { linePath } from '#core/render/arrow-line.ts';
import type { TabView } from '#core/tab/view.ts';

/** Null for deleted elements, and for an arrow without both ends. */
export function reachOnTab(id: string, tab: TabView): Rect | null {
  const element = tab.get(id);
  if (element === undefined) return null;
  if (!isArrow(element)) return drawnRect(element);
  const route = routeOf(element, tab);
  return route.length === 0 ? null : boundsOf(route);
}

/** The line of an arrow as it is drawn, as path data; null for anything else. */
export function lineOnTab(id: string, tab: TabView): string | null {
  const element = tab.get(id);
  return element !== undefined && isArrow(element) ? linePath(element, drawnRoute(element, tab)) : null;
}
