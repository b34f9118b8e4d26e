import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Table } from '#schema/element.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { cellPadding, cellSizePx, cellWidths, tableColumns, tableRows, tableSize } from './table-grid.ts';
import { wrapLabel } from './wrap-lines.ts';

const table = (columns: string[], rows: string[][], more: Partial<Table> = {}): Table => ({
  id: 't~00000000',
  type: 'table',
  z: 'a0',
  x: 0,
  y: 0,
  width: 360,
  height: 160,
  columns,
  rows,
  ...more,
});
const widths = (of: Table): number[] => tableColumns(of).map(({ width }) => Math.round(width));

describe('table-grid', () => {
  test('columns are equally wide if every cell fits on one line, otherwise wide where their cells are', () => {
    expect(widths(table(['A', 'B', 'C'], [['1', '2', '3']]))).toEqual([120, 120, 120]);
    const [no = 0, text = 0, state = 0] = widths(
      table(['No', 'What it is about', 'State'], [['1', 'A question of some length', 'open']]),
    );
    expect(no).toBeLessThan(90);
    expect(state).toBeLessThan(90);
    expect(text).toBeGreaterThan(180);
    expect(no + text + state).toBe(360);
  });

  test('a column is as wide as its longest word while others have space to spare', () => {
    const of = table(
      ['Variable', 'Meaning'],
      [['RIPGREP_CONFIG_PATH', 'sets the language of messages, the order of names and the form of dates and numbers']],
      { width: 340 },
    );
    const [name, meaning] = tableColumns(of);
    const lines = (text: string, width: number): string[] => wrapLabel(text, width - 2 * cellPadding, 14);
    expect(lines(of.rows[0]![0]!, name!.width)).toHaveLength(1);
    expect(name!.width).toBeGreaterThan(180);
    expect(lines(of.rows[0]![1]!, meaning!.width).join(' ')).toBe(of.rows[0]![1]);
    // An address that no column could hold leaves the other words whole.
    const [link] = tableColumns(table(['Link', 'Meaning'], [[`https://example.org/${'x'.repeat(80)}`, 'documentation']]));
    expect(link!.width).toBeLessThan(360 - 100);
  });

  test('columns fill the table, and no cell takes more lines than in equal columns unless words would be broken', () => {
    const cell = fc.constantFrom('', 'x', 'Orders DB', '日本語のセル', 'a cell of several words', 'word '.repeat(30), 'a\nb');
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 4 }),
        rows,
        fc.integer({ min: 20, max: 1_200 }),
        (head, body, width) => {
          const of = table(head, body, { width });
          const columns = tableColumns(of);
          expect(columns.at(-1)!.left + columns.at(-1)!.width).toBeCloseTo(width, 5);
          const words = [head, ...body].flatMap((row, index) =>
            row.slice(0, head.length).map((text) => cellWidths(text, 14, 'sans', index === 0 ? 600 : 400).word),
          );
          if (Math.max(...words) > width / head.length) return;
          for (const row of body) {
            for (const [index, text] of row.slice(0, head.length).entries()) {
              const lines = (room: number): number => wrapLabel(text, room - 2 * cellPadding, cellSizePx(of)).length;
              expect(lines(columns[index]!.width + 0.01)).toBeLessThanOrEqual(lines(width / head.length));
            }
          }
        },
      ),
      fuzz(300),
    );
  });

  test('a new table has room for all lines of its cells', () => {
    const of = table(['Step', 'Text'], [['1', 'word '.repeat(60).trim()], ['2', 'x']]); // prettier-ignore
    const size = tableSize(of);
    expect(size.width).toBeLessThanOrEqual(400);
    const [, text] = tableColumns({ ...of, ...size });
    const lines = wrapLabel(of.rows[0]![1]!, text!.width - 2 * cellPadding, 14).length;
    expect(lines).toBeGreaterThan(3);
    const heights = tableRows({ ...of, ...size, label: 'Steps' }).map(({ height }) => height);
    expect(heights[1]).toBeGreaterThanOrEqual(lines * 18);
    expect([heights[0], heights[2]].map((height) => Math.round(height!))).toEqual([32, 32]);
  });

  test('rows are equally high if all lines fit, otherwise high where their cells are, and fill the table', () => {
    const cells = [
      ['1', 'x'],
      ['2', 'word '.repeat(20)],
      ['3', 'y'],
    ];
    const heights = (height: number): number[] =>
      tableRows(table(['No', 'Text'], cells, { width: 240, height })).map((row) => row.height);
    expect(heights(1_200)).toEqual([300, 300, 300, 300]);
    const [head = 0, first = 0, long = 0, last = 0] = heights(260);
    expect([first, last]).toEqual([head, head]);
    expect(long).toBeGreaterThan(1.5 * head);
    expect(head + first + long + last).toBeCloseTo(260, 5);
    // Too small for all: nothing is smaller than an equal share could be.
    expect(Math.min(...heights(40))).toBeGreaterThan(0);
    expect(tableRows(table(['A'], [['x']], { label: 'T', height: 132 })).map(({ top }) => top)).toEqual([32, 82]);
  });
});
