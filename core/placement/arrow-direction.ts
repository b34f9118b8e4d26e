/**
 * arrow-direction: finds the direction in which the arrows of a drawing run: that between the centers of most arrows' ends, and
 * right if undecided.
 */
import { type Arrow, type Box, isArrow, isPinned } from '#schema/element.ts';

import type { Work } from '../planning/work.ts';
import { centreX, centreY } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import type { Direction } from '../planning/free-spot.ts';

/** The direction of the arrows that leave a box, otherwise of all arrows of the tab, otherwise right. */
export function flowAfter(box: Box, tab: TabView, work: Work): Direction {
  return directionOfMost(outgoing(box, tab), tab, work) ?? directionOfMost(tab.arrows(), tab, work) ?? 'right';
}

function* outgoing(box: Box, tab: TabView): Generator<Arrow> {
  for (const arrow of tab.arrowsAt(box.id)) if (isPinned(arrow.from) && arrow.from.element === box.id) yield arrow;
}

function directionOfMost(arrows: Iterable<Arrow>, tab: TabView, work: Work): Direction | null {
  const counts: Record<Direction, number> = { right: 0, down: 0, left: 0, up: 0 };
  for (const arrow of arrows) {
    if (!work.spend(2)) break;
    const way = directionOfArrow(arrow, tab);
    if (way !== null) counts[way] += 1;
  }
  let best: Direction | null = null;
  for (const way of ['right', 'down', 'left', 'up'] as const) if (counts[way] > (best === null ? 0 : counts[best])) best = way;
  return best;
}

function directionOfArrow(arrow: Arrow, tab: TabView): Direction | null {
  const [from, to] = [pointOf(arrow.from, tab), pointOf(arrow.to, tab)];
  if (from === null || to === null) return null;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  if (dx === 0 && dy === 0) return null;
  if (Math.abs(dx) >= Math.abs(dy)) return dx > 0 ? 'right' : 'left';
  return dy > 0 ? 'down' : 'up';
}

function pointOf(end: Arrow['from'], tab: TabView): [number, number] | null {
  if (!isPinned(end)) return [end.x, end.y];
  const element = tab.get(end.element);
  return element === undefined || isArrow(element) ? null : [centreX(element), centreY(element)];
}
