/** Which arrows cross [LT12]. */
import type { Point } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, right } from '../tab/rect.ts';

/** Two arrows with 200 way-points each take as long as 40,000 pairs of straight ones. */
const partsMax = 6_000;

/** True if crossings are counted among this many arrows, whose lines have this many parts [LT13]. */
export const areCrossingsChecked = (arrows: number, parts: number): boolean =>
  arrows <= limits.crossingCheckArrows && parts <= partsMax;

export type CrossingLine = { readonly points: readonly Point[]; readonly bounds: Rect };

export class Crossings {
  readonly #lines = new Map<string, CrossingLine>();
  readonly #crossed = new Map<string, Set<string>>();
  #parts = 0;
  #pairs = 0;
  /** False if the crossings are not known, because the check is or was skipped. */
  #isCurrent = true;

  /** Points of all lines. */
  get parts(): number {
    return this.#parts;
  }

  /** How many pairs cross; null if the check is skipped. */
  count(): number | null {
    if (!areCrossingsChecked(this.#lines.size, this.#parts)) {
      this.#forget();
      return null;
    }
    if (!this.#isCurrent) this.#findAll();
    return this.#pairs;
  }

  /** The ids of the arrows that cross others, those that cross most first. */
  worst(): string[] {
    const counts = [...this.#crossed].filter(([, others]) => others.size > 0).map(([id, others]) => [id, others.size] as const);
    return counts.toSorted(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1)).map(([id]) => id);
  }

  put(id: string, line: CrossingLine): void {
    this.remove(id);
    this.#lines.set(id, line);
    this.#parts += line.points.length;
    if (!areCrossingsChecked(this.#lines.size, this.#parts)) this.#forget();
    if (this.#isCurrent) this.#find(id, line, this.#lines);
  }

  remove(id: string): void {
    const line = this.#lines.get(id);
    if (line === undefined) return;
    this.#lines.delete(id);
    this.#parts -= line.points.length;
    for (const other of this.#crossed.get(id) ?? []) {
      this.#crossed.get(other)?.delete(id);
      this.#pairs -= 1;
    }
    this.#crossed.delete(id);
  }

  #forget(): void {
    this.#isCurrent = false;
    this.#crossed.clear();
    this.#pairs = 0;
  }

  #findAll(): void {
    this.#isCurrent = true;
    const before = new Map<string, CrossingLine>();
    for (const [id, line] of this.#lines) {
      this.#find(id, line, before);
      before.set(id, line);
    }
  }

  /** Adds the crossings of the line with the others. */
  #find(id: string, line: CrossingLine, others: ReadonlyMap<string, CrossingLine>): void {
    const crossed = new Set<string>();
    for (const [other, otherLine] of others) {
      if (other === id || !linesCross(line, otherLine)) continue;
      crossed.add(other);
      this.#crossed.get(other)?.add(id);
      this.#pairs += 1;
    }
    this.#crossed.set(id, crossed);
  }
}

/** True if the lines cross. */
export function linesCross(a: CrossingLine, b: CrossingLine): boolean {
  if (apart(a.bounds, b.bounds)) return false;
  for (let i = 1; i < a.points.length; i += 1) {
    const [from, to] = [a.points[i - 1], a.points[i]];
    if (from === undefined || to === undefined || partApart(from, to, b.bounds)) continue;
    for (let j = 1; j < b.points.length; j += 1) {
      const [otherFrom, otherTo] = [b.points[j - 1], b.points[j]];
      if (otherFrom !== undefined && otherTo !== undefined && partsCross(from, to, otherFrom, otherTo)) return true;
    }
  }
  return false;
}

const apart = (a: Rect, b: Rect): boolean => a.x > right(b) || b.x > right(a) || a.y > bottom(b) || b.y > bottom(a);

const partApart = (from: Point, to: Point, rect: Rect): boolean =>
  Math.max(from[0], to[0]) < rect.x ||
  Math.min(from[0], to[0]) > right(rect) ||
  Math.max(from[1], to[1]) < rect.y ||
  Math.min(from[1], to[1]) > bottom(rect);

/** True if each part has its ends on different sides of the other. */
function partsCross(a: Point, b: Point, c: Point, d: Point): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

/** 1 or -1 for the side of the line through a and b on which p is, 0 on it. */
function turn(a: Point, b: Point, p: Point): number {
  return Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));
}
