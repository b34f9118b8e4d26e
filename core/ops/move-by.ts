/**
 * move-by: elements moved by a distance.
 */
import { type Arrow, type ArrowEnd, type Element, isArrow, isBox, isPinned } from '#schema/element.ts';
import { type Problem, problem } from '#schema/problem.ts';

import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { addExact } from '../tab/exact.ts';
import { followShifts, type Offset, shiftPoints } from './follow.ts';
import { boxesOf, partiesOf } from './move-group.ts';
import { offCanvas, setDown } from './set-down.ts';

/** Refusals: invalid_value when none of them has a place, element_locked, invalid_result. */
export function moveBy(elements: readonly Element[], shift: Offset, planning: Planning): Problem | null {
  const parties = partiesOf(elements, planning);
  const arrows = elements.filter(isArrow).filter(hasPlace);
  if (parties.length === 0 && arrows.length === 0) return nowhere(elements);
  const refusal = planning.refuseLocked([...parties.flatMap(boxesOf), ...arrows]) ?? offCanvas(shift, parties, arrows);
  if (refusal !== null) return refusal;
  for (const { id } of [...elements.filter(isBox), ...arrows]) planning.target(id);
  const shifts = new Map<string, Offset>();
  for (const party of parties) {
    if (planning.work.exhausted) return null;
    setDown(party, shift, shifts, planning);
  }
  for (const arrow of arrows) planning.put(shiftedArrow(arrow, shift));
  return followShifts(shifts, planning, new Set(arrows.map(({ id }) => id)));
}

/** An arrow that is moved by its own way-points or free ends [M7]. */
const hasPlace = ({ from, to, points = [] }: Arrow): boolean => points.length > 0 || !isPinned(from) || !isPinned(to);

function shiftedArrow(arrow: Arrow, shift: Offset): Arrow {
  const end = (at: ArrowEnd): ArrowEnd => (isPinned(at) ? at : { x: addExact(at.x, shift.dx), y: addExact(at.y, shift.dy) });
  const points = arrow.points === undefined ? {} : { points: shiftPoints(arrow.points, shift) };
  return { ...arrow, from: end(arrow.from), to: end(arrow.to), ...points };
}

/** The refusal of arrows that only follow their ends [M7]. */
export function nowhere(elements: readonly Element[]): Problem {
  const [first] = elements;
  const name = first === undefined || elements.length > 1 ? 'Arrows have' : `${nameOf(first)} is an arrow and has`;
  return problem('invalid_value', {
    detail: `${name} no place of ${elements.length > 1 ? 'their' : 'its'} own.`,
    hint: 'An arrow follows its ends: move the boxes, or rewire it.',
  });
}
