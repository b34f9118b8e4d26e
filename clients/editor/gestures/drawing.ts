/**
 * drawing: a new box drawn from corner to corner.
 *
 * A click adds a box of the default size around the point. However flat the drag is, no side is too short for a line of text. Shift
 * draws equal sides, Alt draws from the center. The edges snap to those of neighbors, or to the grid if there is one, unless Ctrl or Command is held. A box with text
 * is edited at once. The tool is used up.
 */
import type { Element, Point } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';
import type { Rect } from '#schema/tab.ts';

import { planChange } from '../changes/change.ts';
import { clickedRect, drawBox, type DrawnKind, type Looks } from '../changes/draw.ts';
import { type Gesture, type GestureContext, hasMoved, type Pointer, rectBetween } from './gesture.ts';
import { neighbours, snapReach } from '../state/neighbors.ts';
import { onGrid } from './on-grid.ts';
import { type Guide, snap } from './snap.ts';

/** A line of text with its padding; less where the canvas is enlarged, for small boxes. */
const leastSide = 24;

export function drawGesture(start: Pointer, kind: DrawnKind, looks: Looks = {}): Gesture {
  const drawn = (pointer: Pointer, ground: GestureContext): { readonly rect: Rect; readonly guides: readonly Guide[] } => {
    if (!hasMoved(start, pointer))
      return { rect: cornered(clickedRect(kind, start.at), pointer.mod ? null : ground.grid), guides: [] };
    const from = stuckPoint(start.at, start, ground);
    const to = stuckPoint(pointer.at, pointer, ground);
    const least = leastSide / Math.max(1, ground.zoom) / (pointer.alt ? 2 : 1);
    const far = farEnough(from.at, to.at, least);
    const rect = rectBetween(from.at, pointer.shift ? evenly(from.at, far) : far);
    return {
      rect: pointer.alt ? aroundMiddle(rect, from.at) : rect,
      guides: pointer.shift || pointer.alt ? [] : reached(to, far),
    };
  };
  return {
    move(pointer, ground) {
      if (!hasMoved(start, pointer)) return { cursor: 'crosshair' };
      const { rect, guides } = drawn(pointer, ground);
      const words = `${Math.round(rect.width)} × ${Math.round(rect.height)}`;
      return { preview: previewOf(kind, rect, looks, ground), guides, words, cursor: 'crosshair' };
    },
    end(pointer, ground) {
      const { rect } = drawn(pointer, ground);
      let newId = '';
      const onAdded = (id: string): void => {
        newId = id;
      };
      const isWritten = kind.type !== 'table' && !(kind.type === 'shape' && kind.shape === 'plan-board');
      return {
        change: drawBox(kind, rect, looks, onAdded),
        select: () => [newId],
        edit: () => (isWritten ? newId : null),
        used: true,
      };
    },
  };
}

/** The new element in the preview, under the preview's id. */
function previewOf(kind: DrawnKind, rect: Rect, looks: Looks, { tab }: GestureContext): ReadonlyMap<string, Element> {
  const edits = planChange(tab, drawBox(kind, rect, looks), { newSuffix: () => 'preview0' });
  const added = isProblem(edits) ? undefined : edits.find(({ before }) => before === null)?.after;
  return added === undefined || added === null ? new Map() : new Map([[added.id, added]]);
}

/** With its corner on the grid, if there is one. */
const cornered = (rect: Rect, grid: number | null): Rect =>
  grid === null ? rect : { ...rect, x: onGrid(rect.x, grid), y: onGrid(rect.y, grid) };

type Stuck = { readonly at: Point; readonly guides: readonly Guide[] };

function stuckPoint([x, y]: Point, { mod }: Pointer, ground: GestureContext): Stuck {
  const grid = mod ? null : ground.grid;
  const whole: Point = [onGrid(x, grid), onGrid(y, grid)];
  if (mod || grid !== null) return { at: whole, guides: [] };
  const lines = { x: ['start'], y: ['start'] } as const;
  const { dx, dy, guides } = snap({ x, y, width: 0, height: 0 }, neighbours(ground, new Set()), snapReach(ground), lines);
  const sticks = (axis: 'x' | 'y'): boolean => guides.some((guide) => guide.axis === axis);
  return { at: [sticks('x') ? x + dx : whole[0], sticks('y') ? y + dy : whole[1]], guides };
}

/** The guides of a point that are at the drawn edges. */
const reached = ({ at, guides }: Stuck, [x, y]: Point): readonly Guide[] =>
  guides.filter(({ axis }) => (axis === 'x' ? x === at[0] : y === at[1]));

/** A point at least so far along each axis, so that a flat drag does not draw an invisible line with a label. */
function farEnough([x, y]: Point, [toX, toY]: Point, least: number): Point {
  const far = (at: number, to: number): number => (Math.abs(to - at) >= least ? to : at + (to < at ? -least : least));
  return [far(x, toX), far(y, toY)];
}

function evenly([x, y]: Point, [toX, toY]: Point): Point {
  const side = Math.max(Math.abs(toX - x), Math.abs(toY - y));
  return [x + Math.sign(toX - x || 1) * side, y + Math.sign(toY - y || 1) * side];
}

const aroundMiddle = ({ width, height }: Rect, [x, y]: Point): Rect => ({
  x: x - width,
  y: y - height,
  width: 2 * width,
  height: 2 * height,
});
