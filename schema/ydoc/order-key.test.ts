import fc from 'fast-check';
import { generateKeyBetween } from 'fractional-indexing';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { byOrder, firstOrderKey, isOrderKey, listKeys, orderAt, orderKeys } from './order-key.ts';

describe('order keys', () => {
  test('isOrderKey accepts exactly the keys that fractional-indexing accepts, and none of one character', () => {
    const texts = fc.oneof(fc.stringMatching(/^[0-9A-Za-z]{1,4}$/), fc.stringMatching(/^[0-9A-Za-z]{1,30}$/));
    fc.assert(
      fc.property(texts, (text) => {
        expect(isOrderKey(text)).toBe(text.length > 1 && isAccepted(text));
      }),
      fuzz(3_000),
    );
    expect(isOrderKey(firstOrderKey)).toBe(true);
    for (const value of [null, 5, '', 'a', 'a00', '0', 'a!', `A${'0'.repeat(26)}`, `a0${'1'.repeat(255)}`])
      expect(isOrderKey(value)).toBe(false);
  });

  test('orderAt finds a key for any position, whatever the other keys are', () => {
    const others = fc.array(fc.constantFrom('a0', 'a1', 'a1', 'a2', 'Zz', '', 'a00', '!'), { maxLength: 8 });
    fc.assert(
      fc.property(others, fc.integer({ min: -2, max: 12 }), (keys, position) => {
        const tabs = keys
          .map((order, index) => ({ id: `t${index}`, order: isOrderKey(order) ? order : firstOrderKey }))
          .toSorted(byOrder);
        const order = orderAt(tabs, position);
        expect(isOrderKey(order)).toBe(true);
        const at = [...tabs, { id: 'new', order }].toSorted(byOrder).findIndex(({ id }) => id === 'new');
        const expected = Math.max(0, Math.min(tabs.length, position));
        if (new Set(tabs.map((tab) => tab.order)).size === tabs.length) expect(at).toBe(expected);
        else expect(at).toBeGreaterThanOrEqual(expected);
      }),
      fuzz(1_000),
    );
    expect(orderKeys(3)).toEqual(['a0', 'a1', 'a2']);
  });

  test('YD13 list keys sort as the list does; fixed entries keep their keys where possible, and as many of the others as possible do', () => {
    const anyEntry = fc.record({ order: fc.constantFrom('a0', 'a1', 'a2', 'a3', 'a3V', 'a4', 'a4', '', 'a00', null), isFixed: fc.boolean() }); // prettier-ignore
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 9 }), (entries) => {
        const list = entries.map((entry, index) => ({ ...entry, id: `t${index}` }));
        const keys = listKeys(list);
        expect(keys.every(isOrderKey)).toBe(true);
        const stored = list.map(({ id }, index) => ({ id, order: keys[index] ?? '' }));
        expect(stored.toSorted(byOrder)).toEqual(stored);
        const fixed = list.filter(({ isFixed, order }) => isFixed && isOrderKey(order)) as { id: string; order: string }[];
        const rise = fixed.every(({ order }, index) => index === 0 || order > (fixed[index - 1]?.order ?? ''));
        if (rise) expect(stored).toEqual(expect.arrayContaining(fixed.map(({ id, order }) => ({ id, order }))));
      }),
      fuzz(3_000),
    );
    const list = (...orders: string[]) => orders.map((order, index) => ({ id: `t${index}`, order }));
    expect(listKeys(list('a3', 'a0', 'a1', 'a2'))).toEqual(['Zz', 'a0', 'a1', 'a2']);
    expect(listKeys(list('a1', 'a0').map((entry, index) => ({ ...entry, isFixed: index === 1 })))).toEqual(['Zz', 'a0']);
  });
});

function isAccepted(text: string): boolean {
  try {
    generateKeyBetween(text, null);
    return true;
  } catch {
    return false;
  }
}
