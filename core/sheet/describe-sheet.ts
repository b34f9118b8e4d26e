/**
 * describe-sheet: a sheet as API calls return it, from the workbook.
 *
 * Cells with an input or a format come row by row, with `v` for formulas, or `pending` if it is not calculated. `a1` adds each
 * cell's address and writes formulas in A1 notation; `text` adds the displayed text.
 */
import type { Cell, CellValue, SheetLayout, SheetState } from '#schema/sheet.ts';

import { cellAddress } from './address.ts';
import { isFormula, shownFormula } from './formula-text.ts';
import { shownText } from './number-format.ts';
import { pieces } from './pieces.ts';
import { type CellContent, isPending, isSheetError, type Scalar } from './value.ts';
import { type SheetValues, shownFormat } from './snapshot.ts';

export type SheetFormat = { readonly a1: boolean; readonly text: boolean };

/** `only`: these cells, even if they are empty. Pauses every few cells (pieces.ts). */
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
  // Positions with their index in the list, as numbers sort fast.
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
  const shownInput = isComputed && how.a1 ? { s: shownFormula(input.s, { sheet, sheets: values.sheets }) } : input;
  return {
    r,
    c,
    i: shownInput,
    ...(isComputed && (isPending(value) ? { pending: true as const } : { v: valueOf(value) })),
    ...(stored?.f !== undefined && Object.keys(stored.f).length > 0 && { f: stored.f }),
    ...(how.a1 && { a1: cellAddress(at.row, at.col) }),
    ...(how.text && { text: textAt(values, sheet, key) }),
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

/** The displayed text of a cell. */
export const textAt = (values: SheetValues, sheet: SheetState, key: string): string =>
  shownContent(values.value(sheet.id, key), shownFormat(values, sheet, key));

const shownContent = (content: CellContent, nf: string | undefined): string =>
  isPending(content) ? pendingText : shownText(content, nf);

/** The displayed text of a pending formula. */
export const pendingText = 'Loading...';
