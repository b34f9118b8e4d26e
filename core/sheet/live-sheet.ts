/** live-sheet: a sheet in a workbook: its formulas, and the values of its cells by position. */
import { cellKey, type SheetState, type StoredCell } from '#schema/sheet.ts';

import type { FormulaCell } from './formula-cell.ts';
import { isFormula } from './formula-text.ts';
import type { Span } from './span.ts';
import type { Grid, Scalar } from './value.ts';

/** Positions from 0. */
export type GridPosition = { readonly row: number; readonly col: number };

const mostExamined = 64;

export class LiveSheet {
  state: SheetState;
  readonly formulas = new Map<string, FormulaCell>();
  /** Its formulas before it was replaced, until all its cells are read. */
  before: ReadonlyMap<string, FormulaCell> | null;
  #columns: (Scalar | undefined)[][] = [];

  constructor(state: SheetState, before: ReadonlyMap<string, FormulaCell> | null = null) {
    this.state = state;
    this.before = before;
  }

  /** Null if the row or column does not exist. */
  place(key: string): GridPosition | null {
    const at = key.indexOf(':');
    const row = this.state.rows.rank.get(key.slice(0, at));
    const col = this.state.cols.rank.get(key.slice(at + 1));
    return row === undefined || col === undefined || !Number.isInteger(row) || !Number.isInteger(col) ? null : { row, col };
  }

  /** Discards all values after rows or columns have changed. */
  clear(): void {
    this.#columns = [];
  }

  write({ row, col }: GridPosition, value: Scalar): void {
    const column = (this.#columns[col] ??= []);
    column[row] = value ?? undefined;
  }

  /** The number format that a cell shows: its own, or that of its formula's result. */
  formatAt({ row, col }: GridPosition): string | undefined {
    const { rows, cols, cells } = this.state;
    return this.format(cellKey(rows.ids[row] ?? '', cols.ids[col] ?? ''), cells);
  }

  /** The same for a key. */
  format(key: string, cells: ReadonlyMap<string, StoredCell> = this.state.cells): string | undefined {
    return cells.get(key)?.f?.nf ?? this.formulas.get(key)?.format;
  }

  /** The format of the first number in a span, among its first cells. */
  firstFormat({ top, left, bottom, right }: Span): string | undefined {
    let examined = 0;
    for (let row = top; row <= bottom; row += 1) {
      for (let col = left; col <= right; col += 1) {
        if (typeof this.#columns[col]?.[row] === 'number') return this.formatAt({ row, col });
        examined += 1;
        if (examined === mostExamined) return undefined;
      }
    }
    return undefined;
  }

  /** The formulas in a span. */
  *formulasIn({ top, left, bottom, right }: Span): Generator<FormulaCell> {
    const { rows, cols } = this.state;
    if ((bottom - top + 1) * (right - left + 1) > this.formulas.size) {
      for (const formula of this.formulas.values()) {
        const { place } = formula;
        if (place !== null && place.row >= top && place.row <= bottom && place.col >= left && place.col <= right) yield formula;
      }
      return;
    }
    for (let row = top; row <= bottom; row += 1) {
      for (let col = left; col <= right; col += 1) {
        const formula = this.formulas.get(cellKey(rows.ids[row] ?? '', cols.ids[col] ?? ''));
        if (formula !== undefined) yield formula;
      }
    }
  }

  grid({ top, left, bottom, right }: Span): Grid {
    const cells: Scalar[] = [];
    for (let row = top; row <= bottom; row += 1) {
      for (let col = left; col <= right; col += 1) cells.push(this.#columns[col]?.[row] ?? null);
    }
    return {
      height: bottom - top + 1,
      width: right - left + 1,
      cells,
      isRange: true,
      sheet: this.state.id,
      at: { row: top, col: left },
    };
  }
}

/** The text of a formula with its `=`; null for a cell without one. */
export function formulaIn(cell: StoredCell | undefined): string | null {
  const input = cell?.i;
  return input !== undefined && 's' in input && isFormula(input.s) ? input.s : null;
}

/** The value of a constant. A leading apostrophe marks text and is not part of it. */
export function inputValue(cell: StoredCell | undefined): Scalar {
  const input = cell?.i;
  if (input === undefined) return null;
  if ('n' in input) return input.n;
  if ('b' in input) return input.b;
  return input.s.startsWith("'") ? input.s.slice(1) : input.s;
}
