/** sheet.test-support: sheets from A1 addresses and inputs, for tests. */
import type { CellInput, SheetAxis, SheetState, StoredCell } from '#schema/sheet.ts';
import { cellKey } from '#schema/sheet.ts';
import { orderKeys } from '#schema/ydoc/order-key.ts';

import { parseAddress } from './address.ts';
import { pendingText } from './describe-sheet.ts';
import { isFormula, storedFormula } from './formula-text.ts';
import { type CellContent, isPending, isSheetError } from './value.ts';
import { Workbook } from './workbook.ts';

export function axisOf(ids: readonly string[]): SheetAxis {
  const keys = orderKeys(ids.length);
  return { ids, rank: new Map(ids.map((id, at) => [id, at])), orders: new Map(ids.map((id, at) => [id, keys[at] ?? ''])) };
}
export const rowId = (at: number, sheet = 0): string => `row_${String(sheet).padStart(8, '0')}${String(at).padStart(8, '0')}`;
export const colId = (at: number, sheet = 0): string => `col_${String(sheet).padStart(8, '0')}${String(at).padStart(8, '0')}`;
export const sheetId = (sheet: number): string => `sheet_${String(sheet).padStart(16, '0')}`;

export type Inputs = Readonly<Record<string, number | string | boolean>>;

/** A sheet from inputs by address, with formulas stored by ids. `others`: sheets to which they may refer. */
export function sheetOf(
  inputs: Inputs,
  { rows = 20, cols = 8, title = 'Sheet', sheet = 0, others = [] as readonly SheetState[] } = {},
): SheetState {
  const state: SheetState = {
    id: sheetId(sheet),
    tabId: 'tab_0000000000000000',
    title,
    rows: axisOf(Array.from({ length: rows }, (_, at) => rowId(at, sheet))),
    cols: axisOf(Array.from({ length: cols }, (_, at) => colId(at, sheet))),
    cells: new Map(),
    sizes: new Map(),
    hidden: new Set(),
    merges: new Map(),
    filters: new Map(),
    frozen: { rows: 0, cols: 0 },
  };
  return withCells(state, inputs, others);
}

export const keyAt = (state: SheetState, address: string): string => {
  const place = parseAddress(address);
  return cellKey(state.rows.ids[place?.row ?? -1] ?? '', state.cols.ids[place?.col ?? -1] ?? '');
};

export function withCells(state: SheetState, inputs: Inputs, others: readonly SheetState[] = []): SheetState {
  const sheets = new Map([state, ...others].map((one) => [one.id, one]));
  const cells = new Map(state.cells);
  for (const [address, value] of Object.entries(inputs)) cells.set(keyAt(state, address), storedCell(value, state, sheets));
  return { ...state, cells };
}

function storedCell(value: number | string | boolean, sheet: SheetState, sheets: ReadonlyMap<string, SheetState>): StoredCell {
  const input: CellInput =
    typeof value === 'number'
      ? { n: value }
      : typeof value === 'boolean'
        ? { b: value }
        : { s: isFormula(value) ? storedFormula(value, { sheet, sheets }) : value };
  return { i: input };
}

export const clock = { now: Date.UTC(2026, 10, 20, 12), random: () => 0.25 };

export function bookOf(...sheets: readonly SheetState[]): Workbook {
  const book = new Workbook();
  for (const sheet of sheets) book.put(sheet);
  settle(book);
  return book;
}

export function settle(book: Workbook): void {
  while (!book.advance(clock, 1_000_000));
}

/** A value as plain JSON: errors as their name. */
export const plain = (value: CellContent): number | string | boolean | null =>
  isPending(value) ? pendingText : isSheetError(value) ? value.e : value;

export const valueAt = (book: Workbook, state: SheetState, address: string): number | string | boolean | null =>
  plain(book.value(state.id, keyAt(state, address)));

/** The value of a formula in Z99, a cell beyond the inputs. */
export function result(formula: string, inputs: Inputs = {}): number | string | boolean | null {
  const state = sheetOf({ ...inputs, H20: formula });
  return valueAt(bookOf(state), state, 'H20');
}

/** For formulas without references. */
export const noReferences = {
  address: () => null,
  references: { area: () => null, named: () => null, formula: () => null },
} as const;

/** mulberry32 */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
