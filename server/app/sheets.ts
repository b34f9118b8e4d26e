/**
 * sheets: grids of cells that belong to a tab: what people and agents read of them and write to them.
 *
 * H1  One write is all or nothing, raises the sheet's revision by one and is one live event. It answers every cell that it
 *     touched, and the formula cells, of that sheet, whose value is another now.
 * H2  Formulas come in A1 or by ids and are stored by ids, read against the sheet as it was before the write.
 * H3  A title is one of its tab's alone, whatever the case of its letters.
 * H4  What formulas come to is worked out in turns of the event loop, before anything is answered.
 * H5  On a locked tab no sheet is made or written.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { exceeds } from '#core/changeset/characters.ts';
import { inputOf, parseCsv, sheetCsv } from '#core/sheet/csv.ts';
import { cellsOf, type Described, layoutOf } from '#core/sheet/describe.ts';
import { isFormula, storedFormula } from '#core/sheet/formula-text.ts';
import { planLayout } from '#core/sheet/layout.ts';
import { isFormat } from '#core/sheet/number-format.ts';
import type { Workbook } from '#core/sheet/workbook.ts';
import type { NewSheet, SheetQuery } from '#schema/calls.ts';
import { isId, newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import {
  type Cell,
  type CellInput,
  cellKey,
  type CellWrite,
  type Sheet,
  type SheetState,
  type SheetWrite,
  type StoredCell,
} from '#schema/sheet.ts';
import { orderKeys } from '#schema/ydoc/order-key.ts';
import { addSheet, editSheet, type SheetEdit } from '#schema/ydoc/sheets.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import type { RoomReading, RoomWrite } from '#server/rooms/port.ts';
import { raiseSheetRev, sheetRevs } from '#storage/sheets.ts';

import { eventActor } from './audit.ts';
import { once } from './commit.ts';
import type { AppContext } from './context.ts';
import { readWorked } from './worked-sheets.ts';

export type SheetWritten = { readonly write: SheetWrite; readonly rev: number; readonly cells: readonly Cell[] };

export interface Sheets {
  /** By tab, then title. Errors: tab_not_found, sheet_not_found. */
  list(call: Call, documentId: string, query: SheetQuery): Promise<{ readonly sheets: readonly Sheet[] } | Problem>;
  /** Errors: tab_not_found, tab_locked, invalid_value, title_taken, too_large. */
  add(call: Call, documentId: string, body: NewSheet): Promise<{ readonly sheet: Sheet } | Problem>;
  /** Errors: sheet_not_found, tab_locked, invalid_value, title_taken, too_large. */
  write(call: Call, documentId: string, sheetId: string, write: SheetWrite): Promise<SheetWritten | Problem>;
  /** Errors: sheet_not_found. */
  csv(call: Call, documentId: string, sheetId: string): Promise<string | Problem>;
  /** Puts a file's cells in the place of all that there are. Errors as of `write`. */
  replace(call: Call, documentId: string, sheetId: string, csv: string): Promise<{ readonly sheet: Sheet } | Problem>;
}

type Ground = { readonly room: RoomWrite; readonly call: Call; readonly documentId: string };
const plain: Described = { a1: false, text: false };

export function createSheets(context: AppContext): Sheets {
  const { storage, rooms, now } = context;

  return {
    async list(call, documentId, { tabId, ids, a1, text }) {
      return read(call, documentId, (reading, workbook, revs) => {
        if (tabId !== undefined && !reading.tabs.some(({ id }) => id === tabId)) return problem('tab_not_found');
        const wanted = ids?.split(',').map((id) => id.trim());
        if (wanted?.some((id) => !workbook.sheets.has(id))) return problem('sheet_not_found');
        const order = new Map(reading.tabs.map(({ id }, index) => [id, index]));
        const how = { a1: a1 === '1', text: text === '1' };
        const found = (
          wanted === undefined
            ? [...workbook.sheets.values()]
            : [...new Set(wanted)].flatMap((id) => workbook.sheets.get(id) ?? [])
        )
          // A sheet whose tab is gone is not listed, and is back when the tab is.
          .filter((sheet) => order.has(sheet.tabId) && (tabId === undefined || sheet.tabId === tabId));
        if (wanted === undefined)
          found.sort((a, b) => (order.get(a.tabId) ?? 0) - (order.get(b.tabId) ?? 0) || (a.title < b.title ? -1 : 1));
        return { sheets: found.map((sheet) => described(workbook, sheet, revs.get(sheet.id) ?? 0, how)) };
      });
    },

    add: (call, documentId, { tabId, title: given, rows = 20, cols = 8 }) =>
      commit(call, documentId, 'sheet.add', (made: { readonly sheet: Sheet }) => made.sheet.id, async (ground) => {
        const { room } = ground;
        const refused = await refuseTab(ground, tabId);
        if (refused !== null) return refused;
        const { sheets } = room.workbook();
        const title = titleOf(given, sheets, tabId, null);
        if (isProblem(title)) return title;
        if (sheets.size >= limits.sheetsPerDocument) return problem('too_large', { limit: limits.sheetsPerDocument });
        const tooMany = refuseCount(rows, limits.sheetRows) ?? refuseCount(cols, limits.sheetColumns);
        if (tooMany !== null) return tooMany;
        const id = newId('sheet', now());
        const lines = (kind: 'row' | 'col', count: number) => orderKeys(count).map((key) => [newId(kind, now()), key] as const);
        room.edit((doc) => addSheet(doc, id, { tabId, title, rows: lines('row', rows), cols: lines('col', cols) }));
        const sheet = room.workbook().sheets.get(id);
        if (sheet === undefined) throw new Error('a sheet was not made');
        tell(ground, sheet, { change: 'created', rev: 0 });
        return { sheet: described(room.workbook(), sheet, 0, plain) };
      }), // prettier-ignore

    write: (call, documentId, sheetId, write) =>
      commit(call, documentId, 'sheet.write', () => sheetId, async (ground) => {
        const sheet = await sheetIn(ground, sheetId);
        if (isProblem(sheet)) return sheet;
        const planned = plan(ground.room.workbook(), sheet, write);
        if (isProblem(planned)) return planned;
        const { rev, cells } = await apply(ground, sheet, planned.edit, planned.touched, write.kind);
        return { write: planned.write, rev, cells };
      }), // prettier-ignore

    async csv(call, documentId, sheetId) {
      return read(call, documentId, (_, workbook) => {
        const sheet = workbook.sheets.get(sheetId);
        return sheet === undefined ? problem('sheet_not_found') : sheetCsv(workbook, sheet);
      });
    },

    replace: (call, documentId, sheetId, csv) =>
      commit(call, documentId, 'sheet.replace', () => sheetId, async (ground) => {
        const { room } = ground;
        const sheet = await sheetIn(ground, sheetId);
        if (isProblem(sheet)) return sheet;
        const rows = parseCsv(csv);
        const grown = grow(ground, sheet, rows);
        if (isProblem(grown)) return grown;
        const edit = cellsFrom(rows, grown, room.workbook().sheets);
        if (isProblem(edit)) return edit;
        const { rev } = await apply(ground, grown, edit, new Set(), 'cells');
        const after = room.workbook().sheets.get(sheetId) ?? grown;
        return { sheet: described(room.workbook(), after, rev, plain) };
      }), // prettier-ignore
  };

  async function read<T>(
    { actor }: Call,
    documentId: string,
    use: (reading: RoomReading, workbook: Workbook, revs: ReadonlyMap<string, number>) => T | Problem,
  ): Promise<T | Problem> {
    const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
    if (isProblem(access)) return access;
    // Read before the cells: these are never older than the revision that stands beside them.
    const revs = await sheetRevs(storage.db, documentId);
    return readWorked(rooms, documentId, now, (reading) => use(reading, reading.workbook(), revs));
  }

  function commit<T>(
    call: Call,
    documentId: string,
    action: string,
    subject: (made: T) => string,
    work: (ground: Ground) => Promise<T | Problem>,
  ): Promise<T | Problem> {
    const written = { action, about: (made: T) => ({ documentId, subject: subject(made) }) };
    return rooms.write(call, documentId, (room) =>
      once<T>(context, room.tx, call, written, () => work({ room, call, documentId })),
    );
  }

  /** [H5] */
  async function refuseTab({ room, call, documentId }: Ground, tabId: string): Promise<Problem | null> {
    const access = await authorize(room.tx, call.actor, documentId, 'editor', { tab: tabId, now: now() });
    if (isProblem(access)) return access;
    const tab = room.tabs().find(({ id }) => id === tabId);
    if (tab === undefined) return problem('tab_not_found');
    return tab.locked ? problem('tab_locked') : null;
  }

  async function sheetIn(ground: Ground, sheetId: string): Promise<SheetState | Problem> {
    const { room, call, documentId } = ground;
    const access = await authorize(room.tx, call.actor, documentId, 'editor', { now: now() });
    if (isProblem(access)) return access;
    const sheet = isId('sheet', sheetId) ? room.workbook().sheets.get(sheetId) : undefined;
    if (sheet === undefined) return problem('sheet_not_found');
    const refused = await refuseTab(ground, sheet.tabId);
    return refused === null ? sheet : refused.code === 'tab_not_found' ? problem('sheet_not_found') : refused;
  }

  /** [H1] [H4] */
  async function apply(
    ground: Ground,
    sheet: SheetState,
    edit: SheetEdit,
    touched: ReadonlySet<string>,
    change: string,
  ): Promise<{ readonly rev: number; readonly cells: readonly Cell[] }> {
    const { room, documentId } = ground;
    const workbook = room.workbook();
    await worked(workbook);
    workbook.takeChanged();
    room.edit((doc) => editSheet(doc, sheet.id, edit));
    await worked(workbook);
    const after = workbook.sheets.get(sheet.id) ?? sheet;
    const changed = workbook.takeChanged().get(sheet.id) ?? new Set<string>();
    const rev = await raiseSheetRev(room.tx, documentId, sheet.id);
    tell(ground, after, { change, rev });
    return { rev, cells: cellsOf(workbook, after, plain, new Set([...touched, ...changed])) };
  }

  async function worked(workbook: Workbook): Promise<void> {
    while (!workbook.advance(clock(), limits.recalculationTurn)) await nextTurn();
  }

  function clock(): { readonly now: number; readonly random: () => number } {
    return { now: now(), random: Math.random };
  }

  /** Rows and columns for a file that has more than the sheet; the sheet as it is then. */
  function grow({ room }: Ground, sheet: SheetState, rows: readonly (readonly string[])[]): SheetState | Problem {
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
    const more = [
      { axis: 'row', count: rows.length - sheet.rows.ids.length } as const,
      { axis: 'col', count: width - sheet.cols.ids.length } as const,
    ].filter(({ count }) => count > 0);
    const edit = planLayout(sheet, more.map((lines) => ({ k: 'insert', ...lines })), { newId: (axis) => newId(axis, now()) }); // prettier-ignore
    if (isProblem(edit)) return edit;
    room.edit((doc) => editSheet(doc, sheet.id, edit));
    return room.workbook().sheets.get(sheet.id) ?? sheet;
  }

  function plan(workbook: Workbook, sheet: SheetState, write: SheetWrite): Planned | Problem {
    if (write.kind === 'title') {
      const title = titleOf(write.title, workbook.sheets, sheet.tabId, sheet.id);
      return isProblem(title) ? title : { write: { kind: 'title', title }, edit: { title, maps: {} }, touched: new Set() };
    }
    if (write.kind === 'cells') return planCells(sheet, write.cells, workbook.sheets);
    const tooMany = refuseCount(write.changes.length, limits.layoutChangesPerWrite);
    if (tooMany !== null) return tooMany;
    // The ids of new lines are part of the write as it landed.
    const changes = write.changes.map((change) =>
      change.k === 'insert' && change.ids === undefined && change.count !== undefined && change.count <= limits.sheetRows
        ? { k: change.k, axis: change.axis, ids: Array.from({ length: change.count }, () => newId(change.axis, now())), ...(change.before !== undefined && { before: change.before }) }
        : change,
    ); // prettier-ignore
    const edit = planLayout(sheet, changes, { newId: (axis) => newId(axis, now()) });
    return isProblem(edit) ? edit : { write: { kind: 'layout', changes }, edit, touched: new Set() };
  }
}

type Planned = { readonly write: SheetWrite; readonly edit: SheetEdit; readonly touched: ReadonlySet<string> };

function planCells(sheet: SheetState, writes: readonly CellWrite[], sheets: ReadonlyMap<string, SheetState>): Planned | Problem {
  const tooMany = refuseCount(writes.length, limits.cellsPerWrite);
  if (tooMany !== null) return tooMany;
  const changed = new Map<string, StoredCell | null>();
  const landed: CellWrite[] = [];
  for (const [index, write] of writes.entries()) {
    const key = cellKey(write.r, write.c);
    const refused = refuseCell(sheet, write);
    if (refused !== null) return problem('invalid_value', { ...refused, index });
    const before = changed.has(key) ? changed.get(key) : sheet.cells.get(key);
    const input = write.i === undefined ? before?.i : write.i === null ? undefined : storedInput(write.i, sheet, sheets);
    const format = formatAfter(before?.f, write.f);
    const isEmpty = input === undefined && format === undefined;
    changed.set(key, isEmpty ? null : { ...(input !== undefined && { i: input }), ...(format !== undefined && { f: format }) });
    landed.push({ ...write, ...(write.i !== undefined && { i: input ?? null }) });
  }
  const full = refuseFull(sheet, changed);
  if (full !== null) return full;
  return { write: { kind: 'cells', cells: landed }, edit: { maps: { cells: changed } }, touched: new Set(changed.keys()) };
}

function refuseCell(
  { rows, cols }: SheetState,
  { r, c, i, f }: CellWrite,
): { readonly field: string; readonly detail: string } | null {
  if (!Number.isInteger(rows.rank.get(r))) return { field: 'r', detail: `The sheet has no row ${r}.` };
  if (!Number.isInteger(cols.rank.get(c))) return { field: 'c', detail: `The sheet has no column ${c}.` };
  if (i !== undefined && i !== null && 's' in i) {
    const most = isFormula(i.s) ? limits.formulaCharacters * 8 : limits.cellCharacters;
    if (exceeds(i.s, most)) return { field: 'i', detail: `A cell holds at most ${most.toLocaleString('en')} characters.` };
  }
  if (f?.nf !== undefined && f.nf !== null && !isFormat(f.nf)) return { field: 'nf', detail: 'This is no number format.' };
  return null;
}

/** [H2] */
const storedInput = (input: CellInput, sheet: SheetState, sheets: ReadonlyMap<string, SheetState>): CellInput =>
  's' in input && isFormula(input.s) ? { s: storedFormula(input.s, { sheet, sheets }) } : input;

function formatAfter(before: StoredCell['f'], patch: CellWrite['f']): StoredCell['f'] {
  const format = { ...before, ...patch };
  const kept = Object.fromEntries(Object.entries(format).filter(([, value]) => value !== null));
  return Object.keys(kept).length === 0 ? undefined : (kept as StoredCell['f']);
}

function refuseFull(sheet: SheetState, changed: ReadonlyMap<string, StoredCell | null>): Problem | null {
  let count = sheet.cells.size;
  for (const [key, cell] of changed) count += (cell === null ? 0 : 1) - (sheet.cells.has(key) ? 1 : 0);
  return count > sheet.cells.size ? refuseCount(count, limits.sheetCells) : null;
}

const refuseCount = (count: number, limit: number): Problem | null => (count > limit ? problem('too_large', { limit }) : null);

/** All cells of a file, and the removal of all others; formats stay. */
function cellsFrom(
  rows: readonly (readonly string[])[],
  sheet: SheetState,
  sheets: ReadonlyMap<string, SheetState>,
): SheetEdit | Problem {
  const changed = new Map<string, StoredCell | null>();
  for (const [key, { f }] of sheet.cells) changed.set(key, f === undefined ? null : { f });
  for (const [y, row] of rows.entries()) {
    for (const [x, field] of row.entries()) {
      const input = inputOf(field);
      const [r, c] = [sheet.rows.ids[y], sheet.cols.ids[x]];
      if (input === null || r === undefined || c === undefined) continue;
      if (exceeds(field, limits.cellCharacters))
        return problem('invalid_value', { field: 'i', detail: 'A cell holds at most 32,767 characters.' });
      const key = cellKey(r, c);
      const format = sheet.cells.get(key)?.f;
      changed.set(key, { i: storedInput(input, sheet, sheets), ...(format !== undefined && { f: format }) });
    }
  }
  const filled = [...changed.values()].filter((cell) => cell !== null).length;
  return refuseCount(filled, limits.sheetCells) ?? { maps: { cells: changed } };
}

/** [H3] */
function titleOf(given: string, sheets: ReadonlyMap<string, SheetState>, tabId: string, own: string | null): string | Problem {
  const title = given.trim();
  if (title === '' || exceeds(title, limits.nameCharacters)) {
    return problem('invalid_value', { field: 'title', detail: `A title has 1 to ${limits.nameCharacters} characters.` });
  }
  const folded = title.toLowerCase();
  const isTaken = [...sheets.values()].some(
    (sheet) => sheet.tabId === tabId && sheet.id !== own && sheet.title.toLowerCase() === folded,
  );
  return isTaken ? problem('title_taken') : title;
}

function tell(
  { room, call }: Ground,
  { id, tabId, title }: SheetState,
  data: { readonly change: string; readonly rev: number },
): void {
  room.event('sheet', { sheet: id, title, ...data, actor: eventActor(call.actor) }, tabId);
}

const described = (workbook: Workbook, sheet: SheetState, rev: number, how: Described): Sheet => ({
  id: sheet.id,
  tabId: sheet.tabId,
  title: sheet.title,
  rev,
  layout: layoutOf(sheet),
  cells: cellsOf(workbook, sheet, how),
});
