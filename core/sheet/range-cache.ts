/**
 * range-cache: caches the values of ranges that formulas have read, for other formulas with the same range.
 *
 * All ranges together have at most `limits.cachedRangeCells` cells; the least recently used ones are evicted first, together
 * with their indices (grid-index.ts), and read again when needed.
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
    // Single cells are no more than the formulas refer to, so they are not counted.
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

  /** Called when a value in the range changed, or no formula refers to the range any more. */
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
