/**
 * place-index: finds boxes by position: those that touch a rectangle, that a segment crosses, or that contain a rectangle.
 *
 * An R-tree (rbush), traversed lazily: a caller that stops at the first box pays for no other. It must not change during a
 * traversal.
 */
import RBush from 'rbush';

import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, right } from './rect.ts';

type Bounds = { minX: number; minY: number; maxX: number; maxY: number };
type Entry<T extends Box> = Bounds & { box: T };
type Branch<T extends Box> = Bounds & { readonly leaf: boolean; readonly children: readonly (Branch<T> | Entry<T>)[] };

export class PlaceIndex<T extends Box> {
  readonly #tree = new RBush<Entry<T>>();
  readonly #entries = new Map<string, Entry<T>>();

  get size(): number {
    return this.#entries.size;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Adds many boxes that it does not contain yet. */
  load(boxes: Iterable<T>): void {
    const entries: Entry<T>[] = [];
    for (const box of boxes) {
      const entry = entryOf(box);
      entries.push(entry);
      this.#entries.set(box.id, entry);
    }
    this.#tree.load(entries);
  }

  add(box: T): void {
    const entry = entryOf(box);
    this.#entries.set(box.id, entry);
    this.#tree.insert(entry);
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#tree.remove(entry);
  }

  /** The boxes that touch or overlap the rectangle. */
  *boxesIn(rect: Rect): Generator<T> {
    const [left, top, far, low] = [rect.x, rect.y, right(rect), bottom(rect)];
    yield* this.#walk(({ minX, minY, maxX, maxY }) => minX <= far && maxX >= left && minY <= low && maxY >= top);
  }

  /** The boxes that touch or overlap the rectangle, as a list; one more than `most` if there are more. */
  listIn(rect: Rect, most = Infinity): T[] {
    const found: T[] = [];
    this.someIn(rect, (box) => found.push(box) > most);
    return found;
  }

  /** True if a box that touches or overlaps the rectangle passes the test. Stops at the first. */
  someIn(rect: Rect, test: (box: T) => boolean): boolean {
    const [left, top, far, low] = [rect.x, rect.y, right(rect), bottom(rect)];
    const open = [this.#tree.toJSON() as Branch<T>];
    for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
      for (const child of branch.children) {
        if (child.minX > far || child.maxX < left || child.minY > low || child.maxY < top) continue;
        if (!('box' in child)) open.push(child);
        else if (test(child.box)) return true;
      }
    }
    return false;
  }

  /** The boxes that the segment touches or crosses, and possibly some that it narrowly misses. */
  *boxesAlong(x1: number, y1: number, x2: number, y2: number): Generator<T> {
    const [left, far, top, low] = [Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const slack = 1e-6 * (Math.abs(dx) + Math.abs(dy) + 1);
    yield* this.#walk(({ minX, minY, maxX, maxY }) => {
      if (minX > far || maxX < left || minY > low || maxY < top) return false;
      // All four corners are on one side of the line if the center is further from it than the corners reach.
      const away = Math.abs(dx * ((minY + maxY) / 2 - y1) - dy * ((minX + maxX) / 2 - x1));
      const reach = (Math.abs(dx) * (maxY - minY) + Math.abs(dy) * (maxX - minX)) / 2;
      return away <= reach + slack * (Math.abs(dx) + Math.abs(dy));
    });
  }

  /** The number of boxes that contain the rectangle, edges allowed; counts to at most one more than `most`. */
  countHolding(rect: Rect, most: number): number {
    const [left, top, far, low] = [rect.x, rect.y, right(rect), bottom(rect)];
    let count = 0;
    for (const _ of this.#walk(({ minX, minY, maxX, maxY }) => minX <= left && maxX >= far && minY <= top && maxY >= low)) {
      count += 1;
      if (count > most) break;
    }
    return count;
  }

  /** Every box that passes the test together with all branches above it. */
  *#walk(matches: (bounds: Bounds) => boolean): Generator<T> {
    const open = [this.#tree.toJSON() as Branch<T>];
    for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
      for (const child of branch.children) {
        if (!matches(child)) continue;
        if ('box' in child) yield child.box;
        else open.push(child);
      }
    }
  }
}

const entryOf = <T extends Box>(box: T): Entry<T> => ({ minX: box.x, minY: box.y, maxX: right(box), maxY: bottom(box), box });
