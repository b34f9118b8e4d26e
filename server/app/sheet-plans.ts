/** What a write changes in a sheet, planned before anything is written. `at`: the time (ms) of new ids. */
import { planCells } from '#core/sheet/plan-cells.ts';
import { planLayout } from '#core/sheet/sheet-layout.ts';
import { sheetTitle } from '#core/sheet/sheet-title.ts';
import type { Workbook } from '#core/sheet/workbook.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { SheetAxis, SheetState, SheetWrite } from '#schema/sheet.ts';
import type { SheetEdit } from '#schema/ydoc/sheets.ts';
import { inTurns } from '#server/in-turns.ts';

type PlannedSheetWrite = { readonly write: SheetWrite; readonly edit: SheetEdit; readonly touched: ReadonlySet<string> };

/** Adds the rows and columns that a file has beyond those of the sheet. */
export function withRowsOf(
  sheet: SheetState,
  file: readonly (readonly unknown[])[],
  at: number,
): { readonly edit: SheetEdit; readonly sheet: SheetState } | Problem {
  const width = file.reduce((most, row) => Math.max(most, row.length), 0);
  const more = [
    { axis: 'row', count: file.length - sheet.rows.ids.length } as const,
    { axis: 'col', count: width - sheet.cols.ids.length } as const,
  ].filter(({ count }) => count > 0);
  const edit = planLayout(sheet, more.map((lines) => ({ k: 'insert', ...lines })), { newId: (axis) => newId(axis, at) }); // prettier-ignore
  if (isProblem(edit)) return edit;
  const longer = (axis: SheetAxis, added: ReadonlyMap<string, unknown> | undefined): SheetAxis => ({
    ...axis,
    ids: [...axis.ids, ...(added?.keys() ?? [])],
  });
  return { edit, sheet: { ...sheet, rows: longer(sheet.rows, edit.maps.rows), cols: longer(sheet.cols, edit.maps.cols) } };
}

export async function planSheetWrite(
  workbook: Workbook,
  sheet: SheetState,
  write: SheetWrite,
  at: number,
): Promise<PlannedSheetWrite | Problem> {
  if (write.kind === 'title') {
    const title = sheetTitle(write.title, workbook.sheets.values(), sheet.tabId, sheet.id);
    return isProblem(title) ? title : { write: { kind: 'title', title }, edit: { title, maps: {} }, touched: new Set() };
  }
  if (write.kind === 'cells') {
    const planned = await inTurns(planCells(sheet, write.cells, workbook.sheets));
    if (isProblem(planned)) return planned;
    const { landed, changes } = planned;
    return {
      write: { kind: 'cells', cells: [...landed] },
      edit: { maps: { cells: changes } },
      touched: new Set(changes.keys()),
    };
  }
  const tooMany = refuseCount(write.changes.length, limits.layoutChangesPerWrite);
  if (tooMany !== null) return tooMany;
  // The ids of new lines are part of the stored write.
  const changes = write.changes.map((change) =>
    change.k === 'insert' && change.ids === undefined && change.count !== undefined && change.count <= limits.sheetRows
      ? { k: change.k, axis: change.axis, ids: Array.from({ length: change.count }, () => newId(change.axis, at)), ...(change.before !== undefined && { before: change.before }) }
      : change,
  ); // prettier-ignore
  const edit = planLayout(sheet, changes, { newId: (axis) => newId(axis, at) });
  return isProblem(edit) ? edit : { write: { kind: 'layout', changes }, edit, touched: new Set() };
}

export const refuseCount = (count: number, limit: number): Problem | null =>
  count > limit ? problem('too_large', { limit }) : null;
