import { describe, expect, test } from 'vitest';

import type { SheetState } from '#schema/sheet.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { functionTable } from './functions/function-list.ts';
import { bookOf, type Inputs, keyAt, plain, result, settle, sheetOf, valueAt, withCells } from './sheet.test-support.ts';

/** Replaces the cells and returns what changed. */
function changed(
  book: ReturnType<typeof bookOf>,
  sheet: SheetState,
  inputs: Inputs,
): { readonly sheet: SheetState; readonly changedKeys: readonly string[] } {
  book.takeChanged();
  const after = withCells(sheet, inputs);
  book.change(after, Object.keys(inputs).map((address) => keyAt(sheet, address))); // prettier-ignore
  settle(book);
  const changedKeys = [...(book.takeChanged().get(sheet.id) ?? [])];
  return { sheet: after, changedKeys };
}

describe('workbook', () => {
  test('[SH1] cycles and their dependents are #CIRC!, and get values once the cycle is removed', () => {
    const sheet = sheetOf({ A1: '=A2', A2: '=A3+1', A3: '=A1', B1: '=IFERROR(A1,7)', C1: '=C1' });
    const book = bookOf(sheet);
    expect(['A1', 'A2', 'A3', 'B1', 'C1'].map((at) => valueAt(book, sheet, at))).toEqual([
      '#CIRC!',
      '#CIRC!',
      '#CIRC!',
      7,
      '#CIRC!',
    ]);
    const { sheet: after } = changed(book, sheet, { A3: 1 });
    expect(['A1', 'A2', 'B1'].map((at) => valueAt(book, after, at))).toEqual([2, 2, 2]);
  });

  test('[SH2] only dependents of a change are calculated, through ranges and other sheets', () => {
    const data = sheetOf({ A1: 1, A2: 2 }, { sheet: 1, title: 'Data' });
    const sheet = sheetOf({ B1: '=SUM(Data!A1:A9)', B2: '=B1*2', B3: '=RAND()*0+5', C1: '=COUNT(B1:B2)' }, { others: [data] });
    const book = bookOf(data, sheet);
    book.takeChanged();
    const after = withCells(data, { A5: 10 });
    book.change(after, [keyAt(data, 'A5')]);
    settle(book);
    expect(book.takeChanged().get(sheet.id)).toEqual(new Set([keyAt(sheet, 'B1'), keyAt(sheet, 'B2')]));
    expect([valueAt(book, sheet, 'B1'), valueAt(book, sheet, 'B2')]).toEqual([13, 26]);
    book.remove(data.id);
    settle(book);
    expect(valueAt(book, sheet, 'B2')).toBe('#REF!');
  });

  test('[SH2] [SH5] after any changes the values are those of a newly opened workbook', () => {
    let state = 4_711;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return state % below;
    };
    const address = (): string => `${'ABCDEFGH'[random(8)]}${random(20) + 1}`;
    const input = (): number | string => {
      switch (random(6)) {
        case 0:
          return `=${address()}+1`;
        case 1:
          return `=SUM(${address()}:${address()})`;
        case 2:
          return `=IF(${address()}>50,${address()},"x")`;
        case 3:
          return `=COUNTIF(${address()}:${address()},">3")`;
        case 4:
          return `=IFERROR(VLOOKUP(${address()},A1:D20,2,FALSE),0)`;
        default:
          return random(100);
      }
    };
    let sheet = sheetOf({});
    const book = bookOf(sheet);
    for (let step = 0; step < 250; step += 1) {
      const at = address();
      sheet = withCells(sheet, { [at]: input() });
      book.change(sheet, [keyAt(sheet, at)]);
      // Sometimes the next change comes while the last one is still being calculated.
      if (random(3) === 0) book.advance({ now: 0, random: () => 0.25 }, 20);
      else settle(book);
    }
    settle(book);
    const fresh = bookOf(sheet);
    for (const key of sheet.cells.keys()) expect(plain(book.value(sheet.id, key)), key).toBe(plain(fresh.value(sheet.id, key)));
  });

  test('[SH4] hostile formulas evaluate to #LIMIT! or an error, and quickly', () => {
    const started = threadMs();
    expect(result('=REPT("x",1e9)')).toBe('#LIMIT!');
    const doubling: Record<string, string> = { A1: 'xx' };
    for (let row = 2; row <= 40; row += 1) doubling[`A${row}`] = `=A${row - 1}&A${row - 1}`;
    const sheet = sheetOf(doubling, { rows: 40 });
    expect(valueAt(bookOf(sheet), sheet, 'A40')).toBe('#LIMIT!');
    expect(result(`=${'('.repeat(10_000)}1${')'.repeat(10_000)}`)).toBe('#ERROR!');
    expect(result(`=${'-'.repeat(5_000)}1`)).toBe('#ERROR!');
    expect(result(`=1${'+1'.repeat(3_000)}`)).toBe(3_001);
    expect(result('=SUM(SEQUENCE(1e5,1e5))')).toBe('#LIMIT!');
    expect(result('=SUBSTITUTE(REPT("a",32000),"a",REPT("b",32000))')).toBe('#LIMIT!');
    expect(result(`=COUNTIF(A1,"${'*a'.repeat(200)}b")`, { A1: 'a'.repeat(5_000) })).toBe(0);
    expect(result('=SUM(A1:XFD1048576)')).toBe('#CIRC!');
    expect(result('=BINOM.DIST(1e9,1e10,0.5,TRUE)')).toBe('#NUM!');
    expect(threadMs() - started).toBeLessThan(10_000);
  });

  test('[SH22] thousands of look-ups in one table are within the limits', () => {
    const inputs: Record<string, number | string> = {};
    for (let row = 1; row <= 2_000; row += 1)
      Object.assign(inputs, {
        [`A${row}`]: row,
        [`B${row}`]: row * 2,
        [`C${row}`]: `=VLOOKUP(${2_001 - row},$A$1:$B$2000,2,FALSE)`,
      });
    const sheet = sheetOf(inputs, { rows: 2_000 });
    const book = bookOf(sheet);
    expect([valueAt(book, sheet, 'C1'), valueAt(book, sheet, 'C2000')]).toEqual([4_000, 2]);
  });

  test('there are more than 250 functions', () => {
    expect(functionTable().size).toBeGreaterThan(250);
  });
});

describe('formulas have the values computed by hand', () => {
  const inputs = { A1: 1, A2: 2, A3: 3, B1: 'x', B2: '5', B3: true };
  test.each([
    ['=SUM(A1:B3)', 6], ['=SUM(A1,"5",TRUE)', 7], ['=B2+1', 6], ['=B1+1', '#VALUE!'], ['=A9+1', 1], ['=A9', 0], ['=A9&"x"', 'x'], ['=0.1+0.2=0.3', true],
    ['="a"="A"', true], ['=1/0+NA()', '#DIV/0!'], ['=-2^2', 4], ['=2^3^2', 64], ['=10%', 0.1], ['={1,2;3,4}', 1], ['=SUM({1,2;3,4})', 10],
    ['=TEXTJOIN(",",TRUE,SORT(A1:A3,1,-1))', '3,2,1'], ['=TEXTJOIN(",",TRUE,UNIQUE({1;2;2;3}))', '1,2,3'], ['=SUM(FILTER(A1:A3,A1:A3>1))', 5],
    ['=XLOOKUP(9,A1:A3,A1:A3,"none")', 'none'], ['=XLOOKUP(2.5,A1:A3,A1:A3,0,-1)', 2], ['=XMATCH(2,A1:A3)', 2], ['=LET(a,2,b,a*3,a+b)', 8],
    ['=DATE(2024,2,30)', 45352], ['=TEXT(DATE(2024,12,31),"yyyy-mm-dd")', '2024-12-31'], ['=DATE(2000,1,1)-DATE(1999,12,31)', 1], ['="2024-01-05"+1', 45297],
    ['=TODAY()-DATE(2026,11,20)', 0], ['=IF(A1:A3>1,"y","n")', 'n'], ['=IFS(A1>5,"a",TRUE,"b")', 'b'], ['=SWITCH(A2,1,"a",2,"b")', 'b'], ['=COUNTIF(B1:B3,"x")', 1],
    ['=SUMIFS(A1:A3,A1:A3,">1",A1:A3,"<3")', 2], ['=INDEX(A1:B3,2,1)', 2], ['=ROW(A3)', 3], ['=COLUMN()', 8], ['=TRANSPOSE(A1:A3)', 1], ['=Nope!A1', '#REF!'],
    ['=foo', '#NAME?'], ['=1+', '#ERROR!'], ['=SUM()', '#ERROR!'], ['=RAND()', 0.25], ['=SORTBY({"a";"b"},{2;1})', 'b'], ['=SUBTOTAL(9,A1:A3)', 6],
    ['=NETWORKDAYS(DATE(2024,1,1),DATE(2024,1,31))', 23], ['=EOMONTH(DATE(2024,2,1),0)-DATE(2024,2,29)', 0], ['=ROUND(2.675,2)', 2.68], ['=ROUND(-2.5,0)', -3],
    ['=CHOOSE(2,"a","b")', 'b'], ['=VLOOKUP(2.5,A1:A3,1)', 2], ['=MATCH("X",B1:B3,0)', 1], ['=PROPER("ada lovelace")', 'Ada Lovelace'], ['=ISBLANK(A9)', true],
    ['=TAKE(A1:A3,-1)', 3], ['=SUM(DROP(A1:A3,1))', 5], ['=SUM(VSTACK(A1:A3,{10}))', 16], ['=SUM(HSTACK(1,2))', 3], ['=SUM(CHOOSEROWS(A1:A3,1,3))', 4],
    ['=SUM(CHOOSECOLS({1,2,3},2))', 2], ['=SUM(TOROW(A1:A3))', 6], ['=SUM(TOCOL(A1:A3))', 6], ['=ADDRESS(2,28)', '$AB$2'], ['=MMULT({1,2},{3;4})', 11],
    ['=FIXED(1234.567,1)', '1,234.6'], ['=DOLLAR(-3)', '($3.00)'], ['=CLEAN("a"&CHAR(9)&"b")', 'ab'], ['=TEXTSPLIT("a,b",",")', 'a'], ['=VALUETOTEXT(1)', '#NAME?'],
  ] as const)('%s', (formula, expected) => { expect(result(formula, inputs)).toBe(expected); }); // prettier-ignore
});
