/**
 * set-down: boxes put where they move to, with what they carry.
 */
import { type Arrow, type Box, isPinned, type Point } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { type Problem, problem } from '#schema/problem.ts';

import { nameOf } from '../notation/naming.ts';
import type { Planning } from '../planning/planning.ts';
import { addExact } from '../tab/exact.ts';
import type { Offset } from './follow.ts';
import { boxesOf, type MoveGroup } from './move-group.ts';

/**
 * Puts a party by so much further, and notes in `shifts` how far its boxes went. `refs` tells how carriers are called,
 * when some of them are out of the draft.
 */
export function setDown(
  { root: lead, descendants: carried }: MoveGroup,
  shift: Offset,
  shifts: Map<string, Offset>,
  planning: Planning,
  refs?: ReadonlyMap<string, string>,
): void {
  planning.work.spend(perBox);
  planning.unplaced.delete(lead.id);
  planning.put(shiftedBox(lead, shift));
  shifts.set(lead.id, shift);
  const reason = carried.length === 0 ? '' : `carried by ${refs?.get(lead.id) ?? planning.draft.refOf(lead.id)}`;
  for (const box of carried) {
    if (!planning.work.spend(perBox)) return;
    planning.putAlong(shiftedBox(box, shift), reason);
    shifts.set(box.id, shift);
  }
}

/** Units of work that putting a box elsewhere takes. */
const perBox = 40;

const shiftedBox = (box: Box, { dx, dy }: Offset): Box => ({ ...box, x: addExact(box.x, dx), y: addExact(box.y, dy) });

/** Nothing that lies beyond the canvas is put there, not even until a later operation fetches it. */
export function offCanvas({ dx, dy }: Offset, parties: readonly MoveGroup[], arrows: readonly Arrow[] = []): Problem | null {
  const isOff = (x: number, y: number): boolean => Math.max(Math.abs(x + dx), Math.abs(y + dy)) > limits.coordinateMax;
  const points = (arrow: Arrow): Point[] => [
    ...(arrow.points ?? []),
    ...[arrow.from, arrow.to].flatMap((end): Point[] => (isPinned(end) ? [] : [[end.x, end.y]])),
  ];
  const off =
    parties.flatMap(boxesOf).find(({ x, y }) => isOff(x, y)) ??
    arrows.find((arrow) => points(arrow).some(([x, y]) => isOff(x, y)));
  if (off === undefined) return null;
  const detail = `${nameOf(off)} would lie beyond the canvas, which ends at ${limits.coordinateMax} pixels from its origin.`;
  return problem('invalid_result', { detail, hint: 'Move it less far.' });
}
