/** last-copy: the copies that were made last, so that the next ones go on by the distance by which they were moved. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { Offset } from '#core/placement/follow.ts';
import { addExact } from '#core/tab/exact.ts';

export type LastCopy = {
  readonly ids: ReadonlySet<string>;
  /** The corner of the elements that were copied. */
  readonly from: Point;
};

/** Where copies of these elements go: as far from them as they are from those that they are copies of, or beside them. */
export function nextShift(last: LastCopy | null, ids: ReadonlySet<string>, { x, y }: Pick<Rect, 'x' | 'y'>): Offset {
  const isLast = last !== null && last.ids.size === ids.size && [...ids].every((id) => last.ids.has(id));
  const shift = isLast ? { dx: addExact(x, -last.from[0]), dy: addExact(y, -last.from[1]) } : beside;
  // Copies that were moved back cover nothing that can be seen.
  return shift.dx === 0 && shift.dy === 0 ? beside : shift;
}

const beside: Offset = { dx: 24, dy: 24 };
