/**
 * growth: the work of sheets grows with what changes and is done in small pieces. Measurements are counted work, pieces and
 * ratios of thread time, so that they are valid on a busy machine.
 */
import { expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import type { SheetState } from '#schema/sheet.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { sheetCsv } from './csv.ts';
import { cellsOf } from './describe-sheet.ts';
import { bookOf, clock, type Inputs, keyAt, settle, sheetOf, valueAt, withCells } from './sheet.test-support.ts';
import { Workbook } from './workbook.ts';

const column = (letter: string, rows: number, input: (row: number) => number | string): Inputs =>
  Object.fromEntries(Array.from({ length: rows }, (_, at) => [`${letter}${at + 1}`, input(at + 1)]));

/** Time to calculate a sheet from scratch, in ms of this thread. */
function opening(sheet: SheetState): number {
  const started = threadMs();
  bookOf(sheet);
  return threadMs() - started;
}

const best = (count: number, run: () => number): number => Math.min(...Array.from({ length: count }, run));

test('[SH7] ten times as many formulas take little more than ten times as long to open, independent and in a chain', () => {
  const forms = {
    alone: (row: number) => `=ROUND(A${row}*1.5,1)&"x"`,
    chain: (row: number) => (row === 1 ? 1 : `=B${row - 1}+1`),
    lookups: (row: number) => `=VLOOKUP(${row},$A$1:$A$400,1,FALSE)`,
  };
  for (const [name, form] of Object.entries(forms)) {
    const of = (rows: number): SheetState => sheetOf({ ...column('A', rows, (row) => row), ...column('B', rows, form) }, { rows });
    const [small, large] = [of(400), of(4_000)];
    // Ten small sheets take about as long as a large one.
    const ten = (): number => Array.from({ length: 10 }, () => opening(small)).reduce((a, b) => a + b, 0);
    ten();
    // The first runs of a large sheet take up to four times as long, until its code is optimized for it.
    const ratio = best(8, () => opening(large)) / best(4, ten);
    expect(ratio, name).toBeLessThan(3);
  }
}, 60_000); // prettier-ignore

test('[SH2] [SH7] the cost of a change depends on its dependents, not on the size of the sheet', () => {
  const sheet = sheetOf(
    { ...column('A', 5_000, (row) => row), ...column('B', 5_000, (row) => `=A${row}*2`), ...column('C', 5_000, (row) => `=B${row}+1`) },
    { rows: 5_000 },
  ); // prettier-ignore
  const whole = opening(sheet);
  const book = bookOf(sheet);
  const started = threadMs();
  let after = sheet;
  const cells = new Map(sheet.cells);
  const state = { ...sheet, cells };
  for (let round = 0; round < 200; round += 1) {
    cells.set(keyAt(sheet, 'A7'), { i: { n: round } });
    after = state;
    book.change(after, [keyAt(sheet, 'A7')]);
    settle(book);
  }
  expect(valueAt(book, after, 'C7')).toBe(199 * 2 + 1);
  // 200 changes together cost less than opening the sheet once.
  expect(threadMs() - started).toBeLessThan(Math.max(whole, 20));
});

test('[SH7] work pauses often: formulas, cycles, and full sheets that are described and written as files', () => {
  const rows = 2_500;
  const circle = { ...column('A', rows, (row) => `=A${row === rows ? 1 : row + 1}+1`), ...column('B', rows, (row) => `=B${row === rows ? 1 : row + 1}`) };
  const full = Object.assign({}, ...Array.from({ length: 20 }, (_, at) => column(String.fromCharCode(65 + at), rows, (row) => (at % 4 === 3 ? `=A${row}*${at}` : row)))) as Inputs;
  for (const [name, sheet] of [['circle', sheetOf(circle, { rows })], ['full', sheetOf(full, { rows, cols: 20 })]] as const) {
    const book = new Workbook();
    book.put(sheet);
    let [steps, longest] = [0, 0];
    const begun = threadMs();
    for (let isDone = false; !isDone; steps += 1) {
      const started = threadMs();
      isDone = book.advance(clock, limits.recalculationStep);
      longest = Math.max(longest, threadMs() - started);
    }
    const all = threadMs() - begun;
    expect(steps, name).toBeGreaterThan(50);
    // Garbage collection may happen during a step.
    expect(longest, `${name}: ${longest} of ${all} ms`).toBeLessThan(Math.max(50, all / 4));
    if (name === 'circle') expect([valueAt(book, sheet, 'A1'), valueAt(book, sheet, 'B2500')]).toEqual(['#CIRC!', '#CIRC!']);
    for (const work of [cellsOf(book, sheet, { a1: true, text: true }), sheetCsv(book, sheet)]) {
      let stops = 0;
      while (work.next().done !== true) stops += 1;
      expect(stops, name).toBeGreaterThan(sheet.cells.size / 200);
    }
  }
}, 60_000); // prettier-ignore

test('[SH4] [SH5] hostile sheets get all of their values, and volatile functions are not calculated at every read', () => {
  const counted = (sheet: SheetState): { readonly book: Workbook; readonly ms: number } => {
    const started = threadMs();
    const book = bookOf(sheet);
    return { book, ms: threadMs() - started };
  };
  // 1,000 volatile cells, each over all of a long column.
  const volatile = sheetOf({ ...column('A', 5_000, (row) => row), ...column('B', 1_000, () => '=SUM(A1:A5000)+SUMPRODUCT(A1:A5000,A1:A5000)+RAND()*NOW()*0') }, { rows: 5_000 });
  const { book, ms } = counted(volatile);
  const values = Array.from({ length: 1_000 }, (_, at) => valueAt(book, volatile, `B${at + 1}`));
  expect(new Set(values)).toEqual(new Set([5_000 * 5_001 / 2 + 5_000 * 5_001 * 10_001 / 6]));
  const before = book.unitsDone;
  for (let read = 1; read <= 20; read += 1) {
    // Twenty readings within a second calculate it once.
    book.tick(clock.now + 10_000 + read);
    settle(book);
  }
  expect(book.unitsDone).toBeLessThan(2.2 * before);
  // Two hundred ranges of 100,000 cells.
  const ranges = sheetOf(column('Z', 200, (row) => `=COUNTBLANK($A$1:$Y$${4_000 + row})`), { rows: 5_000, cols: 26 });
  const wide = counted(ranges);
  expect([valueAt(wide.book, ranges, 'Z1'), valueAt(wide.book, ranges, 'Z200')]).toEqual([25 * 4_001, 25 * 4_200]);
  expect(wide.ms).toBeLessThan(Math.max(8_000, 20 * ms));
  // Formulas that refer to them are calculated again once the load is removed.
  const lighter = withCells(volatile, column('B', 1_000, () => '=1'));
  book.change(lighter, Array.from({ length: 1_000 }, (_, at) => keyAt(volatile, `B${at + 1}`)));
  settle(book);
  expect(valueAt(book, lighter, 'B1000')).toBe(1);
}, 60_000); // prettier-ignore
