/**
 * align: elements aligned with one another, or distributed.
 *
 * Elements are aligned to a side or the center of the rectangle around all of them. Distributing takes at least three: the
 * outermost two stay, and the gaps become equal. Frames and lanes count as they are drawn and carry their members, groups count as one; arrows
 * follow. A member of a frame that is moved too goes with the frame.
 */
import type { Rect } from '#schema/tab.ts';

import type { Offset } from '#core/placement/follow.ts';
import { union } from '#core/tab/rect.ts';

import { arrangedUnits, moveUnits } from './arranged-units.ts';
import type { Change } from './change.ts';

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';
export type Axis = 'across' | 'down';

export const align =
  (ids: Iterable<string>, to: Alignment): Change =>
  (planning) => {
    const units = arrangedUnits(ids, planning);
    const [first, ...others] = units;
    if (first === undefined || others.length === 0) return null;
    const around = others.reduce<Rect>(union, first);
    return moveUnits(units, new Map(units.map((unit) => [unit.id, shiftTo(unit, around, to)])))(planning);
  };

export const distribute =
  (ids: Iterable<string>, axis: Axis): Change =>
  (planning) => {
    const start = (rect: Rect): number => (axis === 'across' ? rect.x : rect.y);
    const length = (rect: Rect): number => (axis === 'across' ? rect.width : rect.height);
    const units = arrangedUnits(ids, planning);
    const inRow = units.toSorted((a, b) => start(a) + length(a) / 2 - start(b) - length(b) / 2 || (a.id < b.id ? -1 : 1));
    const [first, last] = [inRow[0], inRow.at(-1)];
    if (first === undefined || last === undefined || inRow.length < 3) return null;
    const occupied = inRow.reduce((sum, unit) => sum + length(unit), 0);
    const gap = (start(last) + length(last) - start(first) - occupied) / (inRow.length - 1);
    const shifts = new Map<string, Offset>();
    let at = start(first);
    for (const unit of inRow) {
      const by = Math.round((at - start(unit)) * 100) / 100;
      shifts.set(unit.id, axis === 'across' ? { dx: by, dy: 0 } : { dx: 0, dy: by });
      at += length(unit) + gap;
    }
    return moveUnits(units, shifts)(planning);
  };

function shiftTo(box: Rect, around: Rect, to: Alignment): Offset {
  switch (to) {
    case 'left':
      return { dx: around.x - box.x, dy: 0 };
    case 'center':
      return { dx: around.x + around.width / 2 - box.x - box.width / 2, dy: 0 };
    case 'right':
      return { dx: around.x + around.width - box.x - box.width, dy: 0 };
    case 'top':
      return { dx: 0, dy: around.y - box.y };
    case 'middle':
      return { dx: 0, dy: around.y + around.height / 2 - box.y - box.height / 2 };
    case 'bottom':
      return { dx: 0, dy: around.y + around.height - box.y - box.height };
  }
}
