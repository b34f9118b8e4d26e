/** arrow-under: the arrow on which a dragged box would be inserted: its line is near the pointer, or near the middle of the box. */
import { type Arrow, type Box, isArrow, type Point } from '#schema/element.ts';

import { routeOf } from '#core/drawing/drawn-routes.ts';
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';

import { mayInsert, maySplit } from '../changes/insert-on.ts';
import { distanceToLine } from '../scene/line-distance.ts';
import type { GestureContext } from './gesture.ts';

/** In window pixels. */
const reachPx = 10;

/** Null if none is near any of the points, or the box cannot be inserted. The nearest of several. */
export function arrowUnder(points: readonly Point[], box: Box, ground: GestureContext): Arrow | null {
  const { tab, zoom } = ground;
  if (!mayInsert(box, tab)) return null;
  const locked = lockedLayersOf(tab.settings);
  let nearest: Arrow | null = null;
  let least = reachPx / zoom;
  for (const point of points) {
    const [x, y] = point;
    const around = { x: x - least, y: y - least, width: 2 * least, height: 2 * least };
    for (const id of ground.within(around)) {
      const arrow = tab.get(id);
      if (arrow === undefined || !isArrow(arrow) || isLocked(arrow, locked) || !maySplit(arrow)) continue;
      const away = distanceToLine(point, routeOf(arrow, tab));
      if (away < least) [nearest, least] = [arrow, away];
    }
  }
  return nearest;
}
