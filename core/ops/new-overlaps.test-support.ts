/**
 * new-overlaps: finds the pairs of boxes that overlap after a change and did not before. A frame that contained a box, or a
 * frame around it, may still contain it.
 */
import { type Box, isBox } from '#schema/element.ts';

import { parentsOf } from '../tab/membership.ts';
import { holds, overlaps } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';

/** The pairs by id, each once. */
export function newOverlaps(before: TabView, after: TabView): [string, string][] {
  const parents = parentsOf(before);
  const isAround = (frame: Box, box: Box): boolean => {
    for (let at = parents.get(box.id); at !== undefined; at = parents.get(at.id)) if (at.id === frame.id) return true;
    return false;
  };
  const boxBefore = (id: string): Box | null => {
    const element = before.get(id);
    return element !== undefined && isBox(element) ? element : null;
  };
  const pairs: [string, string][] = [];
  for (const a of after.boxes()) {
    for (const b of after.boxesIn(a)) {
      if (a.id >= b.id || !overlaps(a, b)) continue;
      const [wasA, wasB] = [boxBefore(a.id), boxBefore(b.id)];
      if (wasA !== null && wasB !== null && overlaps(wasA, wasB)) continue;
      if ((isAround(a, b) && holds(a, b)) || (isAround(b, a) && holds(b, a))) continue;
      pairs.push([a.id, b.id]);
    }
  }
  return pairs;
}
