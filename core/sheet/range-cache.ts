/**
 * range-cache: the values of ranges that formulas have read, kept for the next formula that names the same range.
 *
 * RG1  All ranges together hold at most `limits.cachedRangeCells` cells; the least recently used ones go first. What is gone is
 *      read again when it is needed. An index of a range (grid-index.ts) goes with it.
 */
import { limits } from '#schema/limits.ts';

import type { Link } from './dependency-index.ts';
import type { Grid } from './value.ts';

export class RangeCache {
  /** Ranges with values, the oldest first. */
  readonly #links = new Set<Link>();
  #cells = 0;

  get cells(): number {
    return this.#cells;
  }

  keep(link: Link, grid: Grid): void {
    link.grid = grid;
    // There are as many single cells as formulas name: they are not worth counting.
    if (link.key !== null) return;
    this.#links.add(link);
    this.#cells += grid.cells.length;
    for (const oldest of this.#links) {
      if (this.#cells <= limits.cachedRangeCells || this.#links.size === 1) break;
      this.#links.delete(oldest);
      if (oldest.isGridUsed || oldest === link) {
        oldest.isGridUsed = false;
        this.#links.add(oldest);
      } else this.#forget(oldest);
    }
  }

  /** A value in the range is another now, or no formula names the range any more. */
  drop(link: Link): void {
    if (link.grid === null) return;
    if (this.#links.delete(link)) this.#forget(link);
    else link.grid = null;
  }

  clear(): void {
    for (const link of this.#links) link.grid = null;
    this.#links.clear();
    this.#cells = 0;
  }

  #forget(link: Link): void {
    this.#cells -= link.grid?.cells.length ?? 0;
    link.grid = null;
  }
}
