/** found-references: references that formulas find while they are calculated, by OFFSET, INDIRECT and operators (SH10). */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { isProblem } from '#schema/problem.ts';
import { cellKey, type LayoutChange, type SheetState, type StoredCell } from '#schema/sheet.ts';
import { orderKeys } from '#schema/ydoc/order-key.ts';
import { sheetSource } from '#schema/ydoc/sheet-source.ts';
import { addSheet, editSheet } from '#schema/ydoc/sheets.ts';
import { fuzzTimeout, scaled, seedOr } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { storedFormula } from './formula-text.ts';
import { SheetBook } from './sheet-book.ts';
import { planLayout } from './sheet-layout.ts';
import { bookOf, clock, colId, type Inputs, keyAt, plain, randomOf, result, rowId, settle, sheetId, sheetOf, valueAt, withCells } from './sheet.test-support.ts'; // prettier-ignore
import { Workbook } from './workbook.ts';

const inputs: Inputs = { A1: 1, A2: 2, A3: 3, A4: 4, B1: 10, B2: 20, B3: 30, B4: 40, C1: 'B2', C2: 'text', D1: '=A1+A2' };

describe('values', () => {
  test.each([
    ['=OFFSET(A1,1,1)', 20], ['=SUM(OFFSET(A1,0,0,4,2))', 110], ['=SUM(OFFSET(A4,0,0,-2,1))', 7], ['=SUM(OFFSET(A1:A2,1,1))', 50], ['=OFFSET(A1,-1,0)', '#REF!'], ['=OFFSET(A1,0,99)', '#REF!'], ['=OFFSET(A1,0,0,0,1)', '#REF!'], ['=OFFSET(5,1,1)', '#VALUE!'],
    ['=SUM(OFFSET(A1,0,0,COUNT(A1:A20),1))', 10], ['=SUM(OFFSET(H20,-19,-7,4,1))', 10], ['=SUM(A1:OFFSET(A1,2,0))', 6], ['=SUM(A1:INDEX(A1:A4,3))', 6], ['=SUM(INDEX(A1:B4,2,1):INDEX(A1:B4,3,2))', 55], ['=SUM(B1:OFFSET(H20,-17,-6))', 60],
    ['=INDIRECT("B2")', 20], ['=INDIRECT(C1)', 20], ['=SUM(INDIRECT("A1:A"&A3))', 6], ['=SUM(INDIRECT("$A$1:B2"))', 33], ['=INDIRECT("Sheet!B3")', 30], ["=INDIRECT(\"'Sheet'!B3\")", 30], ['=INDIRECT("Nope!B3")', '#REF!'], ['=INDIRECT("x")', '#REF!'], ['=SUM(INDIRECT("A:A"))', 10],
    ['=INDIRECT("R2C2",FALSE)', 20], ['=INDIRECT("R[-18]C[-7]",FALSE)', 2], ['=SUM(INDIRECT("R1C1:R2C2",FALSE))', 33], ['=ROW(H20)', 20], ['=ROWS(A1:INDIRECT("A7"))', 7], ['=INDIRECT(INDIRECT("C2"))', '#REF!'], ['=INDIRECT({"A1","B1"})', 1], ['=SUM(INDIRECT({"A1","B1"}))', 11],
    ['=SUM((A1:A2,B1:B2))', 33], ['=SUM((A1,B1),5)', 16], ['=RANK(20,(B1:B2,B4))', 2], ['=SUM(A1:B2 B1:C4)', 30], ['=A1:A4 A3:C3', 3], ['=SUM(A1:A2 B1:B2)', '#NULL!'], ['=(A1,B1)', 1], ['=SUM((1,2))', '#ERROR!'], ['=LARGE((A1:A4,B1:B4),2)', 30],
    ['=@A1:A4', '#VALUE!'], ['=@{7,8}', 7], ['=ISFORMULA(D1)', true], ['=ISFORMULA(A1)', false], ['=FORMULATEXT(D1)', '=A1+A2'], ['=FORMULATEXT(A1)', '#N/A'], ['=ISREF(A1)', true], ['=ISREF(OFFSET(A1,1,1))', true], ['=ISREF(5)', false],
    ['=CELL("address",B2)', '$B$2'], ['=CELL("row",B2:C3)', 2], ['=CELL("col",OFFSET(A1,0,2))', 3], ['=CELL("contents",B2)', 20], ['=CELL("type",C2)&CELL("type",A9)&CELL("type",A1)', 'lbv'], ['=CELL("nope",A1)', '#VALUE!'],
    ['=ISBLANK(INDEX(A1:A9,9))', true], ['=COUNT(INDEX(A1:B4,0,2))', 4],
  ] as const)('%s', (formula, expected) => expect(result(formula, inputs)).toBe(expected)); // prettier-ignore

  test('[SH1] a formula that finds itself is circular, and one that only takes its own address is not', () => {
    expect(result('=OFFSET(H19,1,0)')).toBe('#CIRC!');
    expect(result('=SUM(INDIRECT("H1:H20"))')).toBe('#CIRC!');
    expect(result('=OFFSET(H20,-19,-7)', { A1: 5 })).toBe(5);
    const sheet = sheetOf({ A1: '=OFFSET(A1,1,0)', A2: '=INDIRECT("A3")+1', A3: '=A1', B1: '=A2' });
    const book = bookOf(sheet);
    expect(['A1', 'A2', 'A3', 'B1'].map((address) => valueAt(book, sheet, address))).toEqual(Array(4).fill('#CIRC!'));
    const mended = withCells(sheet, { A3: 7 });
    book.change(mended, [keyAt(sheet, 'A3')]);
    settle(book);
    expect(['A1', 'A2', 'A3', 'B1'].map((address) => valueAt(book, mended, address))).toEqual([8, 8, 7, 8]);
  });

  test('[SH10] a found reference leads to a formula that itself finds one, in any order', () => {
    const chain: Record<string, string | number> = { A1: 1 };
    for (let row = 2; row <= 500; row += 1)
      chain[`A${row}`] = row % 2 === 0 ? `=OFFSET(A${row},-1,0)+1` : `=INDIRECT("A"&ROW()-1)+1`;
    const sheet = sheetOf(chain, { rows: 500, cols: 1 });
    const book = bookOf(sheet);
    expect(valueAt(book, sheet, 'A500')).toBe(500);
    const changed = withCells(sheet, { A1: 101 });
    book.change(changed, [keyAt(sheet, 'A1')]);
    settle(book);
    expect(valueAt(book, changed, 'A500')).toBe(600);
  });

  test('[SH2] a change elsewhere does not calculate such a formula again', () => {
    let calls = 0;
    const sheet = sheetOf({ A1: 1, A2: 1, B1: '=OFFSET(A1,1,0)+RAND()', C5: 3 });
    const book = new Workbook();
    book.put(sheet);
    const run = (): void => {
      while (!book.advance({ ...clock, random: () => (calls += 1) }, 10_000));
    };
    run();
    const before = calls;
    book.change(withCells(sheet, { C5: 4 }), [keyAt(sheet, 'C5')]);
    run();
    expect(calls).toBe(before);
    const changed = withCells(sheet, { A2: 5 });
    book.change(changed, [keyAt(sheet, 'A2')]);
    run();
    expect(calls).toBe(before + 1);
    expect(valueAt(book, changed, 'B1')).toBe(5 + calls);
  });

  test('[SH10] a renamed sheet is found by its new title', () => {
    const other = sheetOf({ A1: 9 }, { sheet: 1, title: 'Old' });
    const sheet = sheetOf({ A1: '=IFERROR(INDIRECT("New!A1"),"none")' });
    const book = bookOf(sheet, other);
    expect(valueAt(book, sheet, 'A1')).toBe('none');
    book.change({ ...other, title: 'New' }, []);
    settle(book);
    expect(valueAt(book, sheet, 'A1')).toBe(9);
  });
});

const ids = [sheetId(0), sheetId(1)] as const;

slowTest('[SH9] [SH10] after any changes and between any turns, found references have the values of a new workbook', () => {
  const seed = seedOr(47);
  for (let history = 0; history < scaled(300); history += 1) {
    const random = randomOf(seed * 1_000 + history);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const doc = new Y.Doc();
    for (const [at, id] of ids.entries())
      addSheet(doc, id, { tabId: 'tab_0000000000000000', title: `S${at}`, rows: orderKeys(6).map((key, row) => [rowId(row, at), key] as const), cols: orderKeys(4).map((key, col) => [colId(col, at), key] as const) });
    const fresh = (): Workbook => {
      const { workbook } = new SheetBook(sheetSource(doc));
      settle(workbook);
      return workbook;
    };
    const book = new SheetBook(sheetSource(doc)).workbook;
    let made = 0;
    const put = (sheets: ReadonlyMap<string, SheetState>, sheet: SheetState): void => {
      const address = (): string => `${pick(['A', 'B', 'C', 'D'])}${Math.floor(random() * 6) + 1}`;
      const small = (): number => Math.floor(random() * 4) - 1;
      const formula = (): string => pick([
        () => `=OFFSET(${address()},${small()},${small()})`, () => `=SUM(OFFSET(${address()},${address()},0,2,2))`, () => `=IFERROR(INDIRECT("${pick(['', 'S0!', 'S1!', 'T!'])}${address()}")+1,-1)`,
        () => `=SUM(${address()}:OFFSET(${address()},0,${address()}))`, () => `=IFERROR(INDIRECT("A"&${address()}),0)+1`, () => `=${address()}+1`, () => `=SUM(${address()}:${address()})`, () => `=IFERROR(${address()},1)`,
        () => `=ROW(${address()})`, () => `=SUM(INDEX(A1:D6,${address()},0))`, () => `=SUM(${address()}:INDEX(A1:D6,2,2))`,
      ] as const)(); // prettier-ignore
      const key = cellKey(pick(sheet.rows.ids), pick(sheet.cols.ids));
      const cell: StoredCell | null = random() < 0.1 ? null : random() < 0.5 ? { i: { n: Math.floor(random() * 4) } } : { i: { s: storedFormula(formula(), { sheet, sheets }) } };
      editSheet(doc, sheet.id, { maps: { cells: new Map([[key, cell]]) } });
    };
    for (let step = 0; step < 40; step += 1) {
      const now = fresh();
      const sheet = now.sheets.get(pick(ids));
      if (sheet === undefined) throw new Error('no sheet');
      const kind = random();
      if (kind < 0.8) put(now.sheets, sheet);
      else if (kind < 0.85) editSheet(doc, sheet.id, { title: pick(['S0', 'S1', 'T']), maps: {} });
      else {
        const axis = pick(['row', 'col'] as const);
        const line = pick(axis === 'row' ? sheet.rows.ids : sheet.cols.ids);
        const change: LayoutChange = pick([{ k: 'insert', axis, count: 1, before: line }, { k: 'delete', axis, ids: [line] }, { k: 'move', axis, ids: [line] }] satisfies LayoutChange[]);
        const edit = planLayout(sheet, [change], { newId: (of) => `${of}_new${String((made += 1)).padStart(13, '0')}` });
        if (!isProblem(edit)) editSheet(doc, sheet.id, edit);
      }
      book.advance(clock, Math.floor(random() * 500));
    }
    settle(book);
    const all = (of: Workbook): unknown => ids.map((id) => [of.pendingOn(id), Object.fromEntries(Array.from(of.sheets.get(id)?.cells.keys() ?? [], (key) => [key, plain(of.value(id, key))]))]);
    expect(all(book), `seed ${seed}, history ${history}`).toEqual(all(fresh()));
  }
}, fuzzTimeout(60_000)); // prettier-ignore
