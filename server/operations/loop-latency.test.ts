import { expect, test } from 'vitest';

import { LoopLatency } from './loop-latency.ts';

/** The latency after turns of these lengths, ms. */
function after(turns: readonly number[]): number {
  const latency = new LoopLatency(0);
  let now = 0;
  for (const ms of turns) {
    now += Math.max(50, ms);
    latency.tick(now);
  }
  return latency.ms;
}
const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

test('[OPS19] long turns in a row raise the latency, a single one does not', () => {
  expect(after([])).toBe(0);
  expect(after(times(60, 1))).toBe(0);
  expect(after([...times(60, 1), 2_000, ...times(5, 1)])).toBe(0);
  expect(after([...times(60, 1), ...times(10, 350)])).toBe(300);
});

test('[OPS19] the latency falls when the load is gone', () => {
  expect(after([...times(20, 350), ...times(20, 1)])).toBe(0);
});

test('[OPS19] a busy event loop is noticed', async () => {
  const latency = new LoopLatency(performance.now());
  latency.start(() => performance.now());
  for (let turn = 0; turn < 8; turn += 1) {
    const end = performance.now() + 200;
    while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  latency.stop();
  expect(latency.ms).toBeGreaterThan(100);
});
