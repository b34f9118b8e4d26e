import { describe, expect, test } from 'vitest';

import { colId, rowId, sheetOf } from '#core/sheet/sheet.test-support.ts';
import type { SheetState } from '#schema/sheet.ts';

import { filterOf, filterValues } from './filter-values.ts';
import { openOf } from './grid.test-support.ts';

const cells = { A1: 'City', A2: 'Rome', A3: 'Oslo', A4: 'Rome', B1: 'Year', B2: 2024, B3: 10, B4: '=B3*2', B5: 9 };
const sheet: SheetState = { ...sheetOf(cells, { rows: 6 }), frozen: { rows: 1, cols: 0 } };
const valuesOf = (state: SheetState, col: number) =>
  filterValues(openOf(state), colId(col)).map(({ text, count }) => `${text} ${count}`);

describe('the list of a column filter', () => {
  test('has each value with its count, in order, without heading rows', () => {
    expect(valuesOf(sheet, 0)).toEqual(['Oslo 1', 'Rome 2', ' 2']);
    expect(valuesOf(sheet, 1)).toEqual(['9 1', '10 1', '20 1', '2024 1', ' 1']);
  });

  test('leaves out rows that are hidden or filtered by another column', () => {
    const hidden = { ...sheet, hidden: new Set([rowId(4)]), filters: new Map([[colId(0), ['Rome']]]) };
    expect(valuesOf(hidden, 1)).toEqual(['20 1', '2024 1']);
    expect(valuesOf(hidden, 0)).toEqual(['Oslo 1', 'Rome 2', ' 1']);
  });

  test('keeps texts that the filter shows, and leaves out texts that a filter cannot store', () => {
    const filtered = { ...sheet, filters: new Map([[colId(0), ['Rome', 'Lima']]]) };
    expect(valuesOf(filtered, 0)).toEqual(['Lima 0', 'Oslo 1', 'Rome 2', ' 2']);
    expect(valuesOf(sheetOf({ A1: 'x'.repeat(2_001), A2: 'y' }, { rows: 2 }), 0)).toEqual(['y 1']);
  });
});

test('without a filter if all texts are chosen', () => {
  const values = filterValues(openOf(sheet), colId(0));
  expect(filterOf(values, new Set(['Rome', 'Oslo', '']))).toBeNull();
  expect(filterOf(values, new Set(['Rome', '']))).toEqual(['Rome', '']);
});
