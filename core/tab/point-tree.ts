/**
 * point-tree: a set of points from which those inside a rectangle can be removed.
 *
 * A k-d tree in an array (Bentley 1975) that counts the remaining points below each node. Empty nodes are skipped, so removing
 * all points by any number of rectangles is nearly linear.
 */
import type { Rect } from '#schema/tab.ts';

export class PointTree {
  /** Indices of the points, split at the middle, alternately by x and y. */
  readonly #order: Uint32Array;
  /** The index of each point in the order. */
  readonly #place: Uint32Array;
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  readonly #present: Uint8Array;
  /** By the middle of a node: the number of its points that are present. */
  readonly #left: Uint32Array;

  /** Points are not present until they are added. */
  constructor(points: readonly { readonly x: number; readonly y: number }[]) {
    const count = points.length;
    this.#order = Uint32Array.from(points.keys());
    this.#place = new Uint32Array(count);
    this.#xs = Float64Array.from(points, ({ x }) => x);
    this.#ys = Float64Array.from(points, ({ y }) => y);
    this.#present = new Uint8Array(count);
    this.#left = new Uint32Array(count);
    this.#split(0, count, true);
    this.#order.forEach((point, place) => (this.#place[point] = place));
  }

  /** Adds a point. */
  add(point: number): void {
    if (this.#present[point] === 1) return;
    this.#present[point] = 1;
    this.#count(this.#place[point] ?? 0, 1);
  }

  /** Removes the points inside the rectangle, edges included, and reports each. */
  take(rect: Rect, taken: (point: number) => void): void {
    const [right, bottom] = [rect.x + rect.width, rect.y + rect.height];
    const visit = (from: number, to: number, byX: boolean): number => {
      const middle = (from + to) >> 1;
      if (from >= to || (this.#left[middle] ?? 0) === 0) return 0;
      const point = this.#order[middle] ?? 0;
      const [x, y] = [this.#xs[point] ?? 0, this.#ys[point] ?? 0];
      let removed = 0;
      if (this.#present[point] === 1 && x >= rect.x && x <= right && y >= rect.y && y <= bottom) {
        this.#present[point] = 0;
        removed += 1;
        taken(point);
      }
      const at = byX ? x : y;
      if ((byX ? rect.x : rect.y) <= at) removed += visit(from, middle, !byX);
      if (at <= (byX ? right : bottom)) removed += visit(middle + 1, to, !byX);
      this.#left[middle] = (this.#left[middle] ?? 0) - removed;
      return removed;
    };
    visit(0, this.#order.length, true);
  }

  #split(from: number, to: number, byX: boolean): void {
    if (to - from < 2) return;
    const keys = byX ? this.#xs : this.#ys;
    this.#order.subarray(from, to).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
    const middle = (from + to) >> 1;
    this.#split(from, middle, !byX);
    this.#split(middle + 1, to, !byX);
  }

  /** Adds to the counts of all nodes on the path to an index. */
  #count(place: number, by: number): void {
    let [from, to] = [0, this.#order.length];
    for (;;) {
      const middle = (from + to) >> 1;
      this.#left[middle] = (this.#left[middle] ?? 0) + by;
      if (middle === place) return;
      if (place < middle) to = middle;
      else from = middle + 1;
    }
  }
}
