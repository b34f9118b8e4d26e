/**
 * rewiring: an arrow that is there taken by one of its ends, or by a point of its way.
 * R1  The end comes to be pinned or free as tie.ts says. An arrow pinned to a member of a frame is in front of the frame.
 * R2  A way-point follows the pointer, on whole pixels unless it sticks: it sticks to the line between its neighbours, where it
 *     is none any more and goes when it is let go there, and to their level or upright.
 * R3  Pulling a part of the line between two points makes a new way-point there.
 */
import { type Arrow, type Element, isArrow, type Point } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import { routeOf } from '#core/drawing/drawn-routes.ts';

import { planChange } from '../changes/change.ts';
import { setEnd, setWayPoints, withWayPoints } from '../changes/wire.ts';
import { type Gesture, type GestureContext, hasMoved, noOutcome, type Pointer } from './gesture.ts';
import { tieAt } from './tie.ts';

export function reattach(start: Pointer, arrow: Arrow, end: 'from' | 'to'): Gesture {
  return {
    move(pointer, ground) {
      if (!hasMoved(start, pointer)) return {};
      const tie = tieAt(pointer.at, ground);
      const edits = planChange(ground.tab, setEnd(arrow.id, end, tie.end));
      const preview = new Map<string, Element>([[arrow.id, { ...arrow, [end]: tie.end }]]);
      if (!isProblem(edits)) for (const { id, after } of edits) if (after !== null) preview.set(id, after);
      return { preview, target: tie.target, side: tie.side, cursor: 'crosshair' };
    },
    end: (pointer, ground) =>
      hasMoved(start, pointer) ? { change: setEnd(arrow.id, end, tieAt(pointer.at, ground).end) } : noOutcome,
  };
}

/** Moves the way-point at the index; `isNew` puts one there first [R3]. */
export function bend(start: Pointer, arrow: Arrow, index: number, isNew: boolean): Gesture {
  const others = arrow.points ?? [];
  const bent = (pointer: Pointer, ground: GestureContext): Point[] | null => {
    const now = ground.tab.get(arrow.id);
    if (now === undefined || !isArrow(now)) return null;
    // As the line would run without the point: its sides may be other ones.
    const route = routeOf(withWayPoints(now, isNew ? others : others.toSpliced(index, 1)), ground.tab);
    const before = others[index - 1] ?? route[0];
    const after = others[isNew ? index : index + 1] ?? route.at(-1);
    const reach = 6 / ground.zoom;
    if (!pointer.mod && before !== undefined && after !== undefined && distanceTo(pointer.at, before, after) <= reach) {
      return others.toSpliced(index, isNew ? 0 : 1);
    }
    return others.toSpliced(index, isNew ? 0 : 1, pointer.mod ? whole(pointer.at) : levelled(pointer.at, [before, after], reach));
  };
  return {
    move(pointer, ground) {
      const points = hasMoved(start, pointer) ? bent(pointer, ground) : null;
      return points === null ? {} : { preview: new Map([[arrow.id, withWayPoints(arrow, points)]]), cursor: 'move' };
    },
    end(pointer, ground) {
      const points = hasMoved(start, pointer) ? bent(pointer, ground) : null;
      return points === null ? noOutcome : { change: setWayPoints(arrow.id, points) };
    },
  };
}

const whole = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];

/** The point, brought onto the level or the upright of one of its neighbours when it is near. */
function levelled([x, y]: Point, neighbours: readonly (Point | undefined)[], reach: number): Point {
  const near = (value: number, lines: readonly (number | undefined)[]): number =>
    lines.find((line) => line !== undefined && Math.abs(line - value) <= reach) ?? Math.round(value);
  return [
    near(
      x,
      neighbours.map((point) => point?.[0]),
    ),
    near(
      y,
      neighbours.map((point) => point?.[1]),
    ),
  ];
}

/** How far a point is from the straight line between two others. */
function distanceTo([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / squared));
  return Math.hypot(x - fromX - share * dx, y - fromY - share * dy);
}
