import { expect, test } from 'vitest';

import { nextAttemptAt } from './retries.ts';

test('WH6 attempts are further and further apart, the last one after 24 hours', () => {
  const hours = 3_600_000;
  const times = [0];
  for (let next = nextAttemptAt(0, 1, 0); next !== null; next = nextAttemptAt(0, times.length, next)) times.push(next);
  const gaps = times.slice(1).map((time, index) => (time - times[index]!) / 1_000);
  expect(gaps.slice(0, 8)).toEqual([5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400]);
  expect(times.at(-1)).toBe(24 * hours);
  expect(times.length).toBe(14);
});
