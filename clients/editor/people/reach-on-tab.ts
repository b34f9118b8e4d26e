/** reach-on-tab: the rectangle of an element on its tab: a box as it is drawn, an arrow by its route. */
import { isArrow } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { boundsOf } from '#core/arrows/polyline.ts';
import { routeOf } from '#core/drawing/drawn-routes.ts';
import { drawnRect } from '#core/arrows/drawn-rect.ts';
import type { TabView } from '#core/tab/view.ts';

/** Null for deleted elements, and for an arrow without both ends. */
export function reachOnTab(id: string, tab: TabView): Rect | null {
  const element = tab.get(id);
  if (element === undefined) return null;
  if (!isArrow(element)) return drawnRect(element);
  const route = routeOf(element, tab);
  return route.length === 0 ? null : boundsOf(route);
}
