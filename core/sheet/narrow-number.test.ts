import { describe, expect, test } from 'vitest';

import { fittingText, narrowerTexts } from './narrow-number.ts';
import { shownText } from './number-format.ts';
import { randomOf } from './sheet.test-support.ts';

function within(value: number, characters: number, nf?: string): string {
  const full = shownText(value, nf);
  return fittingText(full, narrowerTexts(value, nf, full), (text) => text.length <= characters);
}

describe('narrow-number', () => {
  test('[SH51] decimals are rounded until the number fits', () => {
    expect([12, 11, 8, 5, 3].map((room) => within(1 / 3, room))).toEqual([
      '0.3333333333',
      '0.333333333',
      '0.333333',
      '0.333',
      '0.3',
    ]);
    expect([10, 7, 6, 4].map((room) => within(-1234.56789, room))).toEqual(['-1234.5679', '-1234.6', '-1235', '###']);
    expect(within(99.999, 5)).toBe('100');
    expect(within(1234.5, 7, 'currency')).toBe('###');
    expect(within(45366, 9, 'date')).toBe('###');
  });

  test('[SH52] a whole number is never shown in part, and no number is rounded to 0', () => {
    expect(within(4006381333931, 13)).toBe('4006381333931');
    expect(within(4006381333931, 12)).toBe('###');
    expect(within(0.00012, 5)).toBe('###');
    expect(within(1.5e-12, 6)).toBe('###');
    const random = randomOf(7);
    for (let round = 0; round < 2_000; round += 1) {
      const value = (random() - 0.5) * 10 ** Math.ceil(random() * 20);
      const text = within(value, 3 + Math.floor(random() * 12));
      const whole = Math.trunc(Math.abs(value));
      if (text !== '###')
        expect(Math.abs(Math.abs(Number(text)) - Math.abs(value)), `${value} ${text}`).toBeLessThanOrEqual(0.5 + whole * 1e-9);
    }
  });
});
