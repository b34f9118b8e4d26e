/** The routes of arrows, and the places of their labels, as they are drawn on a tab. */
import type { Arrow, Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { ArrowRoute, RouteTab } from '../arrows/route.ts';
import type { TabView } from '../tab/view.ts';
import type { Font } from '../text/metrics.ts';
import { tabFont } from '../text/tab-font.ts';
import { DrawnArrows } from './drawn-arrows.ts';

export type DrawnTab = Pick<TabView, 'follow' | 'settings'>;

/** The arrows of a hand-drawn tab, whose labels are handwritten. */
class HandDrawnArrows extends DrawnArrows {
  constructor() {
    super('hand');
  }
}

const arrowsOf = (tab: DrawnTab): DrawnArrows => tab.follow(tabFont(tab.settings) === 'hand' ? HandDrawnArrows : DrawnArrows);

/** The tab with the routes of its angled arrows. */
export const withRoutes = (tab: DrawnTab & Pick<TabView, 'get' | 'boxesIn' | 'arrowsAt'>): RouteTab => ({
  get: (id) => tab.get(id),
  boxesIn: (rect) => tab.boxesIn(rect),
  arrowsAt: (id) => tab.arrowsAt(id),
  angledRoute: (arrow) => arrowsOf(tab).angledRoute(arrow),
});

/** All arrows of a tab as they are drawn in a theme with this font. */
export const drawnArrows = (tab: DrawnTab & Pick<TabView, 'elements'>, font: Font): DrawnArrows =>
  font === tabFont(tab.settings) ? arrowsOf(tab) : DrawnArrows.of(tab.elements(), font);

/** The polyline of an arrow, a curve flattened; canvas coordinates. */
export const routeOf = (arrow: Arrow, tab: DrawnTab): Point[] => drawnRoute(arrow, tab).points;

/** The polylines of all arrows of a tab by id. */
export function routesOf(tab: DrawnTab & Pick<TabView, 'arrows'>): Map<string, Point[]> {
  const drawn = arrowsOf(tab);
  return new Map(Iterator.from(tab.arrows()).map((arrow) => [arrow.id, drawn.routeOf(arrow).points]));
}

/** The rectangle of an arrow's label; null when it has none or the arrow draws nothing. */
export const labelRect = (arrow: Arrow, tab: DrawnTab): Rect | null => arrowsOf(tab).labelOf(arrow)?.rect ?? null;

/** The route of an arrow with its curve. */
export const drawnRoute = (arrow: Arrow, tab: DrawnTab): ArrowRoute => arrowsOf(tab).routeOf(arrow);
