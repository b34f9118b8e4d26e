/** shift-part: drags a level or upright part of an angled line across. */
import { type Arrow, isArrow, type Point } from '#schema/element.ts';

import { routeOf } from '#core/drawing/drawn-routes.ts';

import { isLevel, withPartAt } from '../changes/line-part.ts';
import { setLine, withWayPoints } from '../changes/wire.ts';
import { type Gesture, type GestureContext, hasMoved, noOutcome, type Pointer } from './gesture.ts';

/** Window pixels within which a part is dragged onto the line of another, or back to where it was. */
const reachPx = 6;

/** The part lines up with the parts of its line nearby, and of the line without way-points, unless `mod` is held. */
export function shiftPart(start: Pointer, arrow: Arrow, index: number): Gesture {
  const shifted = (pointer: Pointer, ground: GestureContext): Arrow | null => {
    const current = ground.tab.get(arrow.id);
    if (!hasMoved(start, pointer) || current === undefined || !isArrow(current)) return null;
    const route = routeOf(current, ground.tab);
    const [from, to] = [route[index], route[index + 1]];
    if (from === undefined || to === undefined) return null;
    const axis = isLevel(from, to) ? 1 : 0;
    const wanted = Math.round(from[axis] + pointer.at[axis] - start.at[axis]);
    const own = routeOf(withWayPoints(current, []), ground.tab);
    const lines = [...linesBeside(route, index, axis), ...own.map((corner) => corner[axis])];
    const near = pointer.mod ? undefined : lines.find((line) => Math.abs(line - wanted) <= reachPx / ground.zoom);
    return withPartAt(current, index, near ?? wanted, ground.tab);
  };
  return {
    move(pointer, ground) {
      const after = shifted(pointer, ground);
      return after === null ? {} : { preview: new Map([[arrow.id, after]]), cursor: 'move' };
    },
    end(pointer, ground) {
      const after = shifted(pointer, ground);
      return after === null ? noOutcome : { change: setLine(arrow.id, after) };
    },
  };
}

/** Of the part itself, and of those that its neighbors join it to. */
const linesBeside = (route: readonly Point[], index: number, axis: 0 | 1): number[] =>
  [index, index - 1, index + 3].flatMap((corner) => {
    const point = route[corner];
    return point === undefined ? [] : [point[axis]];
  });
