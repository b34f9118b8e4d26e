/**
 * Trials of lines that only move boxes, as fixes of overlaps [LT4]. No error but an overlap depends on where boxes are, and overlaps do
 * not depend on the lines of arrows, so none are drawn.
 */
import type { Edit } from '#schema/changeset.ts';
import { isArrow, isBox } from '#schema/element.ts';

import { pinsOf } from '../tab/tab-index.ts';
import type { TabView } from '../tab/view.ts';
import type { LintDrawing } from './drawing.ts';
import { pairOf } from './named-pairs.ts';
import { partlyOverlap } from './overlaps.ts';

/** True if the edits add and remove nothing, and attach no arrow to another element. */
export const areShifts = (edits: readonly Edit[]): boolean =>
  edits.every(({ before, after }) => {
    if (before === null || after === null) return false;
    if (!isArrow(before) || !isArrow(after)) return isBox(before) && isBox(after);
    return pinsOf(before).join() === pinsOf(after).join();
  });

/** True if the plan leaves the pair of boxes, which overlap, apart, and lets no other boxes overlap. */
export function separates(
  { tab, edits }: { readonly tab: Pick<TabView, 'boxesIn'>; readonly edits: readonly Edit[] },
  subject: string,
  drawing: LintDrawing,
): boolean {
  const previous = new Set<string>();
  for (const { id } of edits) for (const other of drawing.overlaps.of(id, drawing)) previous.add(pairOf(id, other));
  if (!previous.has(subject)) return false;
  for (const { id, after } of edits) {
    if (after === null || isArrow(after) || !drawing.hasArrows(id)) continue;
    for (const other of tab.boxesIn(after)) {
      if (other.id === id || !drawing.hasArrows(other.id) || !partlyOverlap(after, other)) continue;
      const pair = pairOf(id, other.id);
      if (pair === subject || !previous.has(pair)) return false;
    }
  }
  return true;
}
