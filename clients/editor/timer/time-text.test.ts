import { expect, test } from 'vitest';

import { spokenTime, timeText } from './time-text.ts';

test('what is left is shown in digits, and spoken in words', () => {
  expect([300_000, 245_000, 244_001, 999, 0, 3_845_000].map(timeText)).toEqual([
    '5:00',
    '4:05',
    '4:05',
    '0:01',
    '0:00',
    '1:04:05',
  ]);
  expect([300_000, 61_000, 1_000, 0].map(spokenTime)).toEqual(['5 minutes', '1 minute 1 second', '1 second', '0 seconds']);
});
