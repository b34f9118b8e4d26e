import fc from 'fast-check';
import { generateKeyBetween } from 'fractional-indexing';
import { describe, expect, test } from 'vitest';

import { byOrder, firstOrderKey, isOrderKey, orderAt, orderKeys } from './order-key.ts';

describe('order keys', () => {
  test('a key is one just where the library takes it', () => {
    const texts = fc.oneof(fc.stringMatching(/^[0-9A-Za-z]{1,4}$/), fc.stringMatching(/^[0-9A-Za-z]{1,30}$/));
    fc.assert(
      fc.property(texts, (text) => {
        expect(isOrderKey(text)).toBe(text.length > 1 && takes(text));
      }),
      { numRuns: 3_000 },
    );
    expect(isOrderKey(firstOrderKey)).toBe(true);
    for (const value of [null, 5, '', 'a', 'a00', '0', 'a!', `A${'0'.repeat(26)}`, `a0${'1'.repeat(255)}`])
      expect(isOrderKey(value)).toBe(false);
  });

  test('a position among others is found whatever keys they have', () => {
    const others = fc.array(fc.constantFrom('a0', 'a1', 'a1', 'a2', 'Zz', '', 'a00', '!'), { maxLength: 8 });
    fc.assert(
      fc.property(others, fc.integer({ min: -2, max: 12 }), (keys, position) => {
        const tabs = keys
          .map((order, index) => ({ id: `t${index}`, order: isOrderKey(order) ? order : firstOrderKey }))
          .toSorted(byOrder);
        const order = orderAt(tabs, position);
        expect(isOrderKey(order)).toBe(true);
        const at = [...tabs, { id: 'new', order }].toSorted(byOrder).findIndex(({ id }) => id === 'new');
        const wanted = Math.max(0, Math.min(tabs.length, position));
        if (new Set(tabs.map((tab) => tab.order)).size === tabs.length) expect(at).toBe(wanted);
        else expect(at).toBeGreaterThanOrEqual(wanted);
      }),
      { numRuns: 1_000 },
    );
    expect(orderKeys(3)).toEqual(['a0', 'a1', 'a2']);
  });
});

function takes(text: string): boolean {
  try {
    generateKeyBetween(text, null);
    return true;
  } catch {
    return false;
  }
}
