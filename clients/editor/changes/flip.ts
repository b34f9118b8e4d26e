/**
 * flip: elements mirrored horizontally or vertically in the rectangle around them.
 *
 * Frames and lanes carry their members. Boxes change places and the sense of their rotation, the lines of strokes are mirrored, and
 * so are the free ends and waypoints of arrows, and the sides and spots at which arrows end on the boxes. Texts and images stay
 * readable: a shape that points somewhere is turned round only if it has no text.
 */
import { type Arrow, type ArrowEnd, type Box, type Element, isArrow, isBox, isPinned, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import type { ShapeKind } from '#schema/shape-kinds.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { isAcross, opposite } from '#core/arrows/sides.ts';
import { moveGroupsOf } from '#core/ops/move-group.ts';
import type { Planning } from '#core/planning/planning.ts';
import { hullOf } from '#core/tab/rect.ts';

import type { Axis } from './align.ts';
import { type Change, freeElements } from './change.ts';
import { hasPlace } from './move.ts';
import { roundLength } from './resize.ts';
import { mayTurn, normalAngle } from './rotate.ts';
import { onCanvas } from './set-label.ts';
import { outerRect } from './turned.ts';

/** Shapes that are symmetric about the other axis: half a turn is their mirror image. */
const pointing: Readonly<Record<Axis, readonly ShapeKind[]>> = {
  across: ['block-arrow'],
  down: ['triangle', 'trapezoid', 'pentagon', 'star'],
};

export const flip =
  (ids: Iterable<string>, axis: Axis): Change =>
  (planning) => {
    const selected = freeElements(ids, planning);
    const groups = moveGroupsOf(selected, planning);
    const arrows = selected.filter(isArrow).filter(hasPlace);
    const around = hullOf([...groups.map(({ root }) => outerRect(root)), ...arrows.flatMap(pointsOf)]);
    if (around === null) return null;
    const boxes = groups.flatMap(({ root, descendants }) => [root, ...descendants]);
    const refusal = planning.refuseLocked(boxes);
    if (refusal !== null) return refusal;
    const mirror = new Mirror(around, axis);
    for (const box of boxes) planning.put(mirror.box(box));
    const moved = new Set(boxes.map(({ id }) => id));
    const owned = new Set(arrows.map(({ id }) => id));
    for (const arrow of arrowsAlong(boxes, arrows, planning)) {
      const mirrored = mirror.arrow(arrow, moved, owned.has(arrow.id));
      if (!jsonEqual(arrow, mirrored)) planning.put(mirrored);
    }
    return null;
  };

/** Whether there is something to mirror, if it is not locked. */
export const mayFlip = (element: Element): boolean => isBox(element) || hasPlace(element);

class Mirror {
  readonly #axis: Axis;
  /** Twice the coordinate of the line between what changes places. */
  readonly #sum: number;

  constructor({ x, y, width, height }: Rect, axis: Axis) {
    this.#axis = axis;
    this.#sum = axis === 'across' ? 2 * x + width : 2 * y + height;
  }

  box(box: Box): Box {
    const { x, y, width, height } = box;
    const [left, top] = this.#axis === 'across' ? [this.#place(x + width), y] : [x, this.#place(y + height)];
    const { rotation: _old, ...bare } = box;
    const rotation = mayTurn(box) ? normalAngle((this.#isPointing(box) ? 180 : 0) - (box.rotation ?? 0)) : (box.rotation ?? 0);
    const placed = { ...bare, x: left, y: top, ...(rotation !== 0 && { rotation }) } as Box;
    return placed.type === 'stroke' ? { ...placed, points: placed.points.map((point) => this.#inBox(point, box)) } : placed;
  }

  arrow(arrow: Arrow, boxes: ReadonlySet<string>, isOwned: boolean): Arrow {
    const isMoved = (end: ArrowEnd): boolean => isPinned(end) && boxes.has(end.element);
    const bends = arrow.points !== undefined && (isOwned || (isMoved(arrow.from) && isMoved(arrow.to)));
    const end = (at: ArrowEnd): ArrowEnd => {
      if (!isPinned(at)) return isOwned ? this.#free(at) : at;
      return isMoved(at) ? this.#pinned(at) : at;
    };
    const points = bends ? { points: (arrow.points ?? []).map((point) => this.#point(point)) } : {};
    return { ...arrow, from: end(arrow.from), to: end(arrow.to), ...points };
  }

  #isPointing(box: Box): boolean {
    return box.type === 'shape' && pointing[this.#axis].includes(box.shape) && (box.label ?? '').trim() === '';
  }

  #place(at: number): number {
    return onCanvas(roundLength(this.#sum - at));
  }

  #point([x, y]: Point): Point {
    return this.#axis === 'across' ? [this.#place(x), y] : [x, this.#place(y)];
  }

  #free({ x, y }: { readonly x: number; readonly y: number }): ArrowEnd {
    const [atX, atY] = this.#point([x, y]);
    return { x: atX, y: atY };
  }

  #pinned<T extends Extract<ArrowEnd, { element: string }>>(end: T): T {
    const { side, offset } = end;
    // A message of a sequence is at the height that the arrangement gives it.
    if (side === undefined || end.level !== undefined) return end;
    if (isAcross(side) === (this.#axis === 'across')) return { ...end, side: opposite[side] };
    return offset === undefined ? end : { ...end, offset: Math.round((1 - offset) * 1e6) / 1e6 };
  }

  #inBox([x, y]: Point, { width, height }: Box): Point {
    return this.#axis === 'across' ? [roundLength(width - x), y] : [x, roundLength(height - y)];
  }
}

/** The arrows of the selection, and those that end on the boxes; a locked one stays as it is. */
function arrowsAlong(boxes: readonly Box[], arrows: readonly Arrow[], planning: Planning): Iterable<Arrow> {
  const along = new Map(arrows.map((arrow) => [arrow.id, arrow]));
  for (const { id } of boxes) {
    for (const arrow of planning.draft.arrowsAt(id)) {
      if (!planning.work.spend(2)) return [];
      if (!planning.isLocked(arrow)) along.set(arrow.id, arrow);
    }
  }
  return along.values();
}

/** The points of an arrow that have a place of their own, as rectangles without size. */
function pointsOf({ from, to, points = [] }: Arrow): Rect[] {
  const ends = [from, to].flatMap((end): Point[] => (isPinned(end) ? [] : [[end.x, end.y]]));
  return [...ends, ...points].map(([x, y]) => ({ x, y, width: 0, height: 0 }));
}
