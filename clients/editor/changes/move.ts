/**
 * move: elements moved by a distance, each by its own or all by the same, with what frames and lanes carry.
 * M1  Frames and lanes carry their members, way-points go along with both ends: the engine's own `move … by=`.
 * M2  Arrows of the selection that have no place of their own only follow: they never refuse a move of others.
 */
import type { Element } from '#schema/element.ts';
import { isArrow, isPinned } from '#schema/element.ts';

import type { Offset } from '#core/ops/follow.ts';
import { addExact } from '#core/tab/exact.ts';
import { moveBy } from '#core/ops/move-by.ts';

import { type Change, freeElements } from './change.ts';

/** Moves all that is free of the elements. */
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

/** True when moving the element by itself changes it [M2]. */
export const hasPlace = (element: Element): boolean =>
  !isArrow(element) || (element.points?.length ?? 0) > 0 || !isPinned(element.from) || !isPinned(element.to);

/** The element as far from where it was as the shift says; `as` tells which of an arrow's ends and points go along. */
export function shiftedLike(element: Element, as: Element, { dx, dy }: Offset): Element {
  if (!isArrow(element)) return { ...element, x: addExact(element.x, dx), y: addExact(element.y, dy) };
  if (!isArrow(as)) return element;
  const end = (at: typeof element.from, moved: typeof element.from): typeof element.from =>
    isPinned(at) || at === moved ? at : { x: addExact(at.x, dx), y: addExact(at.y, dy) };
  const goAlong = as.points !== undefined && as.points !== element.points;
  const points = (element.points ?? []).map(([x, y]): [number, number] => [addExact(x, dx), addExact(y, dy)]);
  return { ...element, from: end(element.from, as.from), to: end(element.to, as.to), ...(goAlong ? { points } : {}) };
}
