/**
 * dependency-index: which formulas name a cell, alone or within a range.
 *
 * A range that many formulas name is one entry, with the values read from it for as long as none of them changes.
 */
import RBush from 'rbush';

import type { FormulaCell } from './formula-cell.ts';
import type { GridPosition } from './live-sheet.ts';
import type { Span } from './span.ts';
import type { Grid } from './value.ts';

/** A range, or a single cell, that formulas name. */
export type Link = {
  readonly sheet: string;
  readonly span: Span;
  readonly key: string | null;
  readonly cells: Set<FormulaCell>;
  /** Its values, as long as they are kept; see range-cache.ts. */
  grid: Grid | null;
  isGridUsed: boolean;
  /** How many formulas within it have no value yet; see evaluation-order.ts. */
  waits: number;
  waitsSince: number;
};

type Boxed = { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number; readonly link: Link };

class SheetLinks {
  readonly singles = new Map<string, Link>();
  readonly ranges = new Map<string, Boxed>();
  readonly tree = new RBush<Boxed>();
}

export class DependencyIndex {
  readonly #sheets = new Map<string, SheetLinks>();

  clear(): void {
    this.#sheets.clear();
  }

  /** Enters that a formula names a range of a sheet, or with `key` a single cell. */
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

  /** `onGone` is called for entries that no formula names any more. */
  unlink(cell: FormulaCell, onGone: (link: Link) => void): void {
    for (const link of cell.links) {
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
    cell.links = [];
  }

  /** The ranges and single cells, named by formulas, that a cell is in. */
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
  const known = links.singles.get(key);
  if (known !== undefined) return known;
  const link = newLink(sheet, span, key);
  links.singles.set(key, link);
  return link;
}

function rangeLink(links: SheetLinks, sheet: string, span: Span): Link {
  const name = spanName(span);
  const known = links.ranges.get(name);
  if (known !== undefined) return known.link;
  const link = newLink(sheet, span, null);
  const boxed: Boxed = { minX: span.left, minY: span.top, maxX: span.right, maxY: span.bottom, link };
  links.ranges.set(name, boxed);
  links.tree.insert(boxed);
  return link;
}

const spanName = ({ top, left, bottom, right }: Span): string => `${top}:${left}:${bottom}:${right}`;
