/**
 * arrow-direction: which way the arrows of a drawing run.
 * An arrow runs the way in which its ends' centres lie furthest apart; the most frequent way wins, and right when it is
 * undecided.
 */
import { type Arrow, type Box, isArrow, isPinned } from '#schema/element.ts';

import type { Work } from '../planning/work.ts';
import { centreX, centreY } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import type { Direction } from '../planning/free-spot.ts';

/** The way of the arrows that leave a box; without any, of all arrows of the tab; without those, right. */
export function flowAfter(box: Box, tab: TabView, work: Work): Direction {
  return wayOf(outgoing(box, tab), tab, work) ?? wayOf(tab.arrows(), tab, work) ?? 'right';
}

function* outgoing(box: Box, tab: TabView): Generator<Arrow> {
  for (const arrow of tab.arrowsAt(box.id)) if (isPinned(arrow.from) && arrow.from.element === box.id) yield arrow;
}

function wayOf(arrows: Iterable<Arrow>, tab: TabView, work: Work): Direction | null {
  const ways: Record<Direction, number> = { right: 0, down: 0, left: 0, up: 0 };
  for (const arrow of arrows) {
    if (!work.spend(2)) break;
    const way = wayOfArrow(arrow, tab);
    if (way !== null) ways[way] += 1;
  }
  let best: Direction | null = null;
  for (const way of ['right', 'down', 'left', 'up'] as const) if (ways[way] > (best === null ? 0 : ways[best])) best = way;
  return best;
}

function wayOfArrow(arrow: Arrow, tab: TabView): Direction | null {
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
