/** arrow-under: the arrow on which a dragged box would be inserted: its line is near the pointer, or near the middle of the box. */
import { type Arrow, type Box, isBox, isPinned, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { routeOf } from '#core/drawing/drawn-routes.ts';
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import { grown, holdsPoint, hullOf } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';

import { mayInsert, maySplit } from '../changes/insert-on.ts';
import { distanceToLine } from '../scene/line-distance.ts';
import { hiddenLayersOf, isHidden } from '../state/neighbors.ts';
import type { GestureContext } from './gesture.ts';

/** In window pixels. */
const reachPx = 10;
/** How far a line may go around what is between its ends. */
const detour = 200;

/**
 * Null if none is near any of the points, or the box cannot be inserted. The nearest of several. The lines are those of the tab: on
 * the canvas, angled ones already keep clear of the dragged box.
 */
export function arrowUnder(
  points: readonly Point[],
  box: Box,
  { tab, zoom }: Pick<GestureContext, 'tab' | 'zoom'>,
): Arrow | null {
  if (!mayInsert(box, tab)) return null;
  const [locked, hidden] = [lockedLayersOf(tab.settings), hiddenLayersOf(tab.settings)];
  let nearest: Arrow | null = null;
  let least = reachPx / zoom;
  for (const arrow of tab.arrows()) {
    const around = areaOf(arrow, tab);
    const near = points.filter(([x, y]) => around !== null && holdsPoint(around, x, y));
    if (near.length === 0 || isHidden(arrow, hidden) || isLocked(arrow, locked) || !maySplit(arrow)) continue;
    const line = routeOf(arrow, tab);
    for (const point of near) {
      const away = distanceToLine(point, line);
      if (away < least) [nearest, least] = [arrow, away];
    }
  }
  return nearest;
}

/** Where the line of an arrow can be: lines are routed only for those that matter. */
function areaOf({ from, to, points = [] }: Arrow, tab: TabView): Rect | null {
  const ends = [from, to].flatMap((end): Rect[] => {
    if (!isPinned(end)) return [{ ...end, width: 0, height: 0 }];
    const box = tab.get(end.element);
    return box !== undefined && isBox(box) ? [box] : [];
  });
  const hull = hullOf([...ends, ...points.map(([x, y]) => ({ x, y, width: 0, height: 0 }))]);
  return hull === null ? null : grown(hull, detour);
}
