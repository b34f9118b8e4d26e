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
  type SheetSnapshot,
  snapshotOf,
} from '#core/sheet/snapshot.ts';
import type { Workbook } from '#core/sheet/workbook.ts';
import type { NewSheet, SheetQuery } from '#schema/sheet-calls.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import type { ProposalAnswer } from '#schema/proposal.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { Cell, Sheet, SheetState, SheetWrite } from '#schema/sheet.ts';
import { orderKeys } from '#schema/ydoc/order-key.ts';
import { replacedBy, type SheetEdit } from '#schema/ydoc/sheets.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { inTurns } from '#server/in-turns.ts';
import type { RoomReading } from '#server/rooms/port.ts';
import { sheetRevs } from '#storage/sheets.ts';

import type { AppContext } from './context.ts';
import { documentWrite, type WriteScope } from './document-write.ts';
import { type StoredSheetEdit, storedSheetEdit } from './proposal-content.ts';
import { proposeSheet } from './propose-things.ts';
import type { Proposing } from './propose.ts';
import { planSheetWrite, refuseCount, withRowsOf } from './sheet-plans.ts';
import { prepare, readCalculated } from './calculated-sheets.ts';
import { announceValues, createSheet, deleteSheet, refuseTab, sheetIn, writeSheet } from './sheet-writer.ts';

/** `pending`: how many formulas of the sheet have no value yet. */
type Pending = { readonly pending?: number };
export type SheetWritten = Pending & { readonly write: SheetWrite; readonly rev: number; readonly cells: readonly Cell[] };
type OneSheet = { readonly sheet: Sheet };
export type SheetText = Pending & { readonly text: string };

export interface Sheets {
  /** By tab, then title. Errors: tab_not_found, sheet_not_found. */
  list(call: Call, documentId: string, query: SheetQuery): Promise<{ readonly sheets: readonly Sheet[] } | Problem>;
  /** Errors: tab_not_found, tab_locked, invalid_value, title_taken, too_large. */
  add(call: Call, documentId: string, body: NewSheet, options?: Proposing): Promise<OneSheet | ProposalAnswer | Problem>;
  /** Errors: sheet_not_found, tab_locked, invalid_value, title_taken, too_large. */
  write(
    call: Call,
    documentId: string,
    sheetId: string,
    write: SheetWrite,
    options?: Proposing,
  ): Promise<SheetWritten | ProposalAnswer | Problem>;
  /** Errors: sheet_not_found, tab_locked. */
  remove(call: Call, documentId: string, sheetId: string, options?: Proposing): Promise<null | ProposalAnswer | Problem>;
  /** Errors: sheet_not_found. */
  csv(call: Call, documentId: string, sheetId: string): Promise<SheetText | Problem>;
  /** Replaces all cells by those of a CSV file. Errors as for `write`. */
  replace(
    call: Call,
    documentId: string,
    sheetId: string,
    csv: string,
    options?: Proposing,
  ): Promise<OneSheet | ProposalAnswer | Problem>;
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
          announceValues(context, documentId, one.sheet, one.pending);
          sheets.push(await sheetView(await inTurns(snapshotOf(one)), revs.get(one.sheet.id) ?? 0, format));
        }
        if (part.left.length === 0) return { sheets };
        const { left } = part;
        const next = await read(call, documentId, (_, workbook) => keptSheets(workbook, left));
        if (isProblem(next)) return next;
        ({ value: part, revs } = next);
      }
    },

    add: (call, documentId, { tabId, title: requestedTitle, rows = 20, cols = 8 }, { proposes = false } = {}) =>
      commit<OneSheet>(call, documentId, { action: 'sheet.add', proposes, subject: ({ sheet }) => sheet.id }, async (scope) => {
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
        const content = { tabId, title, rows: lines('row', rows), cols: lines('col', cols) };
        if (proposes)
          return proposeSheet(context, scope, { call: 'addSheet', tabId, rev: 0, title, content: { kind: 'new sheet', id, ...content } });
        const sheet = createSheet(scope, id, content);
        return { sheet: await sheetView({ sheet, values: room.workbook(), pending: noPending }, 0, plain) };
      }), // prettier-ignore

    write: (call, documentId, sheetId, write, { proposes = false } = {}) =>
      commit<SheetWritten>(call, documentId, { action: 'sheet.write', proposes, subject: () => sheetId }, async (scope) => {
        const sheet = await sheetIn(context, scope, sheetId);
        if (isProblem(sheet)) return sheet;
        const planned = await planSheetWrite(scope.room.workbook(), sheet, write, now());
        if (isProblem(planned)) return planned;
        if (proposes) return proposeEdit(scope, sheet, { call: 'writeSheet', edit: planned.edit, change: write.kind });
        const { rev, after, changed } = await writeSheet(context, scope, sheet, { edit: planned.edit, change: write.kind });
        const { values, pending } = after;
        const cells = await inTurns(cellsOf(values, after.sheet, plain, new Set([...planned.touched, ...changed])));
        return { write: planned.write, rev, cells, ...pendingCount(pending) };
      }), // prettier-ignore

    remove: (call, documentId, sheetId, { proposes = false } = {}) =>
      commit<null>(call, documentId, { action: 'sheet.remove', proposes, subject: () => sheetId }, async (scope) => {
        const sheet = await sheetIn(context, scope, sheetId);
        if (isProblem(sheet)) return sheet;
        if (!proposes) return deleteSheet(scope, sheet);
        const { id, tabId, title } = sheet;
        const rev = await revOf(scope, id);
        const content = { kind: 'removed sheet', sheetId: id, rev } as const;
        return proposeSheet(context, scope, { call: 'deleteSheet', tabId, rev, title, content });
      }), // prettier-ignore

    async csv(call, documentId, sheetId) {
      const found = await read(call, documentId, (_, workbook) => {
        const sheet = workbook.sheets.get(sheetId);
        return sheet === undefined ? problem('sheet_not_found') : keepSheet(workbook, sheet);
      });
      if (isProblem(found)) return found;
      const { values, sheet, pending } = await inTurns(snapshotOf(found.value));
      announceValues(context, documentId, sheet, pending);
      return { text: await inTurns(sheetCsv(values, sheet)), ...pendingCount(pending) };
    },

    replace: (call, documentId, sheetId, csv, { proposes = false } = {}) =>
      commit<OneSheet>(call, documentId, { action: 'sheet.replace', proposes, subject: () => sheetId }, async (scope) => {
        const { room } = scope;
        const sheet = await sheetIn(context, scope, sheetId);
        if (isProblem(sheet)) return sheet;
        const file = parseCsv(csv);
        const grown = withRowsOf(sheet, file.rows, now());
        if (isProblem(grown)) return grown;
        const cells = await inTurns(planFile(grown.sheet, file, room.workbook().sheets));
        if (isProblem(cells)) return cells;
        const edit = { ...grown.edit, maps: { ...grown.edit.maps, cells } };
        if (proposes) return proposeEdit(scope, sheet, { call: 'replaceSheetCsv', edit, change: 'cells' });
        const { rev, after } = await writeSheet(context, scope, sheet, { edit, change: 'cells' });
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

  async function proposeEdit(
    scope: WriteScope,
    sheet: SheetState,
    { call, edit, change }: { readonly call: string; readonly edit: SheetEdit; readonly change: SheetWrite['kind'] },
  ): Promise<ProposalAnswer | Problem> {
    const { id: sheetId, tabId, title } = sheet;
    const [before, after] = [replacedBy(scope.room.doc, sheetId, edit), edit].map(storedSheetEdit) as [
      StoredSheetEdit,
      StoredSheetEdit,
    ];
    const content = { kind: 'sheet', sheetId, change, before, after } as const;
    return proposeSheet(context, scope, { call, tabId, rev: await revOf(scope, sheetId), title, content });
  }

  async function commit<T extends OneSheet | SheetWritten | null>(
    call: Call,
    documentId: string,
    {
      action,
      proposes,
      subject,
    }: { readonly action: string; readonly proposes: boolean; readonly subject: (answer: T) => string },
    work: (scope: WriteScope) => Promise<T | ProposalAnswer | Problem>,
  ): Promise<T | ProposalAnswer | Problem> {
    const access = { level: 'editor', proposes } as const;
    if (!rooms.isCalculated(documentId)) {
      const may = await authorize(storage.db, call.actor, documentId, 'editor', { action, proposes, now: now() });
      if (!isProblem(may)) await prepare(rooms, documentId, now);
    }
    const spec = { action, access, subject: (answer: T | ProposalAnswer) => proposedId(answer) ?? subject(answer as T) };
    return documentWrite<T | ProposalAnswer>(context, call, documentId, spec, work);
  }
}

const proposedId = (answer: object | null): string | undefined =>
  answer !== null && 'proposal' in answer ? (answer as ProposalAnswer).proposal?.id : undefined;

const revOf = async ({ room, documentId }: WriteScope, sheetId: string): Promise<number> =>
  (await sheetRevs(room.tx, documentId)).get(sheetId) ?? 0;

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

async function sheetView({ sheet, values, pending }: SheetSnapshot, rev: number, format: SheetFormat): Promise<Sheet> {
  const { id, tabId, title } = sheet;
  const cells = await inTurns(cellsOf(values, sheet, format));
  return { id, tabId, title, rev, layout: layoutOf(sheet), cells, ...pendingCount(pending) };
}
