/** move-by: moves elements by a distance. */
import { type Arrow, type ArrowEnd, type Element, isArrow, isBox, isPinned } from '#schema/element.ts';
import { type Problem, problem } from '#schema/problem.ts';

import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { addExact } from '../tab/exact.ts';
import { followShifts, type Offset, shiftPoints } from '../placement/follow.ts';
import { boxesOf, moveGroupsOf } from './move-group.ts';
import { offCanvas, setDown } from './set-down.ts';

/** Refuses with invalid_value if none of them has a position of its own, element_locked, invalid_result. */
export function moveBy(elements: readonly Element[], shift: Offset, planning: Planning): Problem | null {
  const groups = moveGroupsOf(elements, planning);
  const arrows = elements.filter(isArrow).filter(hasOwnPosition);
  if (groups.length === 0 && arrows.length === 0) return noOwnPosition(elements);
  const refusal = planning.refuseLocked([...groups.flatMap(boxesOf), ...arrows]) ?? offCanvas(shift, groups, arrows);
  if (refusal !== null) return refusal;
  for (const { id } of [...elements.filter(isBox), ...arrows]) planning.target(id);
  const shifts = new Map<string, Offset>();
  for (const group of groups) {
    if (planning.work.exhausted) return null;
    setDown(group, shift, shifts, planning);
  }
  for (const arrow of arrows) planning.put(shiftedArrow(arrow, shift));
  return followShifts(shifts, planning, new Set(arrows.map(({ id }) => id)));
}

/** True for an arrow with way-points or free ends, which a distance can move. */
const hasOwnPosition = ({ from, to, points = [] }: Arrow): boolean => points.length > 0 || !isPinned(from) || !isPinned(to);

function shiftedArrow(arrow: Arrow, shift: Offset): Arrow {
  const end = (original: ArrowEnd): ArrowEnd =>
    isPinned(original) ? original : { x: addExact(original.x, shift.dx), y: addExact(original.y, shift.dy) };
  const points = arrow.points === undefined ? {} : { points: shiftPoints(arrow.points, shift) };
  return { ...arrow, from: end(arrow.from), to: end(arrow.to), ...points };
}

/** Refuses arrows that only follow their ends. */
export function noOwnPosition(elements: readonly Element[]): Problem {
  const [first] = elements;
  const name = first === undefined || elements.length > 1 ? 'Arrows have' : `${nameOf(first)} is an arrow and has`;
  return problem('invalid_value', {
    detail: `${name} no position of ${elements.length > 1 ? 'their' : 'its'} own.`,
    hint: 'An arrow follows its ends: move the boxes, or rewire it.',
  });
}
