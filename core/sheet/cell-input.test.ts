import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { constantOf, editedNumber, inputOf, numberInput, typedInput } from './cell-input.ts';
import { bookOf, keyAt, plain, sheetOf } from './sheet.test-support.ts';

const day = fc.tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 86_399_999 })).map(([whole, ms]) => whole + ms / 86_400_000); // prettier-ignore
const format = fc.constantFrom(undefined, 'general', 'date', 'datetime', 'hh:mm', 'percent', 'mmm yyyy', '[h]:mm');

describe('cell-input', () => {
  test('[SH40] a number that is edited without a change stays the same number, in a cell of any format', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger(), day), format, (n, nf) => {
        expect(inputOf(numberInput(n, nf), nf)).toEqual({ n: n === 0 ? 0 : n });
      }),
      fuzz(2_000),
    );
  });

  test('[SH40] a cell that shows dates is edited as a date; other cells take the same text as text', () => {
    expect(numberInput(45366, 'date')).toBe('2024-03-15');
    expect(numberInput(45366.5, 'mmm yyyy')).toBe('2024-03-15 12:00:00');
    expect(numberInput(45366, 'hh:mm')).toBe('45366');
    expect(inputOf('2024-03-15', 'date')).toEqual({ n: 45366 });
    expect(inputOf('2024-03-15 12:00', 'datetime')).toEqual({ n: 45366.5 });
    for (const nf of [undefined, 'general', 'currency', 'hh:mm']) expect(inputOf('2024-03-15', nf)).toEqual({ s: '2024-03-15' });
    expect(inputOf('45366', 'date')).toEqual({ n: 45366 });
  });

  test.each([
    ['50%', 0.5, '0%'],
    ['$5', 5, '$#,##0'],
    ['$5.25', 5.25, 'currency'],
    ['5 €', 5, '#,##0 "€"'],
    ['1,234.5', 1234.5, '#,##0.0'],
    ['2024-03-15', 45_366, 'date'],
  ])('[SH44] %s typed is a number and brings its format to a cell that has none', (text, n, nf) => {
    expect(typedInput(text)).toEqual({ i: { n }, nf });
    expect(typedInput(text, 'general')).toEqual({ i: { n }, nf });
  });

  test('[SH44] a cell keeps the format that it has', () => {
    expect(typedInput('$5', 'decimal')).toEqual({ i: { n: 5 } });
    expect(typedInput('2024-03-15', 'decimal')).toEqual({ i: { s: '2024-03-15' } });
    expect(typedInput('50%', 'text')).toEqual({ i: { s: '50%' } });
    expect(typedInput('1,23')).toEqual({ i: { s: '1,23' } });
    expect(typedInput('007')).toEqual({ i: { n: 7 } });
    expect(typedInput('')).toBeNull();
  });

  test('[SH44] a cell that shows percentages takes numbers as percent, and is edited as a percentage of the same value', () => {
    expect(typedInput('60', 'percent')).toEqual({ i: { n: 0.6 } });
    expect(typedInput('7.5', '0.0%')).toEqual({ i: { n: 0.075 } });
    expect(editedNumber(0.5, '0%')).toBe('50%');
    expect(editedNumber(0.07, 'percent')).toBe('7%');
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = editedNumber(value, 'percent');
        if (text.endsWith('%')) expect(typedInput(text, 'percent')).toEqual({ i: { n: value === 0 ? 0 : value } });
        else expect(text).toBe(numberInput(value, 'percent'));
      }),
      fuzz(),
    );
  });

  test('[SH40] typed numbers may have leading zeros; text that would lose a digit stays text', () => {
    expect(inputOf('007')).toEqual({ n: 7 });
    expect(inputOf('4012888888881881')).toEqual({ s: '4012888888881881' });
    expect(inputOf('4.012888888881881E+15')).toEqual({ n: 4012888888881881 });
    expect(inputOf('')).toBeNull();
  });

  test('the constant for a value has this value, whatever the text looks like', () => {
    for (const value of [5, -1.5, true, 'x', '=1', "'x", '007', 'TRUE']) {
      const sheet = sheetOf({});
      const cells = new Map([[keyAt(sheet, 'A1'), { i: constantOf(value) ?? { s: '' } }]]);
      expect(plain(bookOf({ ...sheet, cells }).value(sheet.id, keyAt(sheet, 'A1')))).toBe(value);
    }
    expect([constantOf(null), constantOf('')]).toEqual([null, null]);
  });
});
