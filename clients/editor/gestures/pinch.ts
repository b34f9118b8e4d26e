/** pinch: two fingers that pan, and zoom around the point between them. Window pixels. */
import type { Point } from '#schema/element.ts';

export type PinchStep = {
  /** The distance to pan. */
  readonly dx: number;
  readonly dy: number;
  /** The point to zoom around, after panning. */
  readonly factor: number;
  readonly at: { readonly x: number; readonly y: number };
};

export class Pinch {
  readonly #fingers = new Map<number, Point>();

  get count(): number {
    return this.#fingers.size;
  }

  down(finger: number, at: Point): void {
    this.#fingers.set(finger, at);
  }

  up(finger: number): void {
    this.#fingers.delete(finger);
  }

  clear(): void {
    this.#fingers.clear();
  }

  /** The effect of moving one of the fingers; null unless there are two. */
  move(finger: number, to: Point): PinchStep | null {
    const from = this.#fingers.get(finger);
    if (from === undefined) return null;
    this.#fingers.set(finger, to);
    const other = this.#fingers.entries().find(([id]) => id !== finger)?.[1];
    if (other === undefined || this.#fingers.size !== 2) return null;
    const apart = (point: Point): number => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]));
    return {
      dx: (from[0] - to[0]) / 2,
      dy: (from[1] - to[1]) / 2,
      factor: apart(to) / apart(from),
      at: { x: (to[0] + other[0]) / 2, y: (to[1] + other[1]) / 2 },
    };
  }
}
