/** use-sheet: an open sheet: its state, its values, and the layout of its rows and columns. */
import { useEffect, useMemo, useReducer } from 'react';

import { textAt } from '#core/sheet/describe-sheet.ts';
import type { SheetValues } from '#core/sheet/snapshot.ts';
import { isPending } from '#core/sheet/value.ts';
import type { Workbook } from '#core/sheet/workbook.ts';
import { cellKey, type SheetState } from '#schema/sheet.ts';
import { watchRoot } from '#schema/ydoc/watch-root.ts';

import type { Editor } from '../state/editor.ts';
import { AxisLayout } from './axis-layout.ts';

export type SheetModel = {
  readonly workbook: Workbook;
  /** The values of its cells. */
  readonly values: SheetValues;
  readonly sheet: SheetState;
  readonly rows: AxisLayout;
  readonly cols: AxisLayout;
  /** Increases when anything of the sheet changes. */
  readonly version: number;
};

export const defaultPx = { row: 26, col: 96 };
/** The height of the heads of columns, and the width of those of rows. */
export const headPx = { row: 26, col: 48 };

/** Null until it has been calculated once; `undefined` if the document has no such sheet. */
export function useSheet({ session }: Editor, id: string): SheetModel | null | undefined {
  const [version, tick] = useReducer((count: number) => count + 1, 0);
  const face = session.sheets.face(id);
  useEffect(() => {
    const endings = [session.sheets.subscribe((ids) => ids.has(id) && tick()), watchRoot(session.doc, 'sheets', tick)];
    return () => endings.forEach((end) => end());
  }, [session, id]);
  const { workbook, values } = session.sheets;
  const sheet = workbook?.sheets.get(id);
  const layout = useMemo(
    () => (values === null || sheet === undefined ? null : layoutOf(values, sheet)),
    // The version covers the values that filters depend on.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [values, sheet, version],
  );
  if (workbook === null || values === null || (face === null && layout === null)) return null;
  return sheet === undefined || layout === null ? undefined : { workbook, values, sheet, ...layout, version };
}

export function layoutOf(values: SheetValues, sheet: SheetState): { readonly rows: AxisLayout; readonly cols: AxisLayout } {
  const passes = passesFilters(values, sheet, sheet.filters);
  const rows = new AxisLayout(sheet.rows.ids, {
    pxOf: (row) => sheet.sizes.get(row) ?? defaultPx.row,
    isShown: (row, rank) => !sheet.hidden.has(row) && (rank < sheet.frozen.rows || passes(row)),
    frozen: sheet.frozen.rows,
  });
  const cols = new AxisLayout(sheet.cols.ids, {
    pxOf: (col) => sheet.sizes.get(col) ?? defaultPx.col,
    isShown: (col) => !sheet.hidden.has(col),
    frozen: sheet.frozen.cols,
  });
  return { rows, cols };
}

/** Whether a row passes all filters: its text in a filtered column is one of the chosen ones, or still being calculated. */
export function passesFilters(values: SheetValues, sheet: SheetState, filters: SheetState['filters']): (row: string) => boolean {
  const chosen = Array.from(filters, ([col, texts]) => [col, new Set(texts)] as const);
  return (row) =>
    chosen.every(([col, texts]) => {
      const key = cellKey(row, col);
      return isPending(values.value(sheet.id, key)) || texts.has(textAt(values, sheet, key, sheet.cells.get(key)));
    });
}
