/** follow: moves the way-points of arrows whose two ends moved by the same distance. Attached ends need no change. */
import { type Arrow, isPinned, type Point } from '#schema/element.ts';
import type { Problem } from '#schema/problem.ts';

import type { Planning } from '../planning/planning.ts';
import { addExact } from '../tab/exact.ts';

/** How far a box moved, in pixels. */
export type Offset = { readonly dx: number; readonly dy: number };

/** `named`: arrows that the operation moves itself. Refuses with element_locked. */
export function followShifts(
  shifts: ReadonlyMap<string, Offset>,
  planning: Planning,
  named: ReadonlySet<string> = new Set(),
): Problem | null {
  for (const [id, shift] of shifts) {
    for (const arrow of [...planning.draft.arrowsAt(id)].toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      if (!planning.work.spend(2)) return null;
      // Each arrow is handled once: by the box that it leaves.
      if (named.has(arrow.id) || !isPinned(arrow.from) || arrow.from.element !== id || !followsAlong(arrow, shift, shifts))
        continue;
      const locked = planning.refuseLocked([arrow]);
      if (locked !== null) return locked;
      planning.putAlong({ ...arrow, points: shiftPoints(arrow.points ?? [], shift) }, 'moved with its ends');
    }
  }
  return null;
}

export const shiftPoints = (points: readonly Point[], { dx, dy }: Offset): Point[] =>
  points.map(([x, y]): Point => [addExact(x, dx), addExact(y, dy)]);

function followsAlong({ to, points }: Arrow, { dx, dy }: Offset, shifts: ReadonlyMap<string, Offset>): boolean {
  if (points === undefined || points.length === 0 || !isPinned(to) || (dx === 0 && dy === 0)) return false;
  const other = shifts.get(to.element);
  return other?.dx === dx && other.dy === dy;
}
