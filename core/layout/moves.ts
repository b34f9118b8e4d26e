/** The boxes that a layout moves, and the way-points of their arrows (SPEC.md). */
import { type Arrow, type ArrowEnd, type Box, isArrow, isBox, isPinned, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { Planning } from '../planning/planning.ts';
import type { SpotPoint } from '../planning/free-spot.ts';
import { sameRect } from '../tab/rect.ts';

export class Moves {
  readonly #planning: Planning;
  /** The previous positions of moved boxes. */
  readonly #was = new Map<string, SpotPoint>();

  constructor(planning: Planning) {
    this.#planning = planning;
  }

  /** The current box; null if there is none with this id. */
  boxOf(id: string): Box | null {
    const element = this.#planning.draft.get(id);
    return element !== undefined && isBox(element) ? element : null;
  }

  put(box: Box, rect: Rect): void {
    if (sameRect(box, rect)) return;
    if (!this.#was.has(box.id)) this.#was.set(box.id, { x: box.x, y: box.y });
    const { x, y, width, height } = rect;
    this.#planning.put({ ...box, x, y, width, height });
  }

  moveBy(id: string, { x, y }: SpotPoint): void {
    const box = this.boxOf(id);
    if (box !== null) this.put(box, { x: box.x + x, y: box.y + y, width: box.width, height: box.height });
  }

  /** Moves or removes the way-points of the arrows at moved boxes. */
  moveWayPoints(): void {
    const { draft, work } = this.#planning;
    for (const id of [...this.#was.keys()].toSorted()) {
      const changed: Arrow[] = [];
      for (const arrow of draft.arrowsAt(id)) {
        if (!work.spend(2)) return;
        if (arrow.points !== undefined && !this.#planning.isLocked(arrow) && isAt(arrow.from, id)) changed.push(arrow);
      }
      for (const arrow of changed.toSorted((a, b) => (a.id < b.id ? -1 : 1))) this.#follow(arrow);
    }
  }

  #follow(arrow: Arrow): void {
    const [from, to] = [this.#distanceOf(arrow.from), this.#distanceOf(arrow.to)];
    if (from === null || to === null) return;
    const { points = [], ...withoutPoints } = arrow;
    if (from.x !== to.x || from.y !== to.y) return this.#planning.put(withoutPoints);
    this.#planning.put({ ...arrow, points: points.map(([x, y]): Point => [x + from.x, y + from.y]) });
  }

  /** How far the element of an attached end has moved; null if it has not. */
  #distanceOf(end: ArrowEnd): SpotPoint | null {
    if (!isPinned(end)) return null;
    const was = this.#was.get(end.element);
    const is = this.#planning.draft.get(end.element);
    return was === undefined || is === undefined || isArrow(is) ? null : { x: is.x - was.x, y: is.y - was.y };
  }
}

const isAt = (end: ArrowEnd, id: string): boolean => isPinned(end) && end.element === id;
