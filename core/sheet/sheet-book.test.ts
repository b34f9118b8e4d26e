import { expect, test } from 'vitest';
import * as Y from 'yjs';

import { isProblem } from '#schema/problem.ts';
import { cellKey, type LayoutChange, type SheetState, type StoredCell } from '#schema/sheet.ts';
import { orderKeys } from '#schema/ydoc/order-key.ts';
import { sheetSource } from '#schema/ydoc/sheet-source.ts';
import { addSheet, editSheet } from '#schema/ydoc/sheets.ts';
import { fuzzTimeout, scaled, seedOr } from '#test/harness/fuzz.ts';

import { storedFormula } from './formula-text.ts';
import { planLayout } from './sheet-layout.ts';
import { SheetBook } from './sheet-book.ts';
import { clock, colId, plain, randomOf, rowId, settle, sheetId } from './sheet.test-support.ts';
import type { Workbook } from './workbook.ts';

const ids = [sheetId(0), sheetId(1)] as const;

function docOf(rows = 6, cols = 5): Y.Doc {
  const doc = new Y.Doc();
  for (const [at, id] of ids.entries()) {
    addSheet(doc, id, {
      tabId: 'tab_0000000000000000',
      title: `S${at}`,
      rows: orderKeys(rows).map((key, row) => [rowId(row, at), key] as const),
      cols: orderKeys(cols).map((key, col) => [colId(col, at), key] as const),
    });
  }
  return doc;
}

function put(
  doc: Y.Doc,
  sheets: ReadonlyMap<string, SheetState>,
  id: string,
  key: string,
  value: number | string | null,
  nf?: string,
): void {
  const sheet = sheets.get(id);
  if (sheet === undefined) throw new Error('no sheet');
  const cell: StoredCell | null =
    value === null
      ? null
      : {
          i: typeof value === 'number' ? { n: value } : { s: storedFormula(value, { sheet, sheets }) },
          ...(nf !== undefined && { f: { nf } }),
        };
  editSheet(doc, id, { maps: { cells: new Map([[key, cell]]) } });
}

/** Everything that a workbook reports about its sheets. */
const valuesOf = (book: Workbook): unknown =>
  [...book.sheets.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((sheet) => ({
    ...sheet,
    cells: Object.fromEntries(sheet.cells),
    values: Object.fromEntries([...sheet.cells.keys()].map((key) => [key, [plain(book.value(sheet.id, key)), book.resultFormat(sheet.id, key)]])),
  })); // prettier-ignore

test('[SH2] [SH9] after any changes and between any turns, a book has the values of a new one', () => {
  const seed = seedOr(31);
  for (let history = 0; history < scaled(150); history += 1) {
    const random = randomOf(seed * 1_000 + history);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const doc = docOf();
    const fresh = (): Workbook => {
      const { workbook } = new SheetBook(sheetSource(doc));
      settle(workbook);
      return workbook;
    };
    const undo = new Y.UndoManager([doc.getMap('sheets')], { captureTimeout: 0 });
    const book = new SheetBook(sheetSource(doc)).workbook;
    let made = 0;
    for (let step = 0; step < 40; step += 1) {
      const now = fresh();
      const sheet = now.sheets.get(pick(ids));
      if (sheet === undefined) throw new Error('no sheet');
      const key = cellKey(pick(sheet.rows.ids), pick(sheet.cols.ids));
      const address = (): string => `${random() < 0.3 ? `S${Math.floor(random() * 2)}!` : ''}${pick(['A', 'B', 'C'])}${Math.floor(random() * 5) + 1}`;
      const corner = (): string => `${pick(['A', 'B', 'C', 'D'])}${Math.floor(random() * 5) + 1}`;
      const kind = Math.floor(random() * 8);
      if (kind === 0) put(doc, now.sheets, sheet.id, key, null);
      else if (kind < 3) put(doc, now.sheets, sheet.id, key, Math.floor(random() * 100), pick([undefined, 'date', 'percent']));
      else if (kind < 6) put(doc, now.sheets, sheet.id, key, pick([`=${address()}+1`, `=SUM(${corner()}:${corner()})`, `=ROW(${corner()})*100+COLUMN()`, `=INDEX(A1:C5,2,2)`, `=ROWS(${corner()}:${corner()})`]));
      else if (kind === 6) undo.undo();
      else {
        const axis = pick(['row', 'col'] as const);
        const lines = axis === 'row' ? sheet.rows.ids : sheet.cols.ids;
        const line = pick(lines);
        const before = lines.find((other) => other !== line && random() < 0.4);
        const place = before === undefined ? {} : { before };
        const change: LayoutChange = pick([
          { k: 'insert', axis, count: 1, ...place }, { k: 'delete', axis, ids: [line] }, { k: 'move', axis, ids: [line], ...place },
          { k: 'size', axis, ids: [line], px: 50 }, { k: 'freeze', rows: 1 },
        ] satisfies LayoutChange[]);
        const edit = planLayout(sheet, [change], { newId: (of) => `${of}_new${String((made += 1)).padStart(13, '0')}` });
        if (!isProblem(edit)) editSheet(doc, sheet.id, edit);
      }
      // Often the next change comes while the last one is still being calculated.
      book.advance(clock, Math.floor(random() * 600));
    }
    settle(book);
    expect(valuesOf(book), `seed ${seed}, history ${history}`).toEqual(valuesOf(fresh()));
  }
}, fuzzTimeout(60_000)); // prettier-ignore

test('[SH2] after a change of a size, a title or an inserted row values stay, and only ranges are examined again', () => {
  const doc = docOf();
  const book = new SheetBook(sheetSource(doc)).workbook;
  const [id] = ids;
  settle(book);
  const at = (row: number, col: number): string => cellKey(rowId(row), colId(col));
  put(doc, book.sheets, id, at(0, 0), 5);
  put(doc, book.sheets, id, at(0, 1), '=A1+RAND()');
  put(doc, book.sheets, id, at(0, 2), '=SUM(A1:A3)+RAND()');
  settle(book);
  const values = (random: number): unknown[] => {
    while (!book.advance({ now: 0, random: () => random }, 1_000));
    return [book.value(id, at(0, 1)), book.value(id, at(0, 2))];
  };
  editSheet(doc, id, { title: 'Other', maps: { sizes: new Map([[colId(0), 40]]) } });
  expect(values(0.5)).toEqual([5.25, 5.25]);
  editSheet(doc, id, { maps: { rows: new Map([['row_aaaaaaaaaaaaaaaa', 'zz']]) } });
  expect(values(0.75)).toEqual([5.25, 5.75]);
});

test('[SH9] a change of very many cells is read gradually and completely', () => {
  const doc = docOf(400, 20);
  const [id] = ids;
  const book = new SheetBook(sheetSource(doc)).workbook;
  settle(book);
  const sheet = book.sheets.get(id);
  if (sheet === undefined) throw new Error('no sheet');
  const cells = new Map<string, StoredCell>();
  for (const row of sheet.rows.ids) for (const col of sheet.cols.ids) cells.set(cellKey(row, col), { i: { n: 1 } });
  const key = cellKey(rowId(0), colId(0));
  cells.set(key, { i: { s: storedFormula('=SUM(B1:T400)', { sheet, sheets: book.sheets }) } });
  editSheet(doc, id, { maps: { cells } });
  expect(book.sheets.get(id)?.cells.size).toBe(0);
  book.advance(clock, 20_000);
  const some = book.sheets.get(id)?.cells.size ?? 0;
  expect(some > 0 && some < cells.size, String(some)).toBe(true);
  // Another person continues to write.
  put(doc, book.sheets, id, cellKey(rowId(399), colId(19)), 11);
  settle(book);
  expect([book.sheets.get(id)?.cells.size, book.value(id, key)]).toEqual([cells.size, 19 * 400 + 10]);
  // All of them again: equal values have not changed.
  book.takeChanged();
  editSheet(doc, id, { maps: { cells } });
  put(doc, book.sheets, id, cellKey(rowId(399), colId(19)), 11);
  settle(book);
  expect([book.value(id, key), book.takeChanged()]).toEqual([19 * 400 + 10, new Map()]);
});
