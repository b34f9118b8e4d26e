/**
 * move: elements moved, each by its own distance or all by the same, with the contents of frames and lanes.
 *
 * It is the engine's `move … by=`: frames and lanes carry their members, waypoints move with both ends. Selected arrows that only
 * follow their ends never refuse a move of others.
 */
import type { Element } from '#schema/element.ts';
import { isArrow, isPinned } from '#schema/element.ts';

import type { Offset } from '#core/ops/follow.ts';
import { addExact } from '#core/tab/exact.ts';
import { moveBy } from '#core/ops/move-by.ts';

import { type Change, freeElements } from './change.ts';

/** Moves all of the elements that are not locked. */
export const moveElements =
  (ids: Iterable<string>, shift: Offset): Change =>
  (planning) => {
    const elements = freeElements(ids, planning).filter(hasPlace);
    return elements.length === 0 || (shift.dx === 0 && shift.dy === 0) ? null : moveBy(elements, shift, planning);
  };

/** Moves each element by its own distance, one after the other. */
export const moveEach =
  (shifts: ReadonlyMap<string, Offset>): Change =>
  (planning) => {
    for (const [id, shift] of shifts) {
      const refusal = moveElements([id], shift)(planning);
      if (refusal !== null) return refusal;
    }
    return null;
  };

/** Whether moving the element by itself changes it. */
export const hasPlace = (element: Element): boolean =>
  !isArrow(element) || (element.points?.length ?? 0) > 0 || !isPinned(element.from) || !isPinned(element.to);

/** The element shifted; `as` says which ends and points of an arrow are. */
export function shiftedLike(element: Element, as: Element, { dx, dy }: Offset): Element {
  if (!isArrow(element)) return { ...element, x: addExact(element.x, dx), y: addExact(element.y, dy) };
  if (!isArrow(as)) return element;
  const end = (at: typeof element.from, moved: typeof element.from): typeof element.from =>
    isPinned(at) || at === moved ? at : { x: addExact(at.x, dx), y: addExact(at.y, dy) };
  const goAlong = as.points !== undefined && as.points !== element.points;
  const points = (element.points ?? []).map(([x, y]): [number, number] => [addExact(x, dx), addExact(y, dy)]);
  return { ...element, from: end(element.from, as.from), to: end(element.to, as.to), ...(goAlong ? { points } : {}) };
}
