/** Opening sheets with many formulas, and the cost of a change in them, in process. */
import * as Y from 'yjs';

import { storedFormula } from '#core/sheet/formula-text.ts';
import { cellsOf } from '#core/sheet/describe-sheet.ts';
import { SheetBook } from '#core/sheet/sheet-book.ts';
import type { Workbook } from '#core/sheet/workbook.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { cellKey, type StoredCell } from '#schema/sheet.ts';
import { orderKeys } from '#schema/ydoc/order-key.ts';
import { sheetSource } from '#schema/ydoc/sheet-source.ts';
import { addSheet, editSheet, readSheet } from '#schema/ydoc/sheets.ts';

import { type Bench, type BenchEffort, type BenchRow, times } from './row.ts';
import { growthExponent, median } from './statistics.ts';

export const sheets: Bench = {
  name: 'sheets',
  title: 'Sheets with many formulas, in process',
  run: (effort) => Promise.resolve([...opening(effort), ...changing(effort), reading(effort)]),
};

const clock = { now: 0, random: () => 0.5 };
const id = newId('sheet');

/** The state of a document with a sheet of these columns, each row the same but for its number. */
function documentOf(rows: number, columns: readonly ((row: number) => number | string)[]): Uint8Array {
  const doc = new Y.Doc();
  const lines = (kind: 'row' | 'col', count: number) => orderKeys(count).map((key) => [newId(kind), key] as const);
  addSheet(doc, id, { tabId: newId('tab'), title: 'S', rows: lines('row', rows), cols: lines('col', columns.length) });
  const sheet = readSheet(doc, id);
  if (sheet === null) throw new Error('no sheet');
  const cells = new Map<string, StoredCell>();
  for (const [at, row] of sheet.rows.ids.entries()) {
    for (const [index, column] of columns.entries()) {
      const value = column(at + 1);
      const text = typeof value === 'string' ? storedFormula(value, { sheet, sheets: new Map([[id, sheet]]) }) : '';
      cells.set(cellKey(row, sheet.cols.ids[index] ?? ''), { i: typeof value === 'number' ? { n: value } : { s: text } });
    }
  }
  editSheet(doc, id, { maps: { cells } });
  return Y.encodeStateAsUpdate(doc);
}

/** Typical content: sums, conditions, look-ups and texts next to numbers. */
const usual: readonly ((row: number) => number | string)[] = [
  (row) => row, (row) => row % 97, (row) => `=A${row}+B${row}`, (row) => `=SUM(A${row}:C${row})`, (row) => `=IF(A${row}>500,B${row},C${row})`,
  (row) => `=ROUND(A${row}/3,2)`, (row) => `=VLOOKUP(A${row},$A$1:$B$1000,2,FALSE)`, (row) => `=TEXT(A${row},"0.00")`, (row) => `=C${row}*2`, (row) => `=F${row}&"x"`,
  (row) => `=MAX(C${row},D${row})`, (row) => `=E${row}-1`,
]; // prettier-ignore
const chain: readonly ((row: number) => number | string)[] = [
  (row) => (row === 1 ? 1 : `=A${row - 1}+1`),
  (row) => (row === 1 ? '=A5000+1' : `=B${row - 1}+1`),
];
/** Ten formulas refer to each input. */
const fan: readonly ((row: number) => number | string)[] = [
  (row) => row,
  ...Array.from({ length: 10 }, (_, index) => (row: number) => `=A${row}*${index + 1}`),
];

type Opened = { readonly doc: Y.Doc; readonly workbook: Workbook };
type Turns = { readonly totalMs: number; readonly longestMs: number };

function opened(state: Uint8Array): Opened & Turns {
  const started = performance.now();
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const { workbook } = new SheetBook(sheetSource(doc));
  const { longestMs } = settled(workbook);
  return { doc, workbook, totalMs: performance.now() - started, longestMs };
}

/** Evaluates everything; `longestMs`: its longest step between two checks of the clock. */
function settled(workbook: Workbook): Turns {
  const begun = performance.now();
  let [last, longestMs] = [begun, 0];
  for (let isDone = false; !isDone;) {
    isDone = workbook.advance(clock, limits.recalculationStep);
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  }
  return { totalMs: last - begun, longestMs };
}

/** The time until the change of an input is evaluated. */
function changed({ doc, workbook }: Opened, row: number, value: number): number {
  const sheet = workbook.sheets.get(id);
  const key = cellKey(sheet?.rows.ids[row] ?? '', sheet?.cols.ids[0] ?? '');
  const started = performance.now();
  editSheet(doc, id, { maps: { cells: new Map([[key, { i: { n: value } }]]) } });
  settled(workbook);
  return performance.now() - started;
}

function loading(state: Uint8Array): number {
  const started = performance.now();
  Y.applyUpdate(new Y.Doc(), state);
  return performance.now() - started;
}

function opening(effort: BenchEffort): BenchRow[] {
  const sizes = [100, 1_000].map((rows) => [rows * 10, documentOf(rows, usual)] as const);
  const figures = sizes.map(([size, state]) => {
    const runs = Array.from({ length: times(effort, 5, 2) }, () => ({ bareMs: loading(state), ...opened(state) }));
    const of = (figure: 'totalMs' | 'longestMs' | 'bareMs'): number => median(runs.map((run) => run[figure]));
    return { size, totalMs: of('totalMs'), longestMs: of('longestMs'), bareMs: of('bareMs') };
  });
  const exponent = growthExponent(figures.map(({ size, totalMs }) => [size, totalMs]));
  const last = figures.at(-1);
  if (last === undefined) return [];
  return [
    { what: 'opening 10,000 formulas', unit: 'ms', ours: last.totalMs, baseline: { name: 'loading the Y.Doc', value: last.bareMs }, goal: { words: 'at most 700 ms', met: last.totalMs <= 700 } },
    { what: 'longest step of it', unit: 'ms', ours: last.longestMs, baseline: null, goal: { words: 'at most 50 ms', met: last.longestMs <= 50 } },
    { what: 'opening, growth from 1,000 to 10,000', unit: 'exponent', ours: exponent, baseline: null, goal: { words: 'at most 1.3', met: exponent <= 1.3 } },
  ]; // prettier-ignore
}

function changing(effort: BenchEffort): BenchRow[] {
  const count = times(effort, 30, 5);
  const runs = (states: Opened, row: number): number =>
    median(Array.from({ length: count }, (_, index) => changed(states, row, 5 + index)));
  const [ten, all] = [runs(opened(documentOf(1_000, fan)), 500), runs(opened(documentOf(5_000, chain)), 0)];
  return [
    { what: 'an input with 10 dependents among 10,000 formulas', unit: 'ms', ours: ten, baseline: null, goal: { words: 'at most 5 ms', met: ten <= 5 } },
    { what: 'a chain of 10,000 formulas', unit: 'ms', ours: all, baseline: null, goal: { words: 'at most 150 ms', met: all <= 150 } },
  ]; // prettier-ignore
}

/** The longest step between two pauses when a full sheet is described. */
function reading(effort: BenchEffort): BenchRow {
  const { workbook } = opened(documentOf(5_000, Array.from({ length: 20 }, () => (row: number) => row)));
  const sheet = workbook.sheets.get(id);
  if (sheet === undefined) throw new Error('no sheet');
  const longest = Array.from({ length: times(effort, 4, 2) }, () => {
    const work = cellsOf(workbook, sheet, { a1: true, text: true });
    let [last, most] = [performance.now(), 0];
    for (let step = work.next(); step.done !== true; step = work.next()) {
      const now = performance.now();
      most = Math.max(most, now - last);
      last = now;
    }
    return most;
  });
  const ours = median(longest);
  const started = performance.now();
  JSON.stringify([...sheet.cells]);
  const baseline = { name: 'JSON.stringify of all cells', value: performance.now() - started };
  return { what: 'longest step of reading 100,000 cells', unit: 'ms', ours, baseline, goal: { words: 'at most 50 ms', met: ours <= 50 } };
} // prettier-ignore
