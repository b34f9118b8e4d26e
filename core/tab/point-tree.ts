/**
 * point-tree: points of which those inside a rectangle are taken out, each once.
 *
 * A k-d tree in an array (Bentley 1975) that counts the points left below each node: what is empty is not entered, so
 * that taking all points by any number of rectangles stays close to linear.
 */
import type { Rect } from '#schema/tab.ts';

export class PointTree {
  /** Indices of the points, split at the middle by x and y in turn. */
  readonly #order: Uint32Array;
  /** Where each point stands in the order. */
  readonly #place: Uint32Array;
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  readonly #present: Uint8Array;
  /** By the middle of a node: how many points of the node are present. */
  readonly #left: Uint32Array;

  /** No point is present before it is added. */
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

  /** Makes a point present. */
  add(point: number): void {
    if (this.#present[point] === 1) return;
    this.#present[point] = 1;
    this.#count(this.#place[point] ?? 0, 1);
  }

  /** Takes out the points inside the rectangle, edges included, and tells each. */
  take(rect: Rect, taken: (point: number) => void): void {
    const [right, bottom] = [rect.x + rect.width, rect.y + rect.height];
    const visit = (from: number, to: number, byX: boolean): number => {
      const middle = (from + to) >> 1;
      if (from >= to || (this.#left[middle] ?? 0) === 0) return 0;
      const point = this.#order[middle] ?? 0;
      const [x, y] = [this.#xs[point] ?? 0, this.#ys[point] ?? 0];
      let gone = 0;
      if (this.#present[point] === 1 && x >= rect.x && x <= right && y >= rect.y && y <= bottom) {
        this.#present[point] = 0;
        gone += 1;
        taken(point);
      }
      const at = byX ? x : y;
      if ((byX ? rect.x : rect.y) <= at) gone += visit(from, middle, !byX);
      if (at <= (byX ? right : bottom)) gone += visit(middle + 1, to, !byX);
      this.#left[middle] = (this.#left[middle] ?? 0) - gone;
      return gone;
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

  /** Adds to the counts of all nodes on the way to a place. */
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
