/** snapshot: a sheet with its values at one moment, for whoever describes it bit by bit while the document goes on. */
import type { SheetState, StoredCell } from '#schema/sheet.ts';

import { inputValue } from './live-sheet.ts';
import type { CellContent } from './value.ts';
import { pieces } from './pieces.ts';
import type { Workbook } from './workbook.ts';

/** What describing a sheet needs: a workbook, or a snapshot of one. */
export type SheetValues = {
  readonly sheets: ReadonlyMap<string, SheetState>;
  /** Null for an empty cell. */
  value(sheetId: string, key: string): CellContent;
};

/** Formulas of a sheet that have no value. `isAwaited`: they are being calculated; without that they have no room. */
export type PendingFormulas = { readonly count: number; readonly isAwaited: boolean };
export const noPending: PendingFormulas = { count: 0, isAwaited: false };

export const pendingOn = (workbook: Workbook, sheetId: string): PendingFormulas => {
  const count = workbook.pendingOn(sheetId);
  return count === 0 ? noPending : { count, isAwaited: !workbook.isDone };
};

export type SheetSnapshot = { readonly sheet: SheetState; readonly values: SheetValues; readonly pending: PendingFormulas };

/** What is taken of a workbook for a snapshot: lists, which are copied in no time, however long. */
export type KeptSheet = {
  readonly sheet: SheetState;
  readonly sheets: ReadonlyMap<string, SheetState>;
  readonly keys: readonly string[];
  readonly cells: readonly StoredCell[];
  readonly formulas: readonly string[];
  readonly values: readonly CellContent[];
  readonly pending: PendingFormulas;
};

export function keepSheet(workbook: Workbook, sheet: SheetState): KeptSheet {
  const formulas: string[] = [];
  const values: CellContent[] = [];
  for (const { key, content } of workbook.formulasOn(sheet.id)) {
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
    pending: pendingOn(workbook, sheet.id),
  };
}

/** The sheet as it was when it was kept. Of the other sheets it knows where their rows and columns are, and no values. It stops now and then. */
export function* snapshotOf(keptSheet: KeptSheet): Generator<void, SheetSnapshot> {
  const { sheet, sheets, keys, cells, formulas, values } = keptSheet;
  const kept = yield* mapOf(keys, cells);
  const worked = yield* mapOf(formulas, values);
  const value = (key: string): CellContent => {
    const found = worked.get(key);
    return found === undefined ? inputValue(kept.get(key)) : found;
  };
  return { sheet: { ...sheet, cells: kept }, values: { sheets, value: (_, key) => value(key) }, pending: keptSheet.pending };
}

function* mapOf<T>(keys: readonly string[], values: readonly T[]): Generator<void, Map<string, T>> {
  const made = new Map<string, T>();
  for (const [index, key] of keys.entries()) {
    const value = values[index];
    if (value !== undefined) made.set(key, value);
    if (index % pieces === 0) yield;
  }
  return made;
}
