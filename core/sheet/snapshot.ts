/** snapshot: a sheet with its values at one moment, for whoever describes it bit by bit while the document goes on. */
import type { SheetState } from '#schema/sheet.ts';

import { inputValue } from './live-sheet.ts';
import type { Scalar } from './value.ts';
import type { Workbook } from './workbook.ts';

/** What describing a sheet needs: a workbook, or a snapshot of one. */
export type SheetValues = {
  readonly sheets: ReadonlyMap<string, SheetState>;
  /** Null for an empty cell. */
  value(sheetId: string, key: string): Scalar;
};

export type SheetSnapshot = { readonly sheet: SheetState; readonly values: SheetValues };

/** A sheet as it is now. Of the other sheets it knows where their rows and columns are, and no values. */
export function snapshotOf(workbook: Workbook, sheet: SheetState): SheetSnapshot {
  const kept: SheetState = { ...sheet, cells: new Map(sheet.cells) };
  const values = new Map(workbook.formulaValues(sheet.id));
  const value = (key: string): Scalar => {
    const found = values.get(key);
    return found === undefined ? inputValue(kept.cells.get(key)) : found;
  };
  return { sheet: kept, values: { sheets: new Map(workbook.sheets), value: (_, key) => value(key) } };
}
