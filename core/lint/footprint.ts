/**
 * The part of a tab that a computation read or a change affected. A change leaves a result as it is if their footprints do not
 * meet. Lines are long, so what was read of boxes alone is apart: no change of a line affects it.
 */
import type { Bounds } from '../drawing/bounds.ts';
import type { Dependencies } from '../drawing/dependencies.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, right } from '../tab/rect.ts';

const nowhere: Bounds = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };

export class Footprint implements Dependencies {
  /** True: it is the whole tab. */
  isWhole = false;
  /** Ids of elements, apart from their looks, and slugs of elements that were named, added or removed. */
  readonly names = new Set<string>();
  readonly #boxes = new Areas();
  readonly #lines = new Areas();

  /** An area where boxes, lines or labels were read, or where lines or labels changed. */
  area(bounds: Bounds): void {
    this.#lines.add(bounds);
  }

  /** An area where only boxes were read or changed. */
  rect(rect: Rect): void {
    this.#boxes.add({ minX: rect.x, minY: rect.y, maxX: right(rect), maxY: bottom(rect) });
  }

  /** Notes all areas as those where only boxes were read. */
  get ofBoxes(): Dependencies {
    return { area: (bounds) => this.#boxes.add(bounds), element: (id) => this.element(id) };
  }

  element(id: string): void {
    this.names.add(id);
  }

  /** The text or the colors of an element, which bear on nothing else. */
  look(id: string): void {
    this.names.add(`${id} look`);
  }

  slug(slug: string): void {
    this.names.add(slug);
  }

  whole(): void {
    this.isWhole = true;
  }

  /** True if the change of the other footprint is where this one was read. */
  touches(change: Footprint): boolean {
    return this.#boxes.touch(change.#boxes) || this.#lines.touch(change.#boxes) || this.#lines.touch(change.#lines);
  }
}

class Areas {
  readonly #areas: Bounds[] = [];
  #hull = nowhere;

  add(bounds: Bounds): void {
    const { minX, minY, maxX, maxY } = bounds;
    const hull = this.#hull;
    this.#areas.push(bounds);
    if (minX >= hull.minX && minY >= hull.minY && maxX <= hull.maxX && maxY <= hull.maxY) return;
    this.#hull = {
      minX: Math.min(minX, hull.minX),
      minY: Math.min(minY, hull.minY),
      maxX: Math.max(maxX, hull.maxX),
      maxY: Math.max(maxY, hull.maxY),
    };
  }

  touch(other: Areas): boolean {
    if (!meet(this.#hull, other.#hull)) return false;
    for (const area of this.#areas) {
      if (!meet(area, other.#hull)) continue;
      for (const otherArea of other.#areas) if (meet(area, otherArea)) return true;
    }
    return false;
  }
}

const meet = (a: Bounds, b: Bounds): boolean => a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;
