/**
 * rewiring: an existing arrow dragged by one of its ends, or by a point of its line.
 *
 * tie.ts says how the end is connected. An arrow that is connected to a member of a frame comes in front of the frame. A waypoint
 * follows the pointer, on the grid or on whole pixels unless it snaps: to the x or y of its neighbors, and to the line between them, where it is
 * removed when it is dropped. Dragging a part of the line between two points adds a waypoint.
 */
import { type Arrow, type Element, isArrow, type Point } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import { routeOf } from '#core/drawing/drawn-routes.ts';

import { planChange } from '../changes/change.ts';
import { setEnd, setWayPoints, withWayPoints } from '../changes/wire.ts';
import { type Gesture, type GestureContext, hasMoved, noOutcome, type Pointer } from './gesture.ts';
import { onGrid } from './on-grid.ts';
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

/** Moves the waypoint at the index; `isNew` inserts it first. */
export function bend(start: Pointer, arrow: Arrow, index: number, isNew: boolean): Gesture {
  const others = arrow.points ?? [];
  const bent = (pointer: Pointer, ground: GestureContext): Point[] | null => {
    const now = ground.tab.get(arrow.id);
    if (now === undefined || !isArrow(now)) return null;
    // Without the point the line can leave its boxes at other sides.
    const route = routeOf(withWayPoints(now, isNew ? others : others.toSpliced(index, 1)), ground.tab);
    const before = others[index - 1] ?? route[0];
    const after = others[isNew ? index : index + 1] ?? route.at(-1);
    const reach = 6 / ground.zoom;
    if (!pointer.mod && before !== undefined && after !== undefined && distanceTo(pointer.at, before, after) <= reach) {
      return others.toSpliced(index, isNew ? 0 : 1);
    }
    return others.toSpliced(
      index,
      isNew ? 0 : 1,
      pointer.mod ? whole(pointer.at) : levelled(pointer.at, [before, after], reach, ground.grid),
    );
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

/** The point, at the x or y of one of its neighbors if that is near. */
function levelled([x, y]: Point, neighbours: readonly (Point | undefined)[], reach: number, grid: number | null): Point {
  const near = (value: number, lines: readonly (number | undefined)[]): number =>
    lines.find((line) => line !== undefined && Math.abs(line - value) <= reach) ?? onGrid(value, grid);
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

/** The distance of a point from the straight line between two others. */
function distanceTo([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / squared));
  return Math.hypot(x - fromX - share * dx, y - fromY - share * dy);
}
