/** How many arrows cross or pass behind boxes, so that a layout can be compared with the drawing that it replaces. */
import { type Arrow, isPinned } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Rect } from '#schema/tab.ts';

import { isObstacle, passesThrough } from '../arrows/obstacles.ts';
import { boundsOf } from '../arrows/polyline.ts';
import { drawnRoute, type DrawnTab } from '../drawing/drawn-routes.ts';
import { type CrossingLine, linesCross } from '../arrows/lines-cross.ts';
import type { Planning } from '../planning/planning.ts';
import { isUnplaced } from '../tab/unplaced.ts';
import type { TabView } from '../tab/view.ts';

export type LineFaults = {
  /** Pairs of arrows that cross. */
  readonly crossings: number;
  /** Pairs of an arrow and a box that it passes behind. */
  readonly behind: number;
};

/** On a larger tab, a long arrow passes too many boxes to look at. */
const elementsMost = 2_000;
/** Units of work for the route of one arrow. */
const routeCost = 300;

/**
 * The arrows between these boxes whose ends have places, so that a reader can tell whether they were easier to follow before. Null if
 * there are none, or if comparing them takes too long.
 */
export function comparableArrows(boxes: readonly { readonly id: string }[], planning: Planning): Arrow[] | null {
  const { draft, work } = planning;
  if (draft.size > elementsMost) return null;
  const ids = new Set(boxes.map(({ id }) => id));
  const hasPlace = (id: string): boolean => {
    const box = draft.base.get(id);
    return ids.has(id) && box !== undefined && box.type !== 'arrow' && !isUnplaced(box);
  };
  let routed = 0;
  const arrows: Arrow[] = [];
  for (const arrow of draft.arrows()) {
    if (!work.spend(1)) return null;
    const { from, to, line } = arrow;
    const isBetween = isPinned(from) && isPinned(to) && hasPlace(from.element) && hasPlace(to.element);
    if (isBetween) arrows.push(arrow);
    // All angled arrows of a tab are routed together.
    if (isBetween || line === 'angled') routed += 1;
    if (routed > limits.crossingCheckArrows) return null;
  }
  return arrows.length > 0 && work.spend(2 * routed * routeCost) ? arrows : null;
}

export function lineFaults(arrows: readonly Arrow[], tab: DrawnTab & Pick<TabView, 'get' | 'boxesIn'>): LineFaults {
  let [crossings, behind] = [0, 0];
  const lines: CrossingLine[] = [];
  for (const { id } of arrows) {
    const arrow = tab.get(id);
    if (arrow?.type !== 'arrow') continue;
    const { points, ends } = drawnRoute(arrow, tab);
    const bounds: Rect = boundsOf(points);
    for (const box of tab.boxesIn(bounds)) if (isObstacle(box, ends) && passesThrough(points, box)) behind += 1;
    const line = { points, bounds };
    for (const other of lines) if (linesCross(line, other)) crossings += 1;
    lines.push(line);
  }
  return { crossings, behind };
}
