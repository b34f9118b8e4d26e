/** connected-in: the box that an arrow connects with another one, in a direction: the nearest, and rather straight ahead than aside. */
import { type Box, isBox, isPinned, type Side } from '#schema/element.ts';

import { isAcross, outward } from '#core/arrows/sides.ts';
import { centreX, centreY } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';

import { hiddenLayersOf, isHidden } from './neighbors.ts';

/** How much worse a pixel aside is than one ahead. */
const asideWeight = 2;

/** Null if no connected box is in that direction. */
export function connectedIn(tab: TabView, from: Box, side: Side): Box | null {
  const hidden = hiddenLayersOf(tab.settings);
  let nearest: Box | null = null;
  let least = Infinity;
  for (const { from: start, to: finish } of tab.arrowsAt(from.id)) {
    for (const end of [start, finish]) {
      const box = isPinned(end) && end.element !== from.id ? tab.get(end.element) : undefined;
      if (box === undefined || !isBox(box) || isHidden(box, hidden)) continue;
      const cost = costOf(from, box, side);
      if (cost < least) [nearest, least] = [box, cost];
    }
  }
  return nearest;
}

/** Infinity for a box that is not ahead. */
function costOf(from: Box, to: Box, side: Side): number {
  const [dx, dy] = [centreX(to) - centreX(from), centreY(to) - centreY(from)];
  const [outX, outY] = outward[side];
  const ahead = dx * outX + dy * outY;
  return ahead <= 0 ? Infinity : ahead + asideWeight * Math.abs(isAcross(side) ? dy : dx);
}
