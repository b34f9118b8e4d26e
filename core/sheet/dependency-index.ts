/**
 * dependency-index: which formulas name a cell, alone or within a range.
 *
 * A range that many formulas name is one entry, with the values read from it for as long as none of them changes.
 */
import RBush from 'rbush';

import type { Formula } from './formula.ts';
import type { GridPosition } from './live-sheet.ts';
import type { Span } from './span.ts';
import type { Grid, Scalar } from './value.ts';

/** A range, or a single cell, that formulas name. */
export type Link = {
  readonly sheet: string;
  readonly span: Span;
  readonly key: string | null;
  readonly cells: Set<FormulaCell>;
  grid: Grid | null;
};

export type FormulaCell = {
  readonly sheet: string;
  /** Where it stands: `<row id>:<column id>`. */
  readonly key: string;
  /** As it is stored, with its `=`. */
  readonly text: string;
  formula: Formula | null;
  place: GridPosition | null;
  /** What its references mean now, in their order; null for what is gone. */
  named: (Link | null)[];
  /** The entries of the index among those, each once. */
  links: Link[];
  value: Scalar;
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

  unlink(cell: FormulaCell): void {
    for (const link of cell.links) {
      link.cells.delete(cell);
      const links = this.#sheets.get(link.sheet);
      if (link.cells.size > 0 || links === undefined) continue;
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

  /** Calls for every formula that names the cell, once for each way in which it does; what was read there is forgotten. */
  touch(sheet: string, key: string, place: GridPosition, found: (cell: FormulaCell) => void): void {
    for (const link of this.#linksAt(sheet, key, place)) {
      link.grid = null;
      for (const cell of link.cells) found(cell);
    }
  }

  forgetGrids(sheet: string, key: string, place: GridPosition): void {
    for (const link of this.#linksAt(sheet, key, place)) link.grid = null;
  }

  #linksAt(sheet: string, key: string, { row, col }: GridPosition): Link[] {
    const links = this.#sheets.get(sheet);
    if (links === undefined) return [];
    const found =
      links.ranges.size === 0 ? [] : links.tree.search({ minX: col, minY: row, maxX: col, maxY: row }).map(({ link }) => link);
    const single = links.singles.get(key);
    if (single !== undefined) found.push(single);
    return found;
  }
}

function singleLink(links: SheetLinks, sheet: string, span: Span, key: string): Link {
  const known = links.singles.get(key);
  if (known !== undefined) return known;
  const link: Link = { sheet, span, key, cells: new Set(), grid: null };
  links.singles.set(key, link);
  return link;
}

function rangeLink(links: SheetLinks, sheet: string, span: Span): Link {
  const name = spanName(span);
  const known = links.ranges.get(name);
  if (known !== undefined) return known.link;
  const link: Link = { sheet, span, key: null, cells: new Set(), grid: null };
  const boxed: Boxed = { minX: span.left, minY: span.top, maxX: span.right, maxY: span.bottom, link };
  links.ranges.set(name, boxed);
  links.tree.insert(boxed);
  return link;
}

const spanName = ({ top, left, bottom, right }: Span): string => `${top}:${left}:${bottom}:${right}`;
