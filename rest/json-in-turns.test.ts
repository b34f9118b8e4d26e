import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { jsonInTurns } from './json-in-turns.ts';

test('jsonInTurns writes the bytes of JSON.stringify', async () => {
  const value = fc.jsonValue({ maxDepth: 5 });
  await fc.assert(
    fc.asyncProperty(value, fc.integer({ min: 0, max: 350 }), async (one, count) => {
      const whole = {
        one,
        none: undefined,
        list: [{ cells: Array.from({ length: count }, (_, at) => ({ at, one })) }, undefined],
      };
      expect((await jsonInTurns(whole)).toString()).toBe(JSON.stringify(whole));
    }),
    fuzz(60),
  );
});
