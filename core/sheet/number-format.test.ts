import { describe, expect, test } from 'vitest';

import { formatNumber, shownText } from './number-format.ts';
import { randomOf, result } from './sheet.test-support.ts';

const general = (value: number): string => shownText(value, undefined);

describe('number-format', () => {
  test('[SH50] general shows all digits of whole numbers up to 15 digits', () => {
    const whole = [4006381333931, 1795309471667, 999999999999, 100000000000, 123456789012345, 999999999999999];
    for (const value of whole) {
      expect(general(value)).toBe(String(value));
      expect(general(-value)).toBe(`-${value}`);
      for (const nf of ['general', 'General', 'text', '@']) expect(shownText(value, nf), nf).toBe(String(value));
      expect(shownText(-value, 'General "kg"')).toBe(`-${value} kg`);
      expect(shownText(-value, '"x"General;"minus "General')).toBe(`minus ${value}`);
      expect(result(`=TEXT(${value},"General")`)).toBe(String(value));
      expect(result(`=TEXT(${value},"@")`)).toBe(String(value));
    }
  });

  test('[SH50] larger whole numbers have an exponent, and never different digits', () => {
    expect([1e15, 1e21, 1e22, -1e100].map(general)).toEqual(['1E+15', '1E+21', '1E+22', '-1E+100']);
    expect([1234567890123456, 2 ** 53 - 1, 2 ** 60].map(general)).toEqual([
      '1.234567890123456E+15',
      '9.007199254740991E+15',
      '1.152921504606847E+18',
    ]);
    const random = randomOf(20261120);
    for (let round = 0; round < 2_000; round += 1) {
      const value = Math.round((random() - 0.5) * 10 ** Math.ceil(random() * 22));
      expect(Number(general(value)), String(value)).toBe(value === 0 ? 0 : value);
    }
  });

  test('[SH50] decimals have ten significant digits, and never fewer than before the point', () => {
    expect([1 / 3, 100 / 3, Math.PI, 0.1 + 0.2, 1234567.891234, -2 / 3, 0.01234567891234].map(general)).toEqual([
      '0.3333333333',
      '33.33333333',
      '3.141592654',
      '0.3',
      '1234567.891',
      '-0.6666666667',
      '0.01234567891',
    ]);
    expect([1795309471667.25, 12345678901.5, 999999999999999.9].map(general)).toEqual(['1795309471667', '12345678902', '1E+15']);
    expect([0, -0, 0.00001234, 1e-9, 1.5e-10, 5e-324].map(general)).toEqual([
      '0',
      '0',
      '0.00001234',
      '0.000000001',
      '1.5E-10',
      '5E-324',
    ]);
  });

  test('a number converted to text has up to 15 digits, or all digits of a whole number that a double represents exactly', () => {
    for (const value of ['4006381333931', '123456789012345', '4012888888881881', '9007199254740991', '100000000000000000000'])
      expect(result(`=A1&""`, { A1: Number(value) })).toBe(value);
    expect(result(`=A1&""`, { A1: 2 ** 60 })).toBe('1.15292150460685E+18');
    expect(result(`=A1&"|"&A2`, { A1: 1 / 3, A2: -0.1 - 0.2 })).toBe('0.333333333333333|-0.3');
    expect(result(`=LEN(A1)`, { A1: 4012888888881881 })).toBe(16);
  });

  test('functions that round or print a whole number keep its digits', () => {
    const value = 4012888888881881;
    for (const formula of ['ROUND(A1,0)', 'ROUND(A1,2)', 'ROUNDUP(A1,0)', 'ROUNDDOWN(A1,1)', 'INT(A1)', 'TRUNC(A1)', 'ABS(-A1)', 'VALUE(A1&"")'])
      expect(result(`=${formula}`, { A1: value }), formula).toBe(value); // prettier-ignore
    expect(result('=FIXED(A1,0,TRUE)', { A1: value })).toBe(String(value));
    expect(formatNumber(123456789012345, '#,##0')).toBe('123,456,789,012,345');
  });
});
