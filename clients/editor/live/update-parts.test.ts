import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { updateParts } from './update-parts.ts';

describe('the parts of a large write', () => {
  test('are complete, in order, each within the limit of an update, and as large as possible', () => {
    const most = limits.frameBytes / 4;
    const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: most + 10 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 20 }), (things, count) => {
        const parts = updateParts(things, (length) => length, count);
        const sum = (part: readonly number[]): number => part.reduce((total, one) => total + one, 0);
        expect(parts.flat()).toEqual(things);
        expect(parts.length).toBeGreaterThan(0);
        for (const [at, part] of parts.entries()) {
          expect(part.length).toBeLessThanOrEqual(count);
          if (part.length > 1) expect(sum(part)).toBeLessThanOrEqual(most);
          const next = parts[at + 1]?.[0];
          if (next !== undefined) expect(part.length === count || sum(part) + next > most).toBe(true);
        }
      }),
      fuzz(),
    );
  });
});
