/** snapshot: a sheet with its values at one moment, to describe it gradually while the document changes. */
import type { SheetState, StoredCell } from '#schema/sheet.ts';

import { inputValue } from './live-sheet.ts';
import type { CellContent } from './value.ts';
import { pieces } from './pieces.ts';
import type { Workbook } from './workbook.ts';

/** The values needed to describe a sheet: a workbook, or a snapshot of one. */
export type SheetValues = {
  readonly sheets: ReadonlyMap<string, SheetState>;
  /** Null for an empty cell. */
  value(sheetId: string, key: string): CellContent;
  /** The number format of a formula's result. */
  resultFormat(sheetId: string, key: string): string | undefined;
};

/** The number format in which a cell is shown. */
export const shownFormat = (
  values: SheetValues,
  { id, cells }: Pick<SheetState, 'id' | 'cells'>,
  key: string,
): string | undefined => cells.get(key)?.f?.nf ?? values.resultFormat(id, key);

/** Pending formulas of a sheet. `isAwaited`: they are being calculated; otherwise there is no room for their texts. */
export type PendingFormulas = { readonly count: number; readonly isAwaited: boolean };
export const noPending: PendingFormulas = { count: 0, isAwaited: false };

export const pendingOn = (workbook: Workbook, sheetId: string): PendingFormulas => {
  const count = workbook.pendingOn(sheetId);
  return count === 0 ? noPending : { count, isAwaited: !workbook.isDone };
};

export type SheetSnapshot = { readonly sheet: SheetState; readonly values: SheetValues; readonly pending: PendingFormulas };

/** The parts of a workbook for a snapshot: lists, which are quick to copy. */
export type KeptSheet = {
  readonly sheet: SheetState;
  readonly sheets: ReadonlyMap<string, SheetState>;
  readonly keys: readonly string[];
  readonly cells: readonly StoredCell[];
  readonly formulas: readonly string[];
  readonly values: readonly CellContent[];
  /** By index among the formulas. */
  readonly formats: ReadonlyMap<number, string>;
  readonly pending: PendingFormulas;
};

export function keepSheet(workbook: Workbook, sheet: SheetState): KeptSheet {
  const formulas: string[] = [];
  const values: CellContent[] = [];
  const formats = new Map<number, string>();
  for (const { key, content, format } of workbook.formulasOn(sheet.id)) {
    if (format !== undefined) formats.set(formulas.length, format);
    formulas.push(key);
    values.push(content);
  }
  return {
    sheet,
    sheets: new Map(workbook.sheets),
    keys: [...sheet.cells.keys()],
    cells: [...sheet.cells.values()],
    formulas,
    values,
    formats,
    pending: pendingOn(workbook, sheet.id),
  };
}

/** The sheet at the time of the snapshot. Of other sheets it has the rows and columns, but no values. Pauses now and then. */
export function* snapshotOf(keptSheet: KeptSheet): Generator<void, SheetSnapshot> {
  const { sheet, sheets, keys, cells, formulas, values, formats } = keptSheet;
  const storedCells = yield* mapOf(keys, cells);
  const worked = yield* mapOf(formulas, values);
  const formatsByKey = new Map(Array.from(formats, ([index, format]) => [formulas[index] ?? '', format]));
  const value = (key: string): CellContent => {
    const calculated = worked.get(key);
    return calculated === undefined ? inputValue(storedCells.get(key)) : calculated;
  };
  return {
    sheet: { ...sheet, cells: storedCells },
    values: { sheets, value: (_, key) => value(key), resultFormat: (_, key) => formatsByKey.get(key) },
    pending: keptSheet.pending,
  };
}

function* mapOf<T>(keys: readonly string[], values: readonly T[]): Generator<void, Map<string, T>> {
  const result = new Map<string, T>();
  for (const [index, key] of keys.entries()) {
    const value = values[index];
    if (value !== undefined) result.set(key, value);
    if (index % pieces === 0) yield;
  }
  return result;
}
