import { describe, expect, test } from 'vitest';

import { keyAt, sheetOf } from '#core/sheet/sheet.test-support.ts';

import { cellsType, clipCells, pasteCells } from './cell-clip.ts';
import { openOf, spanAt, inputsOf } from './grid.test-support.ts';
import type { SheetModel } from './use-sheet.ts';

const base = sheetOf({ A1: 2, B1: '=A1*10', A2: 'x' });
const sheet = { ...base, cells: new Map(base.cells).set(keyAt(base, 'A1'), { i: { n: 2 }, f: { nf: '0.00' } }) };
const other = sheetOf({ A2: 5 }, { sheet: 1, title: 'Other', others: [sheet] });
const open = openOf(sheet, other);
const elsewhere = openOf(other, sheet);

function pasted(from: string, to: string, { isCut = false, document = 'doc', into = open } = {}): Record<string, unknown> {
  const clip = clipCells(open, spanAt(from), 'doc', isCut);
  return inputsOf(into, pasteCells(into, spanAt(to), document, (type) => clip.get(type) ?? '').writes);
}
const pastedText = (text: string, to: string, into: SheetModel = open): Record<string, unknown> =>
  inputsOf(into, pasteCells(into, spanAt(to), 'doc', (type) => (type === 'text/plain' ? text : '')).writes);

describe('cells that are copied', () => {
  test('are text for other programs, and whole cells for this one', () => {
    const clip = clipCells(open, spanAt('A1:B2'), 'doc', false);
    expect(clip.get('text/plain')).toBe('2.00\t20\nx\t');
    expect(JSON.parse(clip.get(cellsType) ?? '')).toMatchObject({ isCut: false, cells: [{ i: { n: 2 } }, {}, {}, null] });
  });

  test('move their references; cells that are cut do not', () => {
    expect(pasted('A1:B1', 'C3')).toEqual({ C3: 2, D3: '=C3*10' });
    expect(pasted('B1', 'D3', { isCut: true })).toEqual({ D3: '=A1*10' });
    expect(pasted('B1', 'A1')).toEqual({ A1: '=#REF!*10' });
  });

  test('refer to the cells of another sheet they are pasted on; in another document they are values', () => {
    const clip = clipCells(open, spanAt('B1'), 'doc', false);
    const [write] = pasteCells(elsewhere, spanAt('B2'), 'doc', (type) => clip.get(type) ?? '').writes;
    expect(write?.i).toEqual({ s: '=A2*10' });
    expect(pasted('A1:B1', 'C3', { document: 'doc2' })).toEqual({ C3: 2, D3: 20 });
  });

  test('bring to another document the whole value of a formula, not the rounded text of its format', () => {
    const inputs = { A1: '=1/3', B1: '=4006381333931*1', C1: '="007"', D1: '="=x"', E1: '=1/0', F1: '=A1>0', G1: '=""' };
    const formulas = sheetOf(inputs);
    const cells = new Map(formulas.cells).set(keyAt(formulas, 'A1'), {
      ...formulas.cells.get(keyAt(formulas, 'A1')),
      f: { nf: '0.00' },
    });
    const clip = clipCells(openOf({ ...formulas, cells }), spanAt('A1:G1'), 'doc', false);
    expect(clip.get('text/plain')).toBe('0.33\t4006381333931\t007\t=x\t#DIV/0!\tTRUE\t');
    const { writes } = pasteCells(open, spanAt('A5'), 'doc2', (type) => clip.get(type) ?? '');
    expect(inputsOf(open, writes)).toEqual({ A5: 1 / 3, B5: 4006381333931, C5: '007', D5: "'=x", E5: '#DIV/0!', F5: true });
  });

  test('a pasted date is a number, unless the cell has a format that shows no date', () => {
    const cells = new Map(sheet.cells)
      .set(keyAt(sheet, 'B2'), { f: { nf: 'date' } })
      .set(keyAt(sheet, 'C2'), { f: { nf: 'text' } });
    const pastedDays = pastedText('2024-03-15\t2024-03-15\t2024-03-15', 'A2', openOf({ ...sheet, cells }, other));
    expect(pastedDays).toEqual({ A2: 45366, B2: 45366, C2: '2024-03-15' });
  });

  test('are repeated over a selection that is a multiple of their size, and are cut off at the end of the sheet', () => {
    expect(pasted('A2', 'C1:D2')).toEqual({ C1: 'x', D1: 'x', C2: 'x', D2: 'x' });
    expect(pastedText('1\t2', 'C1:C2')).toEqual({ C1: 1, D1: 2, C2: 1, D2: 2 });
    expect(pastedText('1\t2\n3\t4', 'H20')).toEqual({ H20: 1 });
  });
});

test('a clip of another program is text', () => {
  const clip = new Map([
    ['text/plain', 'a\t\nb'],
    [cellsType, '{"sheet":1,"__proto__":{}}'],
  ]);
  expect(inputsOf(open, pasteCells(open, spanAt('C1'), 'doc', (type) => clip.get(type) ?? '').writes)).toEqual({
    C1: 'a', D1: null, C2: 'b',
  }); // prettier-ignore
});
