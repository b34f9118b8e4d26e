/** Writing to one sheet under its document's lock: its access, its values afterwards, its event (SPEC.md). */
import { keepSheet, pendingOn, type PendingFormulas, type SheetSnapshot, snapshotOf } from '#core/sheet/snapshot.ts';
import { isId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import type { SheetState } from '#schema/sheet.ts';
import { addSheet, editSheet, removeSheet, type SheetEdit } from '#schema/ydoc/sheets.ts';
import { refuseOtherTab } from '#server/access/authorize.ts';
import { inTurns } from '#server/in-turns.ts';
import { raiseSheetRev } from '#storage/sheets.ts';

import { eventActor } from './audit.ts';
import { arrange, calculate } from './calculated-sheets.ts';
import type { AppContext } from './context.ts';
import type { WriteScope } from './document-write.ts';

type SheetContext = Pick<AppContext, 'rooms' | 'now'>;

/** Errors: sheet_not_found, tab_locked, access_denied. */
export async function sheetIn({ now }: SheetContext, scope: WriteScope, sheetId: string): Promise<SheetState | Problem> {
  const workbook = scope.room.workbook();
  await arrange(workbook, now);
  const sheet = isId('sheet', sheetId) ? workbook.sheets.get(sheetId) : undefined;
  if (sheet === undefined) return problem('sheet_not_found');
  const refused = refuseTab(scope, sheet.tabId);
  return refused === null ? sheet : refused.code === 'tab_not_found' ? problem('sheet_not_found') : refused;
}

/** The sheet after the edit, with the keys of the formula cells whose values changed. */
export async function writeSheet(
  context: SheetContext,
  scope: WriteScope,
  sheet: SheetState,
  { edit, change }: { readonly edit: SheetEdit; readonly change: string },
): Promise<{ readonly rev: number; readonly after: SheetSnapshot; readonly changed: ReadonlySet<string> }> {
  const { now } = context;
  const { room, documentId } = scope;
  const workbook = room.workbook();
  const before = workbook.unitsDone;
  // Pending values are calculated first: afterwards they could not be distinguished from what this write changes.
  await calculate(workbook, now, limits.recalculationPerRequest / 2);
  const left = limits.recalculationPerRequest - (workbook.unitsDone - before);
  workbook.takeChanged();
  room.edit((doc) => editSheet(doc, sheet.id, edit));
  await arrange(workbook, now);
  await calculate(workbook, now, left);
  const state = workbook.sheets.get(sheet.id) ?? sheet;
  const changed = workbook.takeChanged().get(sheet.id) ?? new Set<string>();
  const pending = pendingOn(workbook, sheet.id);
  // Pending values may be calculated while the answer is described, so it needs a snapshot.
  const after =
    pending.count === 0 ? { sheet: state, values: workbook, pending } : await inTurns(snapshotOf(keepSheet(workbook, state)));
  if (pending.isAwaited) room.afterCommit(() => announceValues(context, documentId, state, pending));
  const rev = await raiseSheetRev(room.tx, documentId, sheet.id);
  emitSheetEvent(scope, state, { change, rev });
  return { rev, after, changed };
}

/** The new sheet. */
export function createSheet(scope: WriteScope, id: string, content: Parameters<typeof addSheet>[2]): SheetState {
  const { room } = scope;
  room.edit((doc) => addSheet(doc, id, content));
  const sheet = room.workbook().sheets.get(id);
  if (sheet === undefined) throw new Error('the sheet was not created');
  emitSheetEvent(scope, sheet, { change: 'created', rev: 0 });
  return sheet;
}

export async function deleteSheet(scope: WriteScope, sheet: SheetState): Promise<null> {
  const { room, documentId } = scope;
  room.edit((doc) => removeSheet(doc, sheet.id));
  emitSheetEvent(scope, sheet, { change: 'deleted', rev: await raiseSheetRev(room.tx, documentId, sheet.id) });
  return null;
}

export function announceValues({ rooms }: SheetContext, documentId: string, sheet: SheetState, pending: PendingFormulas): void {
  if (pending.isAwaited) rooms.announceValues(documentId, [sheet.id]);
}

/** Errors: tab_not_found, tab_locked, access_denied. */
export function refuseTab({ room, access }: WriteScope, tabId: string): Problem | null {
  const denied = refuseOtherTab(access, tabId, 'editor');
  if (denied !== null) return denied;
  const tab = room.tabs().find(({ id }) => id === tabId);
  if (tab === undefined) return problem('tab_not_found');
  return tab.locked ? problem('tab_locked') : null;
}

function emitSheetEvent(
  { room, call }: WriteScope,
  { id, tabId, title }: SheetState,
  data: { readonly change: string; readonly rev: number },
): void {
  room.event('sheet', { sheet: id, title, ...data, actor: eventActor(call.actor) }, tabId);
}
