import { expect, test } from 'vitest';

import { colId, rowId, sheetOf } from '#core/sheet/sheet.test-support.ts';
import { cellKey } from '#schema/sheet.ts';

import { openOf, spanAt } from './grid.test-support.ts';
import { spanOfWanted } from './wanted-cells.ts';

const sheet = sheetOf({ A1: 1 }, { rows: 6, cols: 4 });
const key = (row: number, col: number): string => cellKey(rowId(row), colId(col));
const wanted = (cells: readonly string[], lines: readonly string[] = []) => ({ sheet: sheet.id, cells, lines });

test('the selected span is the smallest around the wanted cells and all of the wanted rows and columns', () => {
  const open = openOf(sheet);
  expect(spanOfWanted(wanted([key(1, 1)]), open)).toEqual(spanAt('B2'));
  expect(spanOfWanted(wanted([key(4, 1), key(1, 2)]), open)).toEqual(spanAt('B2:C5'));
  expect(spanOfWanted(wanted([], [rowId(2)]), open)).toEqual(spanAt('A3:D3'));
  expect(spanOfWanted(wanted([key(0, 0)], [colId(1)]), open)).toEqual(spanAt('A1:B6'));
});

test('hidden and deleted cells are left out', () => {
  const open = openOf({ ...sheet, hidden: new Set([rowId(1)]) });
  expect(spanOfWanted(wanted([key(1, 1), key(2, 1)]), open)).toEqual(spanAt('B2'));
  expect(spanOfWanted(wanted([key(1, 1)], [rowId(9), colId(9)]), open)).toBeNull();
});
