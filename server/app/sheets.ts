/** Sheets: reading and writing the cells, layouts and titles of a document's spreadsheets (SPEC.md). */
import { parseCsv, sheetCsv } from '#core/sheet/csv.ts';
import { cellsOf, type SheetFormat, layoutOf } from '#core/sheet/describe-sheet.ts';
import { planFile } from '#core/sheet/plan-cells.ts';
import { sheetTitle } from '#core/sheet/sheet-title.ts';
import {
  keepSheet,
  type KeptSheet,
  noPending,
  type PendingFormulas,
  pendingOn,
  type SheetSnapshot,
  snapshotOf,
} from '#core/sheet/snapshot.ts';
import type { Workbook } from '#core/sheet/workbook.ts';
import type { NewSheet, SheetQuery } from '#schema/calls.ts';
import { isId, newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Cell, Sheet, SheetState, SheetWrite } from '#schema/sheet.ts';
import { orderKeys } from '#schema/ydoc/order-key.ts';
import { addSheet, editSheet, removeSheet, type SheetEdit } from '#schema/ydoc/sheets.ts';
import { authorize, refuseOtherTab } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { inTurns } from '#server/in-turns.ts';
import type { RoomReading } from '#server/rooms/port.ts';
import { raiseSheetRev, sheetRevs } from '#storage/sheets.ts';

import { eventActor } from './audit.ts';
import type { AppContext } from './context.ts';
import { documentWrite, type WriteScope } from './document-write.ts';
import { planSheetWrite, refuseCount, withRowsOf } from './sheet-plans.ts';
import { arrange, calculate, prepare, readCalculated } from './calculated-sheets.ts';

/** `pending`: how many formulas of the sheet have no value yet. */
type Pending = { readonly pending?: number };
export type SheetWritten = Pending & { readonly write: SheetWrite; readonly rev: number; readonly cells: readonly Cell[] };
export type SheetText = Pending & { readonly text: string };

export interface Sheets {
  /** By tab, then title. Errors: tab_not_found, sheet_not_found. */
  list(call: Call, documentId: string, query: SheetQuery): Promise<{ readonly sheets: readonly Sheet[] } | Problem>;
  /** Errors: tab_not_found, tab_locked, invalid_value, title_taken, too_large. */
  add(call: Call, documentId: string, body: NewSheet): Promise<{ readonly sheet: Sheet } | Problem>;
  /** Errors: sheet_not_found, tab_locked, invalid_value, title_taken, too_large. */
  write(call: Call, documentId: string, sheetId: string, write: SheetWrite): Promise<SheetWritten | Problem>;
  /** Errors: sheet_not_found, tab_locked. */
  remove(call: Call, documentId: string, sheetId: string): Promise<null | Problem>;
  /** Errors: sheet_not_found. */
  csv(call: Call, documentId: string, sheetId: string): Promise<SheetText | Problem>;
  /** Replaces all cells by those of a CSV file. Errors as for `write`. */
  replace(call: Call, documentId: string, sheetId: string, csv: string): Promise<{ readonly sheet: Sheet } | Problem>;
}

const plain: SheetFormat = { a1: false, text: false };

export function createSheets(context: AppContext): Sheets {
  const { storage, rooms, now } = context;

  return {
    async list(call, documentId, { tabId, ids, a1, text }) {
      const format = { a1: a1 === '1', text: text === '1' };
      const wanted = ids === undefined ? null : [...new Set(ids.split(',').map((id) => id.trim()))];
      const first = await read(call, documentId, (reading, workbook) => {
        const order = new Map(reading.tabs.map(({ id }, index) => [id, index]));
        if (tabId !== undefined && !order.has(tabId)) return problem('tab_not_found');
        if (wanted?.some((id) => !workbook.sheets.has(id)) === true) return problem('sheet_not_found');
        // A sheet whose tab was removed is not listed until the tab is restored.
        const found = (wanted ?? [...workbook.sheets.keys()])
          .flatMap((id) => workbook.sheets.get(id) ?? [])
          .filter((sheet) => order.has(sheet.tabId) && (tabId === undefined || sheet.tabId === tabId));
        const place = (sheet: SheetState): number => order.get(sheet.tabId) ?? 0;
        if (wanted === null) found.sort((a, b) => place(a) - place(b) || (a.title < b.title ? -1 : 1));
        return keptSheets(workbook, found.map(({ id }) => id)); // prettier-ignore
      });
      if (isProblem(first)) return first;
      const sheets: Sheet[] = [];
      for (let { value: part, revs } = first; ;) {
        for (const one of part.taken) {
          announceValues(documentId, one.sheet, one.pending);
          sheets.push(await sheetView(await inTurns(snapshotOf(one)), revs.get(one.sheet.id) ?? 0, format));
        }
        if (part.left.length === 0) return { sheets };
        const { left } = part;
        const next = await read(call, documentId, (_, workbook) => keptSheets(workbook, left));
        if (isProblem(next)) return next;
        ({ value: part, revs } = next);
      }
    },

    add: (call, documentId, { tabId, title: requestedTitle, rows = 20, cols = 8 }) =>
      commit(call, documentId, 'sheet.add', (answer: { readonly sheet: Sheet }) => answer.sheet.id, async (scope) => {
        const { room } = scope;
        const refused = refuseTab(scope, tabId);
        if (refused !== null) return refused;
        const { sheets } = room.workbook();
        const title = sheetTitle(requestedTitle, sheets.values(), tabId);
        if (isProblem(title)) return title;
        if (sheets.size >= limits.sheetsPerDocument) return problem('too_large', { limit: limits.sheetsPerDocument });
        const tooMany = refuseCount(rows, limits.sheetRows) ?? refuseCount(cols, limits.sheetColumns);
        if (tooMany !== null) return tooMany;
        const id = newId('sheet', now());
        const lines = (kind: 'row' | 'col', count: number) => orderKeys(count).map((key) => [newId(kind, now()), key] as const);
        room.edit((doc) => addSheet(doc, id, { tabId, title, rows: lines('row', rows), cols: lines('col', cols) }));
        const sheet = room.workbook().sheets.get(id);
        if (sheet === undefined) throw new Error('the sheet was not created');
        emit(scope, sheet, { change: 'created', rev: 0 });
        return { sheet: await sheetView({ sheet, values: room.workbook(), pending: noPending }, 0, plain) };
      }), // prettier-ignore

    write: (call, documentId, sheetId, write) =>
      commit(call, documentId, 'sheet.write', () => sheetId, async (scope) => {
        const sheet = await sheetIn(scope, sheetId);
        if (isProblem(sheet)) return sheet;
        const planned = await planSheetWrite(scope.room.workbook(), sheet, write, now());
        if (isProblem(planned)) return planned;
        const { rev, after, changed } = await apply(scope, sheet, planned.edit, write.kind);
        const { values, pending } = after;
        const cells = await inTurns(cellsOf(values, after.sheet, plain, new Set([...planned.touched, ...changed])));
        return { write: planned.write, rev, cells, ...pendingCount(pending) };
      }), // prettier-ignore

    remove: (call, documentId, sheetId) =>
      commit(call, documentId, 'sheet.remove', () => sheetId, async (scope) => {
        const sheet = await sheetIn(scope, sheetId);
        if (isProblem(sheet)) return sheet;
        scope.room.edit((doc) => removeSheet(doc, sheet.id));
        emit(scope, sheet, { change: 'deleted', rev: await raiseSheetRev(scope.room.tx, documentId, sheet.id) });
        return null;
      }), // prettier-ignore

    async csv(call, documentId, sheetId) {
      const found = await read(call, documentId, (_, workbook) => {
        const sheet = workbook.sheets.get(sheetId);
        return sheet === undefined ? problem('sheet_not_found') : keepSheet(workbook, sheet);
      });
      if (isProblem(found)) return found;
      const { values, sheet, pending } = await inTurns(snapshotOf(found.value));
      announceValues(documentId, sheet, pending);
      return { text: await inTurns(sheetCsv(values, sheet)), ...pendingCount(pending) };
    },

    replace: (call, documentId, sheetId, csv) =>
      commit(call, documentId, 'sheet.replace', () => sheetId, async (scope) => {
        const { room } = scope;
        const sheet = await sheetIn(scope, sheetId);
        if (isProblem(sheet)) return sheet;
        const file = parseCsv(csv);
        const grown = withRowsOf(sheet, file.rows, now());
        if (isProblem(grown)) return grown;
        const cells = await inTurns(planFile(grown.sheet, file, room.workbook().sheets));
        if (isProblem(cells)) return cells;
        const edit = { ...grown.edit, maps: { ...grown.edit.maps, cells } };
        const { rev, after } = await apply(scope, sheet, edit, 'cells');
        return { sheet: await sheetView(after, rev, plain) };
      }), // prettier-ignore
  };

  async function read<T>(
    { actor }: Call,
    documentId: string,
    use: (reading: RoomReading, workbook: Workbook) => T | Problem,
  ): Promise<{ readonly value: T; readonly revs: ReadonlyMap<string, number> } | Problem> {
    const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
    if (isProblem(access)) return access;
    // Read before the cells, so the cells are never older than the revision beside them.
    const revs = await sheetRevs(storage.db, documentId);
    const value = await readCalculated(rooms, documentId, now, (reading) => use(reading, reading.workbook()));
    return isProblem(value) ? value : { value, revs };
  }

  async function commit<T>(
    call: Call,
    documentId: string,
    action: string,
    subject: (answer: T) => string,
    work: (scope: WriteScope) => Promise<T | Problem>,
  ): Promise<T | Problem> {
    if (!rooms.isCalculated(documentId)) {
      const access = await authorize(storage.db, call.actor, documentId, 'editor', { action, now: now() });
      if (!isProblem(access)) await prepare(rooms, documentId, now);
    }
    return documentWrite<T>(context, call, documentId, { action, access: { level: 'editor' }, subject }, work);
  }

  async function sheetIn(scope: WriteScope, sheetId: string): Promise<SheetState | Problem> {
    const workbook = scope.room.workbook();
    await arrange(workbook, now);
    const sheet = isId('sheet', sheetId) ? workbook.sheets.get(sheetId) : undefined;
    if (sheet === undefined) return problem('sheet_not_found');
    const refused = refuseTab(scope, sheet.tabId);
    return refused === null ? sheet : refused.code === 'tab_not_found' ? problem('sheet_not_found') : refused;
  }

  async function apply(
    scope: WriteScope,
    sheet: SheetState,
    edit: SheetEdit,
    change: string,
  ): Promise<{ readonly rev: number; readonly after: SheetSnapshot; readonly changed: ReadonlySet<string> }> {
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
    if (pending.isAwaited) room.afterCommit(() => announceValues(documentId, state, pending));
    const rev = await raiseSheetRev(room.tx, documentId, sheet.id);
    emit(scope, state, { change, rev });
    return { rev, after, changed };
  }

  function announceValues(documentId: string, sheet: SheetState, pending: PendingFormulas): void {
    if (pending.isAwaited) rooms.announceValues(documentId, [sheet.id]);
  }
}

/** Keeps as many of the sheets as one turn allows; `left`: the ids of the others. */
function keptSheets(
  workbook: Workbook,
  ids: readonly string[],
): { readonly taken: KeptSheet[]; readonly left: readonly string[] } {
  const taken: KeptSheet[] = [];
  let cells = 0;
  for (const [index, id] of ids.entries()) {
    const sheet = workbook.sheets.get(id);
    if (sheet === undefined) continue;
    if (taken.length > 0 && cells + sheet.cells.size > limits.sheetCells) return { taken, left: ids.slice(index) };
    taken.push(keepSheet(workbook, sheet));
    cells += sheet.cells.size;
  }
  return { taken, left: [] };
}

const pendingCount = ({ count }: PendingFormulas): Pending => (count === 0 ? {} : { pending: count });

function refuseTab({ room, access }: WriteScope, tabId: string): Problem | null {
  const denied = refuseOtherTab(access, tabId, 'editor');
  if (denied !== null) return denied;
  const tab = room.tabs().find(({ id }) => id === tabId);
  if (tab === undefined) return problem('tab_not_found');
  return tab.locked ? problem('tab_locked') : null;
}

async function sheetView({ sheet, values, pending }: SheetSnapshot, rev: number, format: SheetFormat): Promise<Sheet> {
  const { id, tabId, title } = sheet;
  const cells = await inTurns(cellsOf(values, sheet, format));
  return { id, tabId, title, rev, layout: layoutOf(sheet), cells, ...pendingCount(pending) };
}

function emit(
  { room, call }: WriteScope,
  { id, tabId, title }: SheetState,
  data: { readonly change: string; readonly rev: number },
): void {
  room.event('sheet', { sheet: id, title, ...data, actor: eventActor(call.actor) }, tabId);
}
