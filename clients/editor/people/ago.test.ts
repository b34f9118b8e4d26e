import { expect, test } from 'vitest';

import { agoText } from './ago.tsx';

test('a past moment is shown as the time since then', () => {
  const now = Date.UTC(2026, 0, 31, 12);
  const ago = (ms: number): string => agoText(now - ms, now, 'en');
  expect([0, 9_999, 45_000, 61_000, 7_200_000, 86_400_000].map(ago)).toEqual([
    'now',
    'now',
    '45 seconds ago',
    '1 minute ago',
    '2 hours ago',
    'yesterday',
  ]);
  expect(ago(40 * 86_400_000)).toMatch(/2025/);
});
