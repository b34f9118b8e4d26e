import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { SortedStrings } from './sorted-strings.ts';

const word = fc.integer({ min: 0, max: 3_000 }).map((n) => n.toString(36));
const change = fc.tuple(fc.boolean(), word);

describe('sorted-strings', () => {
  test('a set of sorted strings answers as a sorted array does, after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 50 }),
        fc.array(change, { minLength: 500, maxLength: 2_500 }),
        fc.array(word, { maxLength: 20 }),
        (start, changes, asked) => {
          const strings = new SortedStrings(new Set(start));
          const present = new Set(start);
          for (const [adds, item] of changes) {
            if (adds) {
              strings.add(item);
              present.add(item);
            } else {
              strings.delete(item);
              present.delete(item);
            }
          }
          const sorted = [...present].toSorted((a, b) => (a < b ? -1 : 1));
          expect(strings.size).toBe(sorted.length);
          expect([...strings.startingWith('')]).toEqual(sorted);
          expect(strings.below(null)).toBe(sorted.at(-1));
          for (const text of ['', '~', ...asked]) {
            expect(strings.below(text)).toBe(sorted.findLast((item) => item < text));
            expect(strings.from(text)).toBe(sorted.find((item) => item >= text));
            expect(strings.above(text)).toBe(sorted.find((item) => item > text));
            expect([...strings.startingWith(text)]).toEqual(sorted.filter((item) => item.startsWith(text)));
          }
        },
      ),
      fuzz(60),
    );
  });

  test('ten thousand strings are added and removed one by one', () => {
    const strings = new SortedStrings();
    for (let n = 0; n < 10_000; n += 1) strings.add(((n * 7_919) % 10_007).toString(36).padStart(4, '0'));
    expect(strings.size).toBe(10_000);
    for (let n = 0; n < 10_000; n += 1) strings.delete(((n * 7_919) % 10_007).toString(36).padStart(4, '0'));
    expect([strings.size, strings.below(null), strings.from('')]).toEqual([0, undefined, undefined]);
  });
});
