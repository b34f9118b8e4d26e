import { describe, expect, test } from 'vitest';

import { copyName, newTabName } from './tab-names.ts';

describe('tab-names', () => {
  test('a new tab is numbered after those that there are', () => {
    expect(newTabName(['Tab 1'])).toBe('Tab 2');
    expect(newTabName(['Tab 1', 'Tab 3'])).toBe('Tab 4');
    expect(newTabName(['Orders'])).toBe('Tab 2');
  });

  test('a copy of a copy has a name of its own, as long as a name may be', () => {
    expect(copyName('Orders', ['Orders'], 200)).toBe('Copy of Orders');
    expect(copyName('Orders', ['Orders', 'Copy of Orders'], 200)).toBe('Copy of Orders 2');
    const long = '😀'.repeat(200);
    const first = copyName(long, [], 200);
    const second = copyName(long, [first], 200);
    expect([Array.from(first).length, Array.from(second).length, second.endsWith(' 2')]).toEqual([200, 200, true]);
  });
});
