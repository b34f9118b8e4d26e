import { expect, test } from 'vitest';

import { sinceText } from './since-text.ts';

const now = Date.UTC(2024, 4, 17, 12);
const minute = 60_000;

test.each([
  [0, 'just now'],
  [-59_000, 'just now'],
  [30_000, 'just now'],
  [-5 * minute, '5 minutes ago'],
  [-90 * minute, '1 hour ago'],
  [-26 * 60 * minute, 'yesterday'],
  [3 * 24 * 60 * minute, 'in 3 days'],
  [-20 * 24 * 60 * minute, 'Apr 27, 2024'],
])('%i ms from now is %j', (distance, text) => {
  expect(sinceText(now + distance, now, 'en-US')).toBe(text);
});
