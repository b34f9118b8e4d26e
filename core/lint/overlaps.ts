/**
 * How many boxes each box partly overlaps, among boxes with arrows [LT16].
 *
 * Counts are kept, and short lists of pairs: a tab can have as many pairs as the square of its boxes.
 */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, holds, overlaps, right, sameRect } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { type NamedPairs, pairOf } from './named-pairs.ts';

export const partlyOverlap = (a: Rect, b: Rect): boolean => overlaps(a, b) && (sameRect(a, b) || (!holds(a, b) && !holds(b, a)));

/** Of a box that overlaps more others the list is not kept. */
const keptMost = 100;

export class Overlaps {
  #pairs = 0;
  readonly #boxes = new Map<string, Box>();
  /** By the id of a box; 0 is left out. */
  readonly #counts = new Map<string, number>();
  /** By the id of a box, the sorted ids of those that it overlaps; kept until that changes. */
  readonly #partners = new Map<string, readonly string[]>();

  /** How many pairs there are. */
  get pairs(): number {
    return this.#pairs;
  }

  /** The ids of the boxes that overlap another, sorted. */
  ids(): string[] {
    return [...this.#counts.keys()].toSorted();
  }

  /** The ids of the boxes with arrows that this one overlaps, sorted. */
  of(id: string, places: Pick<TabView, 'boxesIn'>): readonly string[] {
    const box = this.#boxes.get(id);
    if (box === undefined || !this.#counts.has(id)) return [];
    const partners = this.#partners.get(id) ?? Array.from(this.#overlapping(box, places), (other) => other.id).toSorted();
    if (partners.length <= keptMost) this.#partners.set(id, partners);
    return partners;
  }

  /** Counts all pairs. */
  judgeAll(boxes: readonly Box[]): void {
    this.#boxes.clear();
    this.#counts.clear();
    this.#partners.clear();
    for (const box of boxes) this.#boxes.set(box.id, box);
    const { counts, pairs } = countPairs(boxes);
    this.#pairs = pairs;
    for (const [index, box] of boxes.entries()) {
      const count = counts[index] ?? 0;
      if (count > 0) this.#counts.set(box.id, count);
    }
  }

  /** Adds a box. `places` must have all added boxes in the places in which they were added. */
  admit(box: Box, places: Pick<TabView, 'boxesIn'>): void {
    for (const other of this.#overlapping(box, places)) {
      this.#change(other.id, 1);
      this.#change(box.id, 1);
      this.#pairs += 1;
    }
    this.#boxes.set(box.id, box);
  }

  /** Removes a box; `lost` gets the names of its pairs. Called before `places` forgets it. */
  withdraw(id: string, places: Pick<TabView, 'boxesIn'>, lost?: NamedPairs): void {
    const box = this.#boxes.get(id);
    if (box === undefined) return;
    this.#boxes.delete(id);
    this.#counts.delete(id);
    this.#partners.delete(id);
    for (const other of this.#overlapping(box, places)) {
      lost?.add(pairOf(id, other.id));
      this.#change(other.id, -1);
      this.#pairs -= 1;
    }
  }

  *#overlapping(box: Box, places: Pick<TabView, 'boxesIn'>): Generator<Box> {
    for (const other of places.boxesIn(box)) {
      if (other.id !== box.id && this.#boxes.has(other.id) && partlyOverlap(box, other)) yield other;
    }
  }

  #change(id: string, by: 1 | -1): void {
    this.#partners.delete(id);
    const count = (this.#counts.get(id) ?? 0) + by;
    if (count === 0) this.#counts.delete(id);
    else this.#counts.set(id, count);
  }
}

/** A sweep from left to right over typed arrays. In the worst case, all boxes in one column, 10,000 boxes take 100 ms. */
function countPairs(boxes: readonly Box[]): { readonly counts: Uint32Array; readonly pairs: number } {
  const order = Uint32Array.from(boxes.keys()).sort((a, b) => (boxes[a]?.x ?? 0) - (boxes[b]?.x ?? 0));
  const sorted = Array.from(order, (index) => boxes[index]).filter((box) => box !== undefined);
  const [left, far] = [Float64Array.from(sorted, ({ x }) => x), Float64Array.from(sorted, right)];
  const [top, low] = [Float64Array.from(sorted, ({ y }) => y), Float64Array.from(sorted, bottom)];
  const counts = new Uint32Array(boxes.length);
  let pairs = 0;
  for (let i = 0; i < sorted.length; i += 1) {
    const [x1, x2, y1, y2] = [left[i] ?? 0, far[i] ?? 0, top[i] ?? 0, low[i] ?? 0];
    for (let j = i + 1; j < sorted.length; j += 1) {
      const [otherX1, otherY1, otherY2] = [left[j] ?? 0, top[j] ?? 0, low[j] ?? 0];
      if (otherX1 >= x2) break;
      if (otherY1 >= y2 || otherY2 <= y1 || (far[j] ?? 0) <= x1) continue;
      const otherX2 = far[j] ?? 0;
      const holdsOther = otherX1 >= x1 && otherX2 <= x2 && otherY1 >= y1 && otherY2 <= y2;
      const liesInOther = x1 >= otherX1 && x2 <= otherX2 && y1 >= otherY1 && y2 <= otherY2;
      if (holdsOther !== liesInOther) continue;
      pairs += 1;
      count(counts, order[i]);
      count(counts, order[j]);
    }
  }
  return { counts, pairs };
}

function count(counts: Uint32Array, index: number | undefined): void {
  if (index !== undefined) counts[index] = (counts[index] ?? 0) + 1;
}
