import { describe, expect, test } from 'vitest';

import { serialOf } from '#core/sheet/serial-date.ts';
import type { CellInput } from '#schema/sheet.ts';

import { seriesAfter } from './fill-series.ts';

type Plain = number | string | boolean | null;
const inputOf = (value: Plain): CellInput | null =>
  value === null ? null : typeof value === 'number' ? { n: value } : typeof value === 'string' ? { s: value } : { b: value };
const plain = (input: CellInput | null): Plain =>
  input === null ? null : 'n' in input ? input.n : 'b' in input ? input.b : input.s;
const after = (run: Plain[], count = 3, isDay = false): Plain[] =>
  seriesAfter(
    run.map((value) => ({ input: inputOf(value), isDay })),
    count,
  ).map(plain);
const day = (text: string): number => {
  const [year = 0, month = 0, of = 0] = text.split('-').map(Number);
  return serialOf(year, month, of);
};

describe('a run of numbers', () => {
  test('with one step is continued, without rounding errors of binary fractions', () => {
    expect(after([1, 2])).toEqual([3, 4, 5]);
    expect(after([10, 5])).toEqual([0, -5, -10]);
    expect(after([0.1, 0.2], 2)).toEqual([0.3, 0.4]);
    expect(after([1 / 3, 2 / 3, 1], 1)).toEqual([Number((4 / 3).toPrecision(14))]);
    expect(after([1e15, 1e15 + 1], 1)).toEqual([1e15 + 2]);
  });

  test('that is a single number or has several steps is repeated', () => {
    expect(after([7])).toEqual([7, 7, 7]);
    expect(after([1, 2, 4])).toEqual([1, 2, 4]);
  });

  test('that are dates is continued by days or by months', () => {
    expect(after([day('2026-02-27')], 3, true)).toEqual([day('2026-02-28'), day('2026-03-01'), day('2026-03-02')]);
    expect(after([day('2026-01-01'), day('2026-01-08')], 1, true)).toEqual([day('2026-01-15')]);
    expect(after([day('2026-01-31'), day('2026-02-28')], 2, true)).toEqual([day('2026-03-31'), day('2026-04-30')]);
    expect(after([day('2025-11-15'), day('2025-12-15')], 2, true)).toEqual([day('2026-01-15'), day('2026-02-15')]);
    expect(after([day('2024-02-29'), day('2025-02-28')], 3, true).at(-1)).toEqual(day('2028-02-29'));
    expect(after([2, 1], 3, true)).toEqual([1, 1, 1]);
  });
});

describe('a run of texts', () => {
  test('that end with a number counts on', () => {
    expect(after(['Item 1'])).toEqual(['Item 2', 'Item 3', 'Item 4']);
    expect(after(['R09', 'R11'], 2)).toEqual(['R13', 'R15']);
    expect(after(['Week 08'])).toEqual(['Week 09', 'Week 10', 'Week 11']);
    expect(after(['a 2', 'a 1'], 3)).toEqual(['a 0', 'a 1', 'a 2']);
    expect(after([`n${'9'.repeat(20)}`], 1)).toEqual([`n${'9'.repeat(20)}`]);
  });

  test('that are days, months or quarters starts over after the last one, in the same case', () => {
    expect(after(['fri'])).toEqual(['sat', 'sun', 'mon']);
    expect(after(['October', 'December'], 2)).toEqual(['February', 'April']);
    expect(after(['NOV'])).toEqual(['DEC', 'JAN', 'FEB']);
    expect(after(['Apr', 'May'], 1)).toEqual(['Jun']);
    expect(after(['Q3'])).toEqual(['Q4', 'Q1', 'Q2']);
  });

  test('that are written dates is continued as dates', () => {
    expect(after(['2026-12-30'])).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
    expect(after(['2026-02-31'], 1)).toEqual(['2026-02-32']);
  });
});

test('any other run is repeated', () => {
  expect(after(['Item 1', 5, null])).toEqual(['Item 1', 5, null]);
  expect(after([true, 'x'])).toEqual([true, 'x', true]);
  expect(after(['Item 1', 'Part 2'], 2)).toEqual(['Item 1', 'Part 2']);
});
