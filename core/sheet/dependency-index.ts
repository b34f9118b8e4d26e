/**
 * dependency-index: finds the formulas that refer to a cell, directly or within a range.
 *
 * A range that many formulas share is one entry, with its values for as long as none of them changes.
 */
import RBush from 'rbush';

import type { FormulaCell } from './formula-cell.ts';
import type { GridPosition } from './live-sheet.ts';
import type { Span } from './span.ts';
import type { Grid } from './value.ts';

/** A range or a single cell to which formulas refer. */
export type Link = {
  readonly sheet: string;
  readonly span: Span;
  readonly key: string | null;
  readonly cells: Set<FormulaCell>;
  /** Its cached values, if any (range-cache.ts). */
  grid: Grid | null;
  isGridUsed: boolean;
  /** The number of formulas within it that have no value yet (evaluation-order.ts). */
  waits: number;
  waitsSince: number;
};

type Boxed = { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number; readonly link: Link };

class SheetLinks {
  readonly singles = new Map<string, Link>();
  readonly ranges = new Map<string, Boxed>();
  readonly tree = new RBush<Boxed>();
}

/** True if both refer to the same cell, or to nothing. */
export const isSameCell = (a: Link | null, b: Link | null): boolean =>
  a === null || b === null ? a === b : a.key !== null && a.key === b.key && a.sheet === b.sheet;

export class DependencyIndex {
  readonly #sheets = new Map<string, SheetLinks>();

  clear(): void {
    this.#sheets.clear();
  }

  /** Adds a formula's reference to a range of a sheet or, with `key`, to a single cell. */
  link(cell: FormulaCell, sheet: string, span: Span, key: string | null): Link {
    const links = this.#sheets.get(sheet) ?? new SheetLinks();
    this.#sheets.set(sheet, links);
    const link = key === null ? rangeLink(links, sheet, span) : singleLink(links, sheet, span, key);
    if (!link.cells.has(cell)) {
      link.cells.add(cell);
      cell.links.push(link);
    }
    return link;
  }

  /** A link that no formula waits for, as to a cell whose address alone matters. */
  address(sheet: string, span: Span, key: string | null): Link {
    return newLink(sheet, span, key);
  }

  /** `onGone` is called for entries to which no formula refers any more. */
  unlink(cell: FormulaCell, onGone: (link: Link) => void): void {
    this.#remove(cell, cell.links, onGone);
    cell.links = [];
    cell.found = [];
  }

  /** Does the same for those that the formula found during its calculation. */
  unlinkFound(cell: FormulaCell, onGone: (link: Link) => void): void {
    if (cell.found.length === 0) return;
    const { found } = cell;
    this.#remove(cell, found, onGone);
    cell.links = cell.links.filter((link) => !found.includes(link));
    cell.found = [];
  }

  #remove(cell: FormulaCell, removed: readonly Link[], onGone: (link: Link) => void): void {
    for (const link of removed) {
      link.cells.delete(cell);
      const links = this.#sheets.get(link.sheet);
      if (link.cells.size > 0 || links === undefined) continue;
      onGone(link);
      if (link.key !== null) links.singles.delete(link.key);
      else {
        const name = spanName(link.span);
        const boxed = links.ranges.get(name);
        if (boxed !== undefined) links.tree.remove(boxed);
        links.ranges.delete(name);
      }
    }
  }

  /** The entries that contain a cell. */
  linksAt(sheet: string, key: string, { row, col }: GridPosition): readonly Link[] {
    const links = this.#sheets.get(sheet);
    if (links === undefined) return [];
    const found =
      links.ranges.size === 0 ? [] : links.tree.search({ minX: col, minY: row, maxX: col, maxY: row }).map(({ link }) => link);
    const single = links.singles.get(key);
    if (single !== undefined) found.push(single);
    return found;
  }
}

const newLink = (sheet: string, span: Span, key: string | null): Link => ({
  sheet,
  span,
  key,
  cells: new Set(),
  grid: null,
  isGridUsed: false,
  waits: 0,
  waitsSince: 0,
});

function singleLink(links: SheetLinks, sheet: string, span: Span, key: string): Link {
  const existing = links.singles.get(key);
  if (existing !== undefined) return existing;
  const link = newLink(sheet, span, key);
  links.singles.set(key, link);
  return link;
}

function rangeLink(links: SheetLinks, sheet: string, span: Span): Link {
  const name = spanName(span);
  const existing = links.ranges.get(name);
  if (existing !== undefined) return existing.link;
  const link = newLink(sheet, span, null);
  const boxed: Boxed = { minX: span.left, minY: span.top, maxX: span.right, maxY: span.bottom, link };
  links.ranges.set(name, boxed);
  links.tree.insert(boxed);
  return link;
}

const spanName = ({ top, left, bottom, right }: Span): string => `${top}:${left}:${bottom}:${right}`;
