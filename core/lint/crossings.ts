/** Which arrows cross [LT12]. */
import { limits } from '#schema/limits.ts';

import { type CrossingLine, linesCross } from '../arrows/lines-cross.ts';

/** Two arrows with 200 way-points each take as long as 40,000 pairs of straight ones. */
const partsMax = 6_000;

/** True if crossings are counted among this many arrows, whose lines have this many parts [LT13]. */
export const areCrossingsChecked = (arrows: number, parts: number): boolean =>
  arrows <= limits.crossingCheckArrows && parts <= partsMax;

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
