import { expect, test } from 'vitest';

import { restMs } from './rest-ms.ts';

test('SE4 the indexer takes a sixth of one processor, and much less while the event loop is busy', () => {
  const share = (tookMs: number, loopShare: number): number => tookMs / (tookMs + restMs(tookMs, loopShare));
  expect(share(10, 0)).toBeCloseTo(1 / 6);
  expect(share(10, 0.5)).toBeCloseTo(1 / 6);
  expect(share(10, 0.9)).toBeCloseTo(1 / 30);
});

test('SE4 however long a document takes, the next one waits seconds at most', () => {
  expect(restMs(60_000, 0)).toBe(1_000);
  expect(restMs(60_000, 1)).toBe(3_000);
});
