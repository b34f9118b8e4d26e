/**
 * describe-sheet: a sheet as calls answer it, from the workbook.
 *
 * Y1  Cells come row by row, those with an input or a format, and `v` for formulas: `pending` instead while it is not calculated.
 * Y2  `a1` adds each cell's address and writes formulas in A1; `text` what the cell shows.
 */
import type { Cell, CellValue, SheetLayout, SheetState, StoredCell } from '#schema/sheet.ts';

import { cellAddress } from './address.ts';
import { isFormula, shownFormula } from './formula-text.ts';
import { shownText } from './number-format.ts';
import { pieces } from './pieces.ts';
import { type CellContent, isPending, isSheetError, type Scalar } from './value.ts';
import type { SheetValues } from './snapshot.ts';

export type SheetFormat = { readonly a1: boolean; readonly text: boolean };

/** [Y1] `only`: these cells, also where they are empty. It stops between cells now and then, see `pieces`. */
export function* cellsOf(
  values: SheetValues,
  sheet: SheetState,
  how: SheetFormat,
  only?: ReadonlySet<string>,
): Generator<void, Cell[]> {
  const placed: { readonly key: string; readonly row: number; readonly col: number }[] = [];
  let count = 0;
  for (const key of only ?? sheet.cells.keys()) {
    const middle = key.indexOf(':');
    const [row = 0.5, col = 0.5] = [sheet.rows.rank.get(key.slice(0, middle)), sheet.cols.rank.get(key.slice(middle + 1))];
    if (Number.isInteger(row) && Number.isInteger(col)) placed.push({ key, row, col });
    if ((count += 1) % pieces === 0) yield;
  }
  // Each place with its number in the list: numbers alone are sorted fast.
  const width = sheet.cols.ids.length;
  const order = Float64Array.from(placed, ({ row, col }, index) => (row * width + col) * placed.length + index).sort();
  const cells: Cell[] = [];
  for (const value of order) {
    const at = placed[value % placed.length];
    if (at !== undefined) cells.push(cellOf(values, sheet, at.key, at, how));
    if (cells.length % pieces === 0) yield;
  }
  return cells;
}

function cellOf(
  values: SheetValues,
  sheet: SheetState,
  key: string,
  at: { readonly row: number; readonly col: number },
  how: SheetFormat,
): Cell {
  const stored = sheet.cells.get(key);
  const [r = '', c = ''] = key.split(':');
  const input = stored?.i ?? null;
  const isComputed = input !== null && 's' in input && isFormula(input.s);
  const value = values.value(sheet.id, key);
  const shown = isComputed && how.a1 ? { s: shownFormula(input.s, { sheet, sheets: values.sheets }) } : input;
  return {
    r,
    c,
    i: shown,
    ...(isComputed && (isPending(value) ? { pending: true as const } : { v: valueOf(value) })),
    ...(stored?.f !== undefined && Object.keys(stored.f).length > 0 && { f: stored.f }),
    ...(how.a1 && { a1: cellAddress(at.row, at.col) }),
    ...(how.text && { text: shownContent(value, stored?.f?.nf) }),
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
export const textAt = (values: SheetValues, sheet: SheetState, key: string, stored: StoredCell | undefined): string =>
  shownContent(values.value(sheet.id, key), stored?.f?.nf);

const shownContent = (content: CellContent, nf: string | undefined): string =>
  isPending(content) ? pendingText : shownText(content, nf);

/** What a formula shows whose value is not calculated yet. */
export const pendingText = 'Loading...';
