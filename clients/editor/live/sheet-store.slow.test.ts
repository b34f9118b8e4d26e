import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { storedFormula } from '#core/sheet/formula-text.ts';
import { colId, rowId, sheetId } from '#core/sheet/sheet.test-support.ts';
import { isPending } from '#core/sheet/value.ts';
import { cellKey, type StoredCell } from '#schema/sheet.ts';
import { orderKeys } from '#schema/ydoc/order-key.ts';
import { addSheet, editSheet, readSheet } from '#schema/ydoc/sheets.ts';

import { until } from '#test/harness/editor.ts';

import { SheetStore } from './sheet-store.ts';

const id = sheetId(0);
const rows = 3_000;
const soonMs = 60_000;

/** Numbers, and beside each the sum of those that are not smaller. */
function heavyDoc(formulas: number): Y.Doc {
  const doc = new Y.Doc();
  addSheet(doc, id, {
    tabId: 'tab_0000000000000000',
    title: 'S',
    rows: orderKeys(rows).map((key, at) => [rowId(at), key] as const),
    cols: orderKeys(3).map((key, at) => [colId(at), key] as const),
  });
  const sheet = readSheet(doc, id)!;
  const cells = new Map<string, StoredCell>();
  for (let row = 0; row < rows; row += 1) {
    cells.set(cellKey(rowId(row), colId(0)), { i: { n: row } });
    if (row >= formulas) continue;
    const formula = `=SUMPRODUCT((A$1:A$${rows}>=A${row + 1})*A$1:A$${rows})`;
    cells.set(cellKey(rowId(row), colId(1)), { i: { s: storedFormula(formula, { sheet, sheets: new Map([[id, sheet]]) }) } });
  }
  editSheet(doc, id, { maps: { cells } });
  return doc;
}

const sumFrom = (row: number): number => (rows * (rows - 1)) / 2 - (row * (row - 1)) / 2;
const inputAt = (row: number): string => cellKey(rowId(row), colId(0));
const formulaAt = (row: number): string => cellKey(rowId(row), colId(1));

describe('a long calculation of sheets', () => {
  let store: SheetStore;
  afterEach(() => store.end());

  test('shows pending values after a while, then more and more results, and all of them in the end', async () => {
    const formulas = 1_500;
    store = new SheetStore(heavyDoc(formulas), { graceMs: 0, showEveryMs: 1 });
    const seen: string[][] = [];
    store.subscribe(() => seen.push(store.face(id)?.cells.filter(({ col }) => col === 1).map(({ text }) => text) ?? [])); // prettier-ignore
    expect(store.face(id)).toBeNull();
    const isComplete = (): boolean =>
      store.workbook?.isDone === true && seen.at(-1)?.every((text) => text !== 'Loading...') === true;
    await until(isComplete, soonMs, 'the values do not come');
    const pending = seen.map((texts) => texts.filter((text) => text === 'Loading...').length);
    expect(pending[0]).toBe(60);
    expect(pending.length).toBeGreaterThan(2);
    // A picture shows the first 60 rows.
    expect(seen.at(-1)).toEqual(Array.from({ length: 60 }, (_, row) => String(sumFrom(row))));
    for (const row of [0, 700, formulas - 1]) expect(store.values?.value(id, formulaAt(row))).toBe(sumFrom(row));
  }, 120_000);

  test('shows the last values until the next ones are ready if it is short', async () => {
    const doc = heavyDoc(40);
    store = new SheetStore(doc, { graceMs: Infinity });
    const isCalculated = (): boolean => store.workbook?.isDone === true;
    store.face(id);
    await until(() => isCalculated() && store.face(id) !== null, soonMs, 'the values do not come');
    editSheet(doc, id, { maps: { cells: new Map([[inputAt(rows - 1), { i: { n: rows + 9 } }]]) } });
    // In this turn nothing is calculated yet.
    expect(isPending(store.workbook!.value(id, formulaAt(0)))).toBe(true);
    const shown = new Set<unknown>();
    await until(
      () => {
        shown.add(store.values?.value(id, formulaAt(0)));
        return isCalculated();
      },
      soonMs,
      'the new values do not come',
    );
    shown.add(store.values?.value(id, formulaAt(0)));
    expect([...shown]).toEqual([sumFrom(0), sumFrom(0) + 10]);
  }, 120_000);
});
