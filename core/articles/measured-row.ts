/** measured-row: a row of an article's table, with what its cells need. */
import type { Weight } from '../text/font-table.ts';
import { lineHeight } from '../text/sizes.ts';
import { cellPadding, cellWidths, type CellWidths, columnWidths, wider } from '../text/table-grid.ts';
import { wrapLabel } from '../text/wrap-lines.ts';

/** Space above and below the text of a cell, together. */
export const rowPadding = 14;

export class MeasuredRow {
  readonly cells: readonly string[];
  /** Of each cell. */
  readonly needs: readonly CellWidths[];
  readonly #sizePx: number;
  readonly #weight: Weight;
  /** The widths that the row was last measured at, and its height there: rows are tried in many tables of the same columns. */
  #last: { readonly widths: string; readonly height: number } | null = null;

  constructor(cells: readonly string[], sizePx: number, weight: Weight) {
    this.cells = cells;
    this.#sizePx = sizePx;
    this.#weight = weight;
    this.needs = cells.map((text) => cellWidths(text, sizePx, 'sans', weight));
  }

  /** The height at which no cell is clipped in columns of these widths. */
  heightIn(widths: readonly number[]): number {
    const key = widths.join();
    if (this.#last?.widths === key) return this.#last.height;
    const counts = this.cells.map((text, index) => this.#linesOf(text, widths[index] ?? 0));
    const height = Math.max(1, ...counts) * lineHeight(this.#sizePx) + rowPadding;
    this.#last = { widths: key, height };
    return height;
  }

  #linesOf(text: string, width: number): number {
    return wrapLabel(text, width - 2 * cellPadding, this.#sizePx, 'sans', this.#weight).length;
  }
}

/** The widths of the columns of a table of these rows. */
export function widthsOf(total: number, [first, ...rows]: readonly MeasuredRow[]): number[] {
  const needs = rows.reduce((all, row) => widest(all, row.needs), first?.needs ?? []);
  return columnWidths(total, needs);
}

const widest = (a: readonly CellWidths[], b: readonly CellWidths[]): CellWidths[] =>
  a.map((need, index) => wider(need, b[index] ?? need));
