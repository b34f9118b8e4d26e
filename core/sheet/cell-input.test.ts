import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { constantOf, inputOf, numberInput } from './cell-input.ts';
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
