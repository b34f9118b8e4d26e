import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { inOrder } from './define-rule.ts';

test('inOrder returns the ids that sorting would put first', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 200 }), fc.integer({ min: 1, max: 20 }), (ids, most) => {
      expect(inOrder(new Set(ids), most)).toEqual(ids.toSorted().slice(0, most));
    }),
    fuzz(),
  );
});
