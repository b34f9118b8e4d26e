/**
 * describe: a sheet as calls answer it, from the workbook.
 *
 * Y1  Cells come row by row, those with an input or a format, and `v` for formulas.
 * Y2  `a1` adds each cell's address and writes formulas in A1; `text` what the cell shows.
 */
import type { Cell, CellValue, SheetLayout, SheetState, StoredCell } from '#schema/sheet.ts';

import { cellAddress } from './address.ts';
import { isFormula, shownFormula } from './formula-text.ts';
import { shownText } from './number-format.ts';
import { isSheetError, type Scalar } from './value.ts';
import type { Workbook } from './workbook.ts';

export type Described = { readonly a1: boolean; readonly text: boolean };

/** [Y1] `only`: these cells, also where they are empty. */
export function cellsOf(workbook: Workbook, sheet: SheetState, how: Described, only?: ReadonlySet<string>): Cell[] {
  const placed: { readonly key: string; readonly row: number; readonly col: number }[] = [];
  for (const key of only ?? sheet.cells.keys()) {
    const [r = '', c = ''] = key.split(':');
    const [row, col] = [sheet.rows.rank.get(r), sheet.cols.rank.get(c)];
    if (row !== undefined && col !== undefined) placed.push({ key, row, col });
  }
  placed.sort((a, b) => a.row - b.row || a.col - b.col);
  return placed.map(({ key, row, col }) => cellOf(workbook, sheet, key, { row, col }, how));
}

function cellOf(
  workbook: Workbook,
  sheet: SheetState,
  key: string,
  at: { readonly row: number; readonly col: number },
  how: Described,
): Cell {
  const stored = sheet.cells.get(key);
  const [r = '', c = ''] = key.split(':');
  const input = stored?.i ?? null;
  const isComputed = input !== null && 's' in input && isFormula(input.s);
  const value = workbook.value(sheet.id, key);
  const shown = isComputed && how.a1 ? { s: shownFormula(input.s, { sheet, sheets: workbook.sheets }) } : input;
  return {
    r,
    c,
    i: shown,
    ...(isComputed && { v: valueOf(value) }),
    ...(stored?.f !== undefined && Object.keys(stored.f).length > 0 && { f: stored.f }),
    ...(how.a1 && { a1: cellAddress(at.row, at.col) }),
    ...(how.text && { text: shownText(value, stored?.f?.nf) }),
  };
}

function valueOf(value: Scalar): CellValue {
  if (isSheetError(value)) return { e: value.e };
  if (typeof value === 'number') return { n: value };
  return typeof value === 'boolean' ? { b: value } : { s: value ?? '' };
}

export function layoutOf({ rows, cols, sizes, hidden, merges, filters, frozen }: SheetState): SheetLayout {
  const axisOf = (id: string): 'row' | 'col' => (rows.rank.has(id) ? 'row' : 'col');
  return {
    rows: [...rows.ids],
    cols: [...cols.ids],
    ...(sizes.size > 0 && { sizes: Array.from(sizes, ([id, px]) => ({ axis: axisOf(id), id, px })) }),
    ...(hidden.size > 0 && { hidden: [...hidden] }),
    ...(frozen.rows + frozen.cols > 0 && { frozen: { ...frozen } }),
    ...(merges.size > 0 && {
      merges: Array.from(merges, ([key, size]) => {
        const [r = '', c = ''] = key.split(':');
        return { r, c, ...size };
      }),
    }),
    ...(filters.size > 0 && { filters: Array.from(filters, ([c, values]) => ({ c, values: [...values] })) }),
  };
}

/** The text that a cell shows. */
export const textAt = (workbook: Workbook, sheet: SheetState, key: string, stored: StoredCell | undefined): string =>
  shownText(workbook.value(sheet.id, key), stored?.f?.nf);
