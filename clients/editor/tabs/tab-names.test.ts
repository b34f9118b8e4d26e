import { describe, expect, test } from 'vitest';

import { copyName, freeName, newTabName } from './tab-names.ts';

describe('the name of a tab', () => {
  test('is numbered after the existing ones if it is new', () => {
    expect(newTabName(['Tab 1'])).toBe('Tab 2');
    expect(newTabName(['Tab 1', 'Tab 3'])).toBe('Tab 4');
    expect(newTabName(['Orders'])).toBe('Tab 2');
  });

  test('has a number if another tab has it', () => {
    expect(freeName('Budget', ['Tab 1'])).toBe('Budget');
    expect(freeName('Budget', ['Budget', 'Budget 2'])).toBe('Budget 3');
  });

  test('is unique for a copy of a copy, and not too long', () => {
    expect(copyName('Orders', ['Orders'], 200)).toBe('Copy of Orders');
    expect(copyName('Orders', ['Orders', 'Copy of Orders'], 200)).toBe('Copy of Orders 2');
    const long = '😀'.repeat(200);
    const first = copyName(long, [], 200);
    const second = copyName(long, [first], 200);
    expect([Array.from(first).length, Array.from(second).length, second.endsWith(' 2')]).toEqual([200, 200, true]);
  });
});
