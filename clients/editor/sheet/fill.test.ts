import { describe, expect, test } from 'vitest';

import { keyAt, rowId, sheetOf } from '#core/sheet/sheet.test-support.ts';

import { besideEnd, drawnOut, fillWrites } from './fill.ts';
import { openOf, spanAt, inputsOf } from './grid.test-support.ts';

const sheet = sheetOf({ A1: 1, A2: 3, B1: '=A1*$A$1', B2: 'x', D5: 'Item 1' });

test('a selection is extended in one direction', () => {
  const from = spanAt('B2:C3');
  expect(drawnOut(from, { row: 6, col: 4 })).toEqual(spanAt('B2:C7'));
  expect(drawnOut(from, { row: 3, col: 5 })).toEqual(spanAt('B2:F3'));
  expect(drawnOut(from, { row: 0, col: 1 })).toEqual(spanAt('B1:C3'));
  expect(drawnOut(from, { row: 2, col: 0 })).toEqual(spanAt('A2:C3'));
  expect(drawnOut(from, { row: 2, col: 2 })).toEqual(from);
});

test('a fill reaches as far down as the neighboring column is filled', () => {
  const filled = new Set(['0:0', '1:0', '2:0', '0:2', '1:2']);
  const isFilled = ({ row, col }: { row: number; col: number }): boolean => filled.has(`${row}:${col}`);
  expect(besideEnd(spanAt('B1'), 20, isFilled)).toBe(2);
  expect(besideEnd(spanAt('D1'), 20, isFilled)).toBe(1);
  expect(besideEnd(spanAt('B3'), 20, isFilled)).toBe(2);
});

describe('a fill', () => {
  test('continues constants, moves the references of formulas, and repeats mixed cells', () => {
    const open = openOf(sheet);
    expect(inputsOf(open, fillWrites(open, spanAt('A1:B2'), spanAt('A1:B4'), 'series'))).toEqual({
      A3: 5, A4: 7, B3: '=A3*$A$1', B4: 'x',
    }); // prettier-ignore
    expect(inputsOf(open, fillWrites(open, spanAt('A1:A2'), spanAt('A1:A4'), 'copy'))).toEqual({ A3: 1, A4: 3 });
    expect(inputsOf(open, fillWrites(open, spanAt('D5'), spanAt('D5:F5'), 'series'))).toEqual({ E5: 'Item 2', F5: 'Item 3' });
    expect(inputsOf(open, fillWrites(open, spanAt('D5'), spanAt('D3:D5'), 'series'))).toEqual({ D4: 'Item 0', D3: 'Item 1' });
  });

  test('copies formats over existing ones, and skips hidden rows', () => {
    const formatted = {
      ...sheet,
      cells: new Map(sheet.cells)
        .set(keyAt(sheet, 'A1'), { i: { n: 1 }, f: { b: true } })
        .set(keyAt(sheet, 'A4'), { i: { s: 'old' }, f: { i: true } }),
      hidden: new Set([rowId(1), rowId(2)]),
    };
    const open = openOf(formatted);
    // The second shown row is row 4.
    const writes = fillWrites(open, spanAt('A1:B1'), spanAt('A1:B2'), 'series');
    expect(inputsOf(open, writes)).toEqual({ A4: 1, B4: '=A4*$A$1' });
    expect(writes[0]?.f).toEqual({ b: true, i: null });
  });

  test('writes nothing where an empty cell is copied to an empty cell', () => {
    expect(fillWrites(openOf(sheet), spanAt('E1:F3'), spanAt('E1:F9'), 'series')).toEqual([]);
  });
});
