/**
 * box-overlap: two boxes that arrows connect partly overlap.
 * O1  Only boxes that have any arrow are judged; others are decoration. What counts as overlap: ../overlaps.ts.
 * O2  The one further right moves right of the other; when it is locked and the other is not, the other moves left of it.
 * O3  Where one is a frame or lane that would carry the other along, the other moves wholly inside.
 */
import { type Box, isContainer } from '#schema/element.ts';

import { ancestorsOf } from '../../tab/membership.ts';
import { centreX, centreY } from '../../tab/rect.ts';
import type { TabView } from '../../tab/view.ts';
import { defineRule } from '../define-rule.ts';

export const boxOverlap = defineRule({
  code: 'box-overlap',
  severity: 'error',
  message: '{a} and {b} partly overlap.',
  count: (drawing) => drawing.overlaps.pairs,
  *check(drawing, tab) {
    for (const box of drawing.overlaps.boxes()) {
      for (const other of drawing.overlaps.of(box, drawing)) {
        if (other.id < box.id) continue;
        const [first, second] = isBefore(box, other) ? [box, other] : [other, box];
        const [a, b] = [tab.refOf(first.id), tab.refOf(second.id)];
        yield { elements: [a, b], data: { a, b }, fix: fixFor(first, second, drawing, tab) };
      }
    }
  },
});

function fixFor(first: Box, second: Box, places: Places, tab: Pick<TabView, 'refOf'>): string {
  const [a, b] = [tab.refOf(first.id), tab.refOf(second.id)];
  if (carries(second, first, places)) return `move ${a} inside:${b}`;
  if (carries(first, second, places)) return `move ${b} inside:${a}`;
  return second.locked === true && first.locked !== true ? `move ${a} left-of:${b}` : `move ${b} right-of:${a}`;
}

type Places = Pick<TabView, 'boxesIn'>;

const carries = (container: Box, box: Box, places: Places): boolean =>
  isContainer(container) && ancestorsOf(box, places).some(({ id }) => id === container.id);

function isBefore(a: Box, b: Box): boolean {
  const difference = centreX(a) - centreX(b) || centreY(a) - centreY(b);
  return difference === 0 ? a.id < b.id : difference < 0;
}
