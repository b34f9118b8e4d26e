import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { OrderKey } from '#schema/element.ts';
import { isValid } from '#schema/validate.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { drawn, named, tabWith } from '../ops/drawn.test-support.ts';
import { keyAtBack, keyBetween, keyOnTop } from './stacking.ts';

const digit = fc.constantFrom(...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'));
const anyKey = fc.oneof(
  fc.constantFrom('a0', 'a1', 'Zz', 'b00', 'zzz', '0', '00', 'a0V', 'A'),
  fc.array(digit, { minLength: 1, maxLength: 6 }).map((digits) => digits.join('')),
);

describe('stacking', () => {
  test('a key between two others sorts between them', () => {
    fc.assert(
      fc.property(fc.option(anyKey), fc.option(anyKey), (a, b) => {
        const [below, above] = a !== null && b !== null && a > b ? [b, a] : [a, b];
        fc.pre(below === null || above === null || below < above);
        const key = keyBetween(below, above);
        if (key === null) {
          // Only zeros fit between a key and itself with zeros appended, or below zeros; those are not distinct keys.
          expect(above?.slice((below ?? '').length)).toMatch(/^0+$/);
          return;
        }
        expect(isValid(OrderKey, key)).toBe(true);
        if (below !== null) expect(key > below).toBe(true);
        if (above !== null) expect(key < above).toBe(true);
      }),
      fuzz(3_000),
    );
  });

  test('a key is shared if no key is available between two others', () => {
    const [longest, least] = ['z'.repeat(256), '0'];
    expect(keyOnTop(tabWith([{ id: 'a~00000000', type: 'text', z: longest, x: 0, y: 0, width: 1, height: 1 }]))).toBe(longest);
    expect(keyAtBack(tabWith([{ id: 'a~00000000', type: 'text', z: least, x: 0, y: 0, width: 1, height: 1 }]))).toBe(least);
    expect(keyOnTop(tabWith([]))).toBe('a0');
  });

  test('a new element is in front of all, a new frame behind its contents and in front of the frame around it', () => {
    const tab = drawn('add square id=a\nadd square id=b', [
      { op: 'add', element: { type: 'frame', id: 'outer', x: -50, y: -50, width: 600, height: 300 } },
      { op: 'add', element: { type: 'frame', id: 'inner', x: -20, y: -40, width: 200, height: 200 } },
    ]);
    const z = (slug: string): string => named(tab, slug).z;
    expect(['outer', 'inner', 'a', 'b'].map(z)).toEqual(['outer', 'inner', 'a', 'b'].map(z).toSorted());
  });
});
