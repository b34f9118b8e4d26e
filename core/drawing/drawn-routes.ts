/** The routes of arrows, and the places of their labels, as they are drawn on a tab. */
import type { Arrow, Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { ArrowRoute, RouteTab } from '../arrows/route.ts';
import type { TabView } from '../tab/view.ts';
import type { Font } from '../text/metrics.ts';
import { DrawnArrows } from './drawn-arrows.ts';

export type DrawnTab = Pick<TabView, 'follow'>;

/** The tab with the routes of its angled arrows. */
export const withRoutes = (tab: Pick<TabView, 'get' | 'boxesIn' | 'arrowsAt' | 'follow'>): RouteTab => ({
  get: (id) => tab.get(id),
  boxesIn: (rect) => tab.boxesIn(rect),
  arrowsAt: (id) => tab.arrowsAt(id),
  angledRoute: (arrow) => tab.follow(DrawnArrows).angledRoute(arrow),
});

/** All arrows of a tab as they are drawn in a theme with this font. */
export const drawnArrows = (tab: Pick<TabView, 'follow' | 'elements'>, font: Font): DrawnArrows =>
  font === 'sans' ? tab.follow(DrawnArrows) : DrawnArrows.of(tab.elements(), font);

/** The polyline of an arrow, a curve flattened; canvas coordinates. */
export const routeOf = (arrow: Arrow, tab: DrawnTab): Point[] => drawnRoute(arrow, tab).points;

/** The polylines of all arrows of a tab by id. */
export function routesOf(tab: DrawnTab & Pick<TabView, 'arrows'>): Map<string, Point[]> {
  const drawn = tab.follow(DrawnArrows);
  return new Map(Iterator.from(tab.arrows()).map((arrow) => [arrow.id, drawn.routeOf(arrow).points]));
}

/** The rectangle of an arrow's label; null when it has none or the arrow draws nothing. */
export const labelRect = (arrow: Arrow, tab: DrawnTab): Rect | null => tab.follow(DrawnArrows).labelOf(arrow)?.rect ?? null;

/** The route of an arrow with its curve. */
export const drawnRoute = (arrow: Arrow, tab: DrawnTab): ArrowRoute => tab.follow(DrawnArrows).routeOf(arrow);
