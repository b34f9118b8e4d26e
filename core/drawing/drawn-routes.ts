/** The routes of arrows as they are drawn on a tab. */
import type { Arrow, Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { labelPlace } from '../arrows/label-place.ts';
import { alone, parallelPlaceOf, parallelPlacesOf } from '../arrows/parallel-offset.ts';
import { type ArrowRoute, routeAt, type RouteTab } from '../arrows/route.ts';
import type { TabView } from '../tab/view.ts';
import { AngledRoutes } from './angled-routes.ts';

export type DrawnTab = Pick<TabView, 'get' | 'boxesIn' | 'arrowsAt' | 'follow'>;

/** The tab with the routes of its angled arrows. */
export const withRoutes = (tab: DrawnTab): RouteTab => ({
  get: (id) => tab.get(id),
  boxesIn: (rect) => tab.boxesIn(rect),
  arrowsAt: (id) => tab.arrowsAt(id),
  angledRoute: (arrow) => tab.follow(AngledRoutes).routeOf(arrow),
});

/** The polyline of an arrow, a curve flattened; canvas coordinates. */
export const routeOf = (arrow: Arrow, tab: DrawnTab): Point[] => drawnRoute(arrow, tab).points;

/** The polylines of all arrows of a tab by id. */
export function routesOf(tab: DrawnTab & Pick<TabView, 'arrows'>): Map<string, Point[]> {
  const places = parallelPlacesOf(tab.arrows());
  const ground = withRoutes(tab);
  return new Map(
    Iterator.from(tab.arrows()).map((arrow) => [arrow.id, routeAt(arrow, places.get(arrow.id) ?? alone, ground).points]),
  );
}

/** The rectangle of an arrow's label; null when it has none or the arrow draws nothing. */
export const labelRect = (arrow: Arrow, tab: DrawnTab): Rect | null =>
  labelPlace(arrow, drawnRoute(arrow, tab), tab)?.rect ?? null;

/** The route of an arrow with its curve. */
export const drawnRoute = (arrow: Arrow, tab: DrawnTab): ArrowRoute =>
  routeAt(arrow, parallelPlaceOf(arrow, tab), withRoutes(tab));
