/**
 * Two boxes with arrows partly overlap (../overlaps.ts); boxes without arrows are decoration. The fix moves the box further right to the
 * right of the other, otherwise the other to its left, otherwise one below or above the other: the first that holds (../trials.ts),
 * otherwise words. If one is a frame or lane that would carry the other along, the other moves entirely inside.
 */
import { type Box, isContainer } from '#schema/element.ts';

import { ancestorsOf } from '../../tab/membership.ts';
import { centreX, centreY } from '../../tab/rect.ts';
import type { TabView } from '../../tab/view.ts';
import { defineRule, noSubjects } from '../define-rule.ts';
import { idsOf, pairOf } from '../named-pairs.ts';
import type { Trials } from '../trials.ts';

export const boxOverlap = defineRule({
  code: 'box-overlap',
  severity: 'error',
  message: '{a} and {b} partly overlap.',
  count: (drawing) => drawing.overlaps.pairs,
  subjects: () => noSubjects,
  *listed(drawing) {
    for (const id of drawing.overlaps.ids()) {
      for (const other of drawing.overlaps.of(id, drawing)) if (other > id) yield pairOf(id, other);
    }
  },
  pairs: {
    *at(ids, drawing) {
      for (const id of ids) for (const other of drawing.overlaps.of(id, drawing)) yield pairOf(id, other);
    },
    before: ({ overlaps }) => overlaps,
  },
  near(subject, drawing, footprint) {
    for (const id of idsOf(subject)) {
      const box = drawing.box(id);
      footprint.element(id);
      if (box !== null) footprint.rect(box);
    }
  },
  find(subject, drawing, tab, trials) {
    const [box, other] = idsOf(subject).map((id) => drawing.box(id));
    if (box === null || box === undefined || other === null || other === undefined) return null;
    const [first, second] = isBefore(box, other) ? [box, other] : [other, box];
    const [a, b] = [tab.refOf(first.id), tab.refOf(second.id)];
    return { elements: [a, b], data: { a, b }, fix: fixFor(first, second, drawing, tab, trials) };
  },
});

function fixFor(first: Box, second: Box, places: Places, tab: Pick<TabView, 'refOf'>, trials: Trials): string {
  const [a, b] = [tab.refOf(first.id), tab.refOf(second.id)];
  const lines = carries(second, first, places)
    ? [`move ${a} inside:${b}`]
    : carries(first, second, places)
      ? [`move ${b} inside:${a}`]
      : [`move ${b} right-of:${a}`, `move ${a} left-of:${b}`, `move ${b} below:${a}`, `move ${a} above:${b}`];
  return trials.firstToHold({ code: 'box-overlap', subject: pairOf(first.id, second.id) }, lines, `keep ${a} and ${b} apart`);
}

type Places = Pick<TabView, 'boxesIn'>;

const carries = (container: Box, box: Box, places: Places): boolean =>
  isContainer(container) && ancestorsOf(box, places).some(({ id }) => id === container.id);

function isBefore(a: Box, b: Box): boolean {
  const difference = centreX(a) - centreX(b) || centreY(a) - centreY(b);
  return difference === 0 ? a.id < b.id : difference < 0;
}
