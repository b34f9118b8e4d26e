/** set-down: moves a group of boxes by a distance. */
import { type Arrow, type Box, isPinned, type Point } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { type Problem, problem } from '#schema/problem.ts';

import { nameOf } from '../notation/naming.ts';
import { asPlaced } from '../tab/unplaced.ts';
import type { Planning } from '../planning/planning.ts';
import { addExact } from '../tab/exact.ts';
import type { Offset } from './follow.ts';
import { boxesOf, type MoveGroup } from './move-group.ts';

/**
 * Moves a group and records in `shifts` how far each box moved. `refs` names the roots of groups, for when some of them have
 * been lifted from the draft.
 */
export function setDown(
  { root, descendants }: MoveGroup,
  shift: Offset,
  shifts: Map<string, Offset>,
  planning: Planning,
  refs?: ReadonlyMap<string, string>,
): void {
  planning.work.spend(workPerBox);
  planning.unplaced.delete(root.id);
  planning.put(asPlaced(shiftedBox(root, shift)));
  shifts.set(root.id, shift);
  const reason = descendants.length === 0 ? '' : `carried by ${refs?.get(root.id) ?? planning.draft.refOf(root.id)}`;
  for (const box of descendants) {
    if (!planning.work.spend(workPerBox)) return;
    planning.putAlong(shiftedBox(box, shift), reason);
    shifts.set(box.id, shift);
  }
}

/** Units of work per moved box. */
const workPerBox = 40;

const shiftedBox = (box: Box, { dx, dy }: Offset): Box => ({ ...box, x: addExact(box.x, dx), y: addExact(box.y, dy) });

/** Refuses a move beyond the canvas, even if a later operation would move the elements back. */
export function offCanvas({ dx, dy }: Offset, groups: readonly MoveGroup[], arrows: readonly Arrow[] = []): Problem | null {
  const isOff = (x: number, y: number): boolean => Math.max(Math.abs(x + dx), Math.abs(y + dy)) > limits.coordinateMax;
  const points = (arrow: Arrow): Point[] => [
    ...(arrow.points ?? []),
    ...[arrow.from, arrow.to].flatMap((end): Point[] => (isPinned(end) ? [] : [[end.x, end.y]])),
  ];
  const outside =
    groups.flatMap(boxesOf).find(({ x, y }) => isOff(x, y)) ??
    arrows.find((arrow) => points(arrow).some(([x, y]) => isOff(x, y)));
  if (outside === undefined) return null;
  const detail = `${nameOf(outside)} would be beyond the canvas, which ends at ${limits.coordinateMax} pixels from its origin.`;
  return problem('invalid_result', { detail, hint: 'Move it less far.' });
}
