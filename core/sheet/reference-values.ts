/** reference-values: what the references of a formula refer to: values, formulas and formats of cells. */
import { cellKey, type SheetState } from '#schema/sheet.ts';

import type { DependencyIndex, Link } from './dependency-index.ts';
import type { EvaluationContext } from './evaluate.ts';
import type { EvaluationOrder } from './evaluation-order.ts';
import type { FormulaCell } from './formula-cell.ts';
import { areaNamed, shownFormula } from './formula-text.ts';
import type { LiveSheet } from './live-sheet.ts';
import type { RangeCache } from './range-cache.ts';
import type { FormulaWork } from './recalculation-budget.ts';
import type { CellArea } from './reference-reader.ts';
import type { FormatOf } from './result-format.ts';
import type { Span } from './span.ts';
import { badRef, type Value } from './value.ts';

/** Costs in units (recalculation-budget.ts). A cell of a range is charged, or read. */
const cost = { charged: 0.25, read: 0.25, found: 20 };

/** A formula has found a reference to a formula without a value. */
export class NotCalculated extends Error {}

type Parts = {
  readonly sheets: ReadonlyMap<string, LiveSheet>;
  readonly index: DependencyIndex;
  readonly ranges: RangeCache;
  readonly order: EvaluationOrder;
  readonly work: FormulaWork;
};

export class ReferenceValues {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What the evaluation of a formula asks for. */
  of(cell: FormulaCell): Pick<EvaluationContext, 'read' | 'address' | 'references'> {
    return {
      read: (at) => this.#read(cell, at),
      address: (at) => addressOf(cell.named[at] ?? null),
      references: {
        area: (area) => this.#areaOf(cell, area),
        named: (text) => this.#named(cell, text),
        formula: (area) => this.#formulaAt(area),
      },
    };
  }

  /** The format of the first number to which a reference refers. */
  format(cell: FormulaCell, at: number, line?: Parameters<FormatOf>[1]): string | undefined {
    const link = cell.named[at];
    const sheet = link === undefined || link === null ? undefined : this.#parts.sheets.get(link.sheet);
    if (link === undefined || link === null || sheet === undefined) return undefined;
    if (link.key !== null) return sheet.format(link.key);
    const { top, left, bottom, right } = link.span;
    if (line === undefined) return sheet.firstFormat(link.span);
    const [row, col] = [top + line.at, left + line.at];
    if (line.axis === 'row') return row <= bottom ? sheet.firstFormat({ top: row, bottom: row, left, right }) : undefined;
    return col <= right ? sheet.firstFormat({ top, bottom, left: col, right: col }) : undefined;
  }

  /** A single cell is a grid as well, for functions that distinguish cells from values. */
  #read(cell: FormulaCell, at: number): Value {
    const link = cell.named[at];
    return link === undefined || link === null ? badRef : this.#valuesOf(link);
  }

  #valuesOf(link: Link): Value {
    const { sheets, work, ranges } = this.#parts;
    const { top, left, bottom, right } = link.span;
    const cells = (bottom - top + 1) * (right - left + 1);
    work.charge(cells * cost.charged);
    if (link.grid !== null) {
      link.isGridUsed = true;
      return link.grid;
    }
    const sheet = sheets.get(link.sheet);
    if (sheet === undefined) return badRef;
    work.count(cells * cost.read);
    const grid = sheet.grid(link.span);
    ranges.keep(link, grid);
    return grid;
  }

  /** The values of an area that a formula has found. */
  #areaOf(cell: FormulaCell, { sheet, span }: CellArea): Value {
    const { sheets, index, order, work } = this.#parts;
    const target = sheets.get(sheet);
    if (target === undefined) return badRef;
    const { rows, cols } = target.state;
    if (span.top < 0 || span.left < 0 || span.bottom >= rows.ids.length || span.right >= cols.ids.length) return badRef;
    const count = cell.links.length;
    const link = index.link(cell, sheet, span, keyOfSpan(target, span));
    // One of its own references has been waited for.
    const isOwn = cell.links.length === count && !cell.found.includes(link);
    if (!isOwn && !order.find(cell, link, () => target.formulasIn(span))) throw new NotCalculated();
    work.spend(cost.found);
    return this.#valuesOf(link);
  }

  #named(cell: FormulaCell, text: string): CellArea | null {
    const sheet = this.#parts.sheets.get(cell.sheet)?.state;
    if (sheet === undefined) return null;
    const sheets = this.#states();
    this.#parts.work.spend(cost.found + sheets.size);
    return areaNamed(text, { sheet, sheets });
  }

  #formulaAt({ sheet, span }: CellArea): string | null {
    const target = this.#parts.sheets.get(sheet);
    const formula = target?.formulas.get(keyOfSpan(target, { ...span, bottom: span.top, right: span.left }) ?? '');
    if (target === undefined || formula === undefined) return null;
    this.#parts.work.spend(cost.found + formula.text.length);
    return shownFormula(formula.text, { sheet: target.state, sheets: this.#states() });
  }

  #states(): Map<string, SheetState> {
    return new Map(Array.from(this.#parts.sheets, ([id, { state }]) => [id, state]));
  }
}

/** The row and column of a single cell; null for a range. */
export function keyOfSpan({ state: { rows, cols } }: LiveSheet, { top, left, bottom, right }: Span): string | null {
  return top === bottom && left === right ? cellKey(rows.ids[top] ?? '', cols.ids[left] ?? '') : null;
}

/** A reference without its values. */
function addressOf(link: Link | null): Value {
  if (link === null) return badRef;
  const { top, left, bottom, right } = link.span;
  return {
    height: bottom - top + 1,
    width: right - left + 1,
    cells: [],
    isRange: true,
    sheet: link.sheet,
    at: { row: top, col: left },
  };
}
