import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { AxisLayout } from './axis-layout.ts';
import { at, type GridCell, type GridSelection, moveSelection, spanOf } from './grid-selection.ts';
import { fromTsv, toTsv } from './tsv.ts';

describe('the layout of an axis', () => {
  const axis = new AxisLayout(['a', 'b', 'c', 'd', 'e'], {
    pxOf: (id) => (id === 'b' ? 50 : 20),
    isShown: (id) => id !== 'c',
    frozen: 1,
  });

  test('leaves hidden lines out', () => {
    expect(axis.lines.map(({ id, rank, at: offset }) => [id, rank, offset])).toEqual([
      ['a', 0, 0],
      ['b', 1, 20],
      ['d', 3, 70],
      ['e', 4, 90],
    ]);
    expect([axis.size, axis.frozen, axis.frozenPx, axis.indexOfRank(2), axis.indexOfRank(3)]).toEqual([110, 1, 20, undefined, 2]);
  });

  test('finds a line by its offset', () => {
    expect([-5, 0, 19, 20, 69, 70, 500].map((offset) => axis.indexAt(offset))).toEqual([0, 0, 0, 1, 1, 2, 3]);
    expect(axis.between(75, 80).map(({ id }) => id)).toEqual(['a', 'd']);
  });
});

describe('keys in a grid', () => {
  const size = { rows: 10, cols: 5, page: 4 };
  const filled = new Set(['0:0', '1:0', '2:0', '5:0']);
  const isFilled = ({ row, col }: GridCell): boolean => filled.has(`${row}:${col}`);
  const go = (from: GridCell, key: string, more: { shift?: boolean; mod?: boolean } = {}) =>
    moveSelection(at(from), { key, shift: more.shift ?? false, mod: more.mod ?? false }, size, isFilled);

  test('moves the selection within the sheet, and with Shift only its head', () => {
    expect(go({ row: 0, col: 0 }, 'ArrowUp')?.head).toEqual({ row: 0, col: 0 });
    expect(go({ row: 3, col: 3 }, 'ArrowRight', { shift: true })).toEqual({
      anchor: { row: 3, col: 3 },
      head: { row: 3, col: 4 },
    });
    expect(spanOf({ anchor: { row: 3, col: 3 }, head: { row: 1, col: 4 } })).toEqual({ top: 1, left: 3, bottom: 3, right: 4 });
    expect(go({ row: 3, col: 3 }, 'Tab', { shift: true })?.head).toEqual({ row: 3, col: 2 });
    expect(go({ row: 3, col: 3 }, 'a')).toBeNull();
  });

  test('returns with Enter to the column where Tab began to fill in the row', () => {
    const press = (selection: GridSelection | null, ...keys: string[]): GridSelection | null =>
      keys.reduce((from, key) => from && moveSelection(from, { key, shift: false, mod: false }, size, isFilled), selection);
    const start = at({ row: 1, col: 1 });
    expect(press(start, 'Tab', 'Tab', 'Enter')).toEqual(at({ row: 2, col: 1 }));
    expect(press(start, 'Tab', 'Tab', 'Enter', 'Tab', 'Enter')).toEqual(at({ row: 3, col: 1 }));
    expect(press(start, 'Tab', 'ArrowDown', 'Enter')).toEqual(at({ row: 3, col: 2 }));
  });

  test('moves to the edge of the filled cells with Ctrl', () => {
    expect(go({ row: 0, col: 0 }, 'ArrowDown', { mod: true })?.head).toEqual({ row: 2, col: 0 });
    expect(go({ row: 2, col: 0 }, 'ArrowDown', { mod: true })?.head).toEqual({ row: 5, col: 0 });
    expect(go({ row: 5, col: 0 }, 'ArrowDown', { mod: true })?.head).toEqual({ row: 9, col: 0 });
  });
});

describe('cells as tab-separated text', () => {
  test('are read as they were written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', '=') });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { minLength: 1 }),
        (width, all) => {
          const rows = all.map((row) => [...row.slice(0, width - 1), 'end']);
          expect(fromTsv(toTsv(rows))).toEqual(rows);
        },
      ),
      fuzz(),
    );
  });

  test('are read as other spreadsheets write them', () => {
    expect(fromTsv('a\tb\r\n1\t2\r\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(fromTsv('"two\nlines"\t"say ""hi"""\n5" wide\t')).toEqual([
      ['two\nlines', 'say "hi"'],
      ['5" wide', ''],
    ]);
  });
});
