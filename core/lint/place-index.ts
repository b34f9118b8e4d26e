/** place-index: boxes by where they lie; those that touch or overlap a rectangle are found without a scan. */
import RBush from 'rbush';

import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, right } from '../tab/rect.ts';

type Entry<T extends Box> = { minX: number; minY: number; maxX: number; maxY: number; box: T };

export class PlaceIndex<T extends Box> {
  readonly #tree = new RBush<Entry<T>>();
  readonly #entries = new Map<string, Entry<T>>();

  get size(): number {
    return this.#entries.size;
  }

  /** Adds many boxes that are not there yet. */
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

  *boxesIn(rect: Rect): Generator<T> {
    const found = this.#tree.search({ minX: rect.x, minY: rect.y, maxX: right(rect), maxY: bottom(rect) });
    for (const { box } of found) yield box;
  }
}

const entryOf = <T extends Box>(box: T): Entry<T> => ({ minX: box.x, minY: box.y, maxX: right(box), maxY: bottom(box), box });
