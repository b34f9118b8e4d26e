/**
 * A shape has no arrows on a connected tab: one on which at least as many shapes have arrows as have none. Boards, sheets and shapes that
 * touch one with arrows, such as a participant its lifeline, are not checked. The fix connects it to the nearest shape that has arrows, or to any if all are more than 8,192 pixels away. If that arrow would
 * introduce another warning, it is one to the next nearest, or an angled one: the first that holds (../trials.ts), otherwise words.
 */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { centreX, centreY, grown } from '../../tab/rect.ts';
import { defineRule, inOrder, noSubjects } from '../define-rule.ts';
import type { LintDrawing } from '../drawing.ts';
import { isConnected, tallyOf } from '../tally.ts';

const nearestTried = 3;

export const nodeIsolated = defineRule({
  code: 'node-isolated',
  severity: 'warning',
  message: '{box} has no arrows, while the shapes around it are connected.',
  count: (drawing) => (isConnected(tallyOf(drawing)) ? drawing.marks.isolated.size : 0),
  subjects: (drawing) => (isConnected(tallyOf(drawing)) ? drawing.marks.isolated : noSubjects),
  local: ({ marks }) => marks.isolated,
  near(id, drawing, footprint) {
    footprint.element(id);
    const box = drawing.box(id);
    if (box === null) return;
    for (const square of squaresAround(box)) {
      footprint.rect(square.around);
      if (isEnough(box, nearestOf(box, drawing.boxesIn(square.around), drawing), square.reach)) return;
    }
    footprint.whole();
  },
  find(id, drawing, tab, trials) {
    const box = drawing.box(id);
    if (box === null) return null;
    const ref = tab.refOf(id);
    const straight = nearestConnected(box, drawing).map((other) => `connect ${ref} -> ${tab.refOf(other.id)}`);
    const lines = [...straight, ...straight.map((line) => `${line} line=angled`)];
    const fix = trials.firstToHold({ code: 'node-isolated', subject: id }, lines, `clear a way from ${ref} and connect it`);
    return { elements: [ref], data: { box: ref }, fix };
  },
});

/** Searches in ever larger squares around the box; if all shapes are far away, the first by id will do. */
function nearestConnected(box: Box, drawing: LintDrawing): Box[] {
  for (const { around, reach } of squaresAround(box)) {
    const nearest = nearestOf(box, drawing.boxesIn(around), drawing);
    if (isEnough(box, nearest, reach)) return nearest;
  }
  const any = drawing.box(inOrder(drawing.marks.connected, 1)[0] ?? '');
  return any === null ? [] : [any];
}

function* squaresAround(box: Box): Generator<{ readonly around: Rect; readonly reach: number }> {
  for (let reach = 512; reach <= 8_192; reach *= 4) yield { around: grown(box, reach), reach };
}

/** A shape beyond the square may be nearer than one in its corner. */
const isEnough = (box: Box, [nearest]: readonly Box[], reach: number): boolean =>
  nearest !== undefined && distance(box, nearest) <= reach;

function nearestOf(box: Box, others: Iterable<Box>, { marks }: LintDrawing): Box[] {
  const nearest: { readonly other: Box; readonly away: number }[] = [];
  for (const other of others) {
    if (!marks.connected.has(other.id)) continue;
    const away = distance(box, other);
    let at = nearest.length;
    while (at > 0 && isFurther(nearest[at - 1], away, other.id)) at -= 1;
    if (at === nearestTried) continue;
    nearest.splice(at, 0, { other, away });
    if (nearest.length > nearestTried) nearest.pop();
  }
  return nearest.map(({ other }) => other);
}

const isFurther = (one: { readonly other: Box; readonly away: number } | undefined, away: number, id: string): boolean =>
  one !== undefined && (one.away > away || (one.away === away && one.other.id > id));

const distance = (a: Rect, b: Rect): number => Math.hypot(centreX(a) - centreX(b), centreY(a) - centreY(b));
