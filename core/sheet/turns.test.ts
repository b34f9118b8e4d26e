/** turns: values do not depend on how the work is divided into turns, and turns are short. */
import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import type { SheetState, StoredCell } from '#schema/sheet.ts';
import { scaled, seedOr } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { randomScalar } from './random-sheet.test-support.ts';
import {
  axisOf,
  bookOf,
  clock,
  type Inputs,
  keyAt,
  plain,
  randomOf,
  settle,
  sheetOf,
  valueAt,
  withCells,
} from './sheet.test-support.ts';
import { isPending, isSheetError, pending } from './value.ts';
import { Workbook } from './workbook.ts';

const seed = seedOr(77);
const [rows, cols] = [10, 6];

/** Formulas of every kind that is evaluated in its own way: indices, lists, cycles, texts, conditions, other sheets. */
function randomFormula(random: () => number, others: readonly string[]): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const sheet = (): string => (random() < 0.25 ? pick(others) : '');
  const at = (): string => `${'ABCDEF'[Math.floor(random() * cols)]}${1 + Math.floor(random() * rows)}`;
  const cell = (): string => sheet() + at();
  const range = (): string => `${sheet()}${at()}:${at()}`;
  const column = (): string => {
    const letter = pick(['A', 'B', 'C', 'D']);
    return `${sheet()}${letter}$1:${letter}$${rows}`;
  };
  const text = pick([
    () => `${cell()}+${cell()}`, () => `${cell()}&"x"`, () => `SUM(${range()})`, () => `COUNTIF(${range()},${cell()})`, () => `COUNTIF(${column()},">"&${cell()})`,
    () => `COUNTIFS(${column()},${cell()},${column()},"<>"&${cell()})`, () => `SUMIF(${column()},${cell()},${column()})`, () => `RANK(${cell()},${column()})`,
    () => `IFERROR(MATCH(${cell()},${column()},0),-1)`, () => `SUMPRODUCT((${column()}=${cell()})*1)`, () => `SUMPRODUCT(IFERROR((${column()}>${cell()})*${column()},2))`,
    () => `IFERROR(VLOOKUP(${cell()},A1:F${rows},2,FALSE),0)`, () => `IF(${cell()}>3,${range()},${cell()})`, () => `TEXTJOIN("-",TRUE,SORT(${range()}))`, () => `COUNTIF(${column()},"*"&${cell()}&"*")`,
    () => `LET(a,${range()},SUM(IFERROR(a*2,0)))`, () => `ROW(${cell()})+ROWS(${range()})`, () => `INDEX(${range()},1,1)`, () => `MAXIFS(${column()},${column()},"<>0")`, () => `IFERROR(${cell()},"none")`,
    () => `IFERROR(${at()},7)`, () => `IFERROR(${at()}+1,8)`, () => `IFERROR(SUM(${at()}:${at()}),9)`, () => `REPT("ab",${Math.floor(random() * 40)})&LEN(${cell()})`, () => `COUNT(UNIQUE(${range()}))`,
  ] as const)(); // prettier-ignore
  return `=${text}`;
}

function randomInputs(random: () => number, others: readonly string[]): Inputs {
  const inputs: Record<string, number | string | boolean> = {};
  for (let row = 1; row <= rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const value = random() < 0.5 ? randomFormula(random, others) : randomScalar(random);
      if (value !== null && !isSheetError(value) && random() < 0.9) inputs[`${'ABCDEF'[col]}${row}`] = value;
    }
  }
  return inputs;
}

/** Two sheets whose formulas refer to each other. */
function randomSheets(random: () => number): readonly SheetState[] {
  const blank = [0, 1].map((sheet) => sheetOf({}, { rows, cols, sheet, title: `S${sheet}` }));
  return blank.map((sheet, at) => withCells(sheet, randomInputs(random, [`S${1 - at}!`]), blank));
}

const valuesOf = (book: Workbook, sheets: readonly SheetState[]): unknown =>
  sheets.map((sheet) => [...sheet.cells.keys()].toSorted().map((key) => [key, plain(book.value(sheet.id, key))]));

describe.each([
  ['within their bound', limits.formulaWork],
  ['that often reach their bound', 250],
])('formulas %s', (_, formulaWork) => {
  slowTest('[SH5] have the same values in turns of any length, in any order of writes, from scratch and incrementally', () => {
    for (let history = 0; history < scaled(60, 6); history += 1) {
      const random = randomOf(seed * 1_000 + history);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      const sheets = randomSheets(random);
      const fresh = (states: Iterable<SheetState>): Workbook => {
        const book = new Workbook({ formulaWork });
        for (const state of states) book.put(state);
        settle(book);
        return book;
      };
      const expected = valuesOf(fresh(sheets), sheets);
      const told = `seed ${seed}, history ${history}`;

      const short = new Workbook({ formulaWork, turnWork: random() * 60, pieceWork: 1 + random() * 10 });
      for (const sheet of sheets.toReversed()) short.put(sheet);
      while (!short.advance(clock, 1 + random() * 40));
      expect(valuesOf(short, sheets), told).toEqual(expected);

      // From other sheets, cell by cell, row by row, while it is being calculated.
      const changing = new Workbook({ formulaWork, turnWork: random() * 200, pieceWork: 1 + random() * 20 });
      const current = new Map(randomSheets(random).map((sheet) => [sheet.id, { ...sheet, cells: new Map(sheet.cells) }]));
      for (const sheet of current.values()) changing.put(sheet);
      const steps = sheets.flatMap((sheet) => {
        const keys = new Set([...sheet.cells.keys(), ...(current.get(sheet.id)?.cells.keys() ?? [])]);
        return Array.from(keys, (key) => ({ sheet, key, cell: sheet.cells.get(key) }));
      });
      while (steps.length > 0) {
        const [step] = steps.splice(Math.floor(random() * steps.length), 1);
        const state = current.get(step?.sheet.id ?? '');
        if (step === undefined || state === undefined) break;
        const isLast = random() < 0.8;
        const cell: StoredCell | undefined = isLast ? step.cell : pick([...step.sheet.cells.values()]);
        if (!isLast) steps.push(step);
        if (cell === undefined) state.cells.delete(step.key);
        else state.cells.set(step.key, cell);
        changing.change(state, [step.key]);
        if (random() < 0.05) {
          const moved = { ...state, rows: axisOf(state.rows.ids.toSorted(() => random() - 0.5)) };
          current.set(state.id, moved);
          changing.change(moved, []);
        }
        if (random() < 0.15) {
          while (!changing.advance(clock, 1 + random() * 300));
          const now = [...current.values()];
          expect(valuesOf(changing, now), told).toEqual(valuesOf(fresh(now), now));
        } else if (random() < 0.7) changing.advance(clock, random() * (random() < 0.1 ? 5_000 : 400));
      }
      for (const sheet of sheets) changing.change({ ...sheet, cells: current.get(sheet.id)?.cells ?? new Map() }, []);
      while (!changing.advance(clock, 1 + random() * 300));
      expect(valuesOf(changing, sheets), told).toEqual(expected);
    }
  }, 120_000);
}); // prettier-ignore

describe('while formulas are calculated', () => {
  const column = (letter: string, count: number, input: (row: number) => number | string): Inputs =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${letter}${at + 1}`, input(at + 1)]));

  slowTest('[SH3] a dependent of a change is pending until it is calculated, and never shows its former value', () => {
    const count = 300;
    const sheet = sheetOf(
      { A1: 1, ...column('B', count, (row) => (row === 1 ? '=A1' : `=B${row - 1}+1`)), ...column('C', count, (row) => `=SUM(B$1:B${row})`) },
      { rows: count },
    ); // prettier-ignore
    const valuesAt = (first: number): Map<string, number> => {
      let sum = 0;
      return new Map(
        Array.from({ length: count }, (_, at) => {
          sum += first + at;
          return [[`B${at + 1}`, first + at], [`C${at + 1}`, sum]] as const;
        }).flat(),
      );
    }; // prettier-ignore
    const book = bookOf(sheet);
    const after = withCells(sheet, { A1: 1_000 });
    book.change(after, [keyAt(sheet, 'A1')]);
    const right = valuesAt(1_000);
    let [pendingSeen, last] = [0, Infinity];
    for (let isDone = false; !isDone;) {
      const left = book.pendingOn(sheet.id);
      for (const [address, value] of right) {
        const content = book.value(sheet.id, keyAt(sheet, address));
        if (isPending(content)) pendingSeen += 1;
        else expect(content, address).toBe(value);
      }
      expect(left).toBeLessThanOrEqual(last);
      last = left;
      isDone = book.advance(clock, 200);
    }
    expect(pendingSeen).toBeGreaterThan(count);
    expect(book.pendingOn(sheet.id)).toBe(0);
    expect(valueAt(book, after, `C${count}`)).toBe(right.get(`C${count}`));
  });

  test('[SH3] a change during a long formula is included in its value, and in a search for cycles', () => {
    const count = 600;
    const sheet = sheetOf(
      { ...column('A', count, (row) => row), B1: `=SUMPRODUCT((A$1:A$${count}>0)*A$1:A$${count})`, ...column('C', count, (row) => `=IFERROR(C${(row % count) + 1},7)`) },
      { rows: count },
    ); // prettier-ignore
    const book = new Workbook({ turnWork: 100, pieceWork: 10 });
    book.put(sheet);
    let current = sheet;
    const change = (inputs: Inputs): void => {
      current = withCells(current, inputs);
      book.change(
        current,
        Object.keys(inputs).map((at) => keyAt(current, at)),
      );
    };
    let inTheMiddle = 0;
    for (let units = 50; units < 100_000; units = Math.ceil(units * 1.2)) {
      change({ A1: 1, C5: '=IFERROR(C6,8)' });
      settle(book);
      expect(valueAt(book, current, 'C5')).toBe('#CIRC!');
      // Everything must be calculated, and part of it has been.
      change({ A2: units, C9: '=IFERROR(C10,9)' });
      book.advance(clock, units);
      if (isPending(book.value(sheet.id, keyAt(sheet, 'B1'))) || isPending(book.value(sheet.id, keyAt(sheet, 'C5'))))
        inTheMiddle += 1;
      // The change is once on the cycle and once elsewhere.
      change(inTheMiddle % 2 === 0 ? { A1: 1_001, D1: inTheMiddle } : { A1: 1_001, C5: 3 });
      settle(book);
      const values = ['B1', 'C4', 'C5', 'C6'].map((at) => valueAt(book, current, at));
      const circle = inTheMiddle % 2 === 0 ? ['#CIRC!', '#CIRC!', '#CIRC!'] : [3, 3, 3];
      expect(values, String(units)).toEqual([(count * (count + 1)) / 2 + 1_000 + units - 2, ...circle]);
    }
    expect(inTheMiddle).toBeGreaterThan(10);
  }, 60_000);

  slowTest('[SH7] no piece of work is long: lists, indices, sorted texts, cycles, ranges of ranges, thousands of dependents', () => {
    const count = 5_000;
    const sheets = {
      lists: { ...column('A', count, (row) => row % 97), ...column('B', 40, (row) => `=SUMPRODUCT((A$1:A$${count}=A${row})*(A$1:A$${count}>3)*A$1:A$${count})`) },
      counts: { ...column('A', count, (row) => `Text number ${row % 997}`), ...column('B', 400, (row) => `=COUNTIF(A$1:A$${count},A${row})+COUNTIF(A$1:A$${count},">"&A${row})+COUNTIF(A$1:A$${count},row)`) },
      ranks: { ...column('A', count, (row) => (row * 7_919) % 9_973), ...column('B', 400, (row) => `=RANK(A${row},A$1:A$${count})`) },
      dependents: { A1: 1, ...column('B', count, (row) => `=A1+${row}`) },
      running: { ...column('A', 700, (row) => `=${row}`), ...column('B', 700, (row) => `=SUM(A$1:A${row})`) },
      circle: column('A', count, (row) => `=A${(row % count) + 1}`),
      texts: { ...column('A', 2_000, (row) => 'x'.repeat(row % 500)), ...column('B', 3, () => '=COUNTIF(A1:A2000,"*x*y")'), B4: '=SUM(LEN(UPPER(A1:A2000)))', B5: '=COUNTIF(A1:A2000,">xx")', B6: '=SUMPRODUCT((A1:A2000=A1999)*1)' },
    } satisfies Record<string, Inputs>;
    for (const [name, inputs] of Object.entries(sheets)) {
      const book = new Workbook();
      book.put(sheetOf(inputs, { rows: count }));
      let [longest, all, before] = [0, 0, 0];
      for (let isDone = false; !isDone; before = book.unitsDone) {
        isDone = book.advance(clock, 1);
        longest = Math.max(longest, book.unitsDone - before);
        all = book.unitsDone;
      }
      expect(all, name).toBeGreaterThan(150_000);
      // 2 ms on an ordinary core.
      expect(longest, name).toBeLessThanOrEqual(2 * limits.formulaTurnWork);
    }
  }, 60_000); // prettier-ignore

  slowTest('[SH22] a column of 2,000 formulas over 2,000 rows takes work in proportion to the rows, for every function with an index', () => {
    const forms: Record<string, (row: number, count: number) => string> = {
      COUNTIF: (row, count) => `=COUNTIF(A$1:A$${count},A${row})`,
      'COUNTIF of texts': (row, count) => `=COUNTIF(C$1:C$${count},C${row})`,
      'COUNTIF with an order': (row, count) => `=COUNTIF(A$1:A$${count},">="&A${row})`,
      'COUNTIF of all others': (row, count) => `=COUNTIF(A$1:A$${count},"<>"&A${row})`,
      COUNTIFS: (row, count) => `=COUNTIFS(A$1:A$${count},A${row},B$1:B$${count},"<50")`,
      SUMIF: (row, count) => `=SUMIF(A$1:A$${count},A${row},B$1:B$${count})`,
      SUMIFS: (row, count) => `=SUMIFS(B$1:B$${count},A$1:A$${count},A${row},C$1:C$${count},C${row})`,
      AVERAGEIF: (row, count) => `=AVERAGEIF(A$1:A$${count},A${row},B$1:B$${count})`,
      MAXIFS: (row, count) => `=MAXIFS(B$1:B$${count},A$1:A$${count},A${row})`,
      MATCH: (row, count) => `=MATCH(A${row},A$1:A$${count},0)`,
      VLOOKUP: (row, count) => `=VLOOKUP(A${row},A$1:B$${count},2,FALSE)`,
      'XLOOKUP from the last': (row, count) => `=XLOOKUP(A${row},A$1:A$${count},B$1:B$${count},0,0,-1)`,
      RANK: (row, count) => `=RANK(A${row},A$1:A$${count})`,
      'RANK.AVG': (row, count) => `=RANK.AVG(A${row},A$1:A$${count},1)`,
    };
    const units = (form: (row: number, count: number) => string, count: number): number => {
      const inputs = { ...column('A', count, (row) => (row * 7_919) % (count / 5)), ...column('B', count, (row) => row % 101), ...column('C', count, (row) => `t${row % (count / 4)}`), ...column('D', count, (row) => form(row, count)) };
      return bookOf(sheetOf(inputs, { rows: count })).unitsDone;
    };
    // Ten times the rows take about ten times the work with an index, and a hundred times without.
    for (const [name, form] of Object.entries(forms)) expect(units(form, 2_000) / units(form, 200), name).toBeLessThan(14);
  }, 60_000); // prettier-ignore

  slowTest('[SH8] the cached values of many ranges are bounded', () => {
    const count = 3_000;
    const sheet = sheetOf({ ...column('A', count, (row) => row), ...column('B', count, (row) => `=COUNTIF(A$1:A${row},A${row})+COUNTIF(A$1:A$${count},A${row})`) }, { rows: count });
    const book = new Workbook();
    book.put(sheet);
    let most = 0;
    for (let isDone = false; !isDone; most = Math.max(most, book.cachedCells)) isDone = book.advance(clock, 5_000);
    expect(most).toBeGreaterThan(limits.cachedRangeCells / 2);
    expect(most).toBeLessThanOrEqual(limits.cachedRangeCells);
    expect(valueAt(book, sheet, `B${count}`)).toBe(2);
  }, 60_000); // prettier-ignore

  test('[SH6] formulas whose texts do not fit stay pending, others continue, and all get values when there is room', () => {
    const count = Math.floor(limits.formulaTextCharacters / 30_000) + 20;
    const sheet = sheetOf(
      { ...column('A', count, (row) => `=REPT("x",30000)&${row}`), ...column('B', count, (row) => `=LEN(A${row})`), C1: 2, ...column('D', count, () => '=C1*2') },
      { rows: count },
    ); // prettier-ignore
    const book = bookOf(sheet);
    expect(book.isDone).toBe(true);
    const shown = (letter: string, of: SheetState): unknown[] =>
      Array.from({ length: count }, (_, at) => book.value(of.id, keyAt(of, `${letter}${at + 1}`)));
    const lacking = shown('A', sheet).filter((content) => content === pending).length;
    expect(lacking).toBeGreaterThan(10);
    expect(lacking).toBeLessThan(30);
    expect(shown('B', sheet).filter((content) => content === pending)).toHaveLength(lacking);
    expect(new Set(shown('D', sheet))).toEqual(new Set([4]));
    expect(book.pendingOn(sheet.id)).toBe(2 * lacking);
    // Another value is calculated, and they are still pending.
    const other = withCells(sheet, { C1: 3 });
    book.change(other, [keyAt(sheet, 'C1')]);
    settle(book);
    expect(new Set(shown('D', other))).toEqual(new Set([6]));
    expect(book.pendingOn(sheet.id)).toBe(2 * lacking);
    const shorter = withCells(other, column('A', 30, (row) => `=REPT("y",10)&${row}`));
    book.change(shorter, Array.from({ length: 30 }, (_, at) => keyAt(sheet, `A${at + 1}`)));
    settle(book);
    expect(book.pendingOn(sheet.id)).toBe(0);
    expect(shown('B', shorter)).toEqual(shown('A', shorter).map((text) => String(text).length));
  }, 60_000); // prettier-ignore

  slowTest('[SH5] volatile functions take at most a tenth of the time', () => {
    const sheet = sheetOf({ ...column('A', 5_000, (row) => row), ...column('B', 40, () => '=SUMPRODUCT((A$1:A$5000>NOW()*0)*1)+RAND()*0') }, { rows: 5_000 });
    const book = bookOf(sheet);
    const unitsIn = (ms: number): number => {
      const before = book.unitsDone;
      // A reader reads all the time.
      for (let at = 0; at < ms; at += 40) {
        book.tick(clock.now + 100_000 + at);
        book.advance(clock, 100_000);
      }
      return book.unitsDone - before;
    };
    const units = unitsIn(20_000);
    // 40 ns each.
    expect(units * 40e-6).toBeLessThan(20_000 / 10 + 100);
    expect(units * 40e-6).toBeGreaterThan(100);
  }, 60_000); // prettier-ignore
});
