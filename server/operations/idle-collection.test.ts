import { expect, test } from 'vitest';

import { IdleCollection } from './idle-collection.ts';

/** After which of these samples garbage is collected. */
function collectedAfter(utilizations: readonly number[]): number[] {
  let sample = 0;
  const collected: number[] = [];
  const idle = new IdleCollection(() => void collected.push(sample));
  for (const utilization of utilizations) {
    sample += 1;
    idle.observe(utilization);
  }
  return collected;
}
const times = (count: number, utilization: number): number[] => Array.from({ length: count }, () => utilization);

test('[OPS31] garbage is collected after half a minute without load, and once more after a minute', () => {
  expect(collectedAfter(times(30, 0.01))).toEqual([3, 9]);
});

test('[OPS31] a node with load does not stop to collect garbage', () => {
  expect(collectedAfter(times(30, 0.2))).toEqual([]);
  expect(collectedAfter([...times(2, 0.01), 0.2, ...times(2, 0.01)])).toEqual([]);
});

test('[OPS31] after the next load it is collected again', () => {
  expect(collectedAfter([...times(4, 0.01), ...times(3, 0.5), ...times(4, 0.01)])).toEqual([3, 10]);
});

test('[OPS31] what is not used any more is freed', () => {
  const freed = new WeakRef({ name: 'unused' });
  return new Promise((resolve) => setTimeout(resolve, 1)).then(() => {
    const idle = new IdleCollection();
    for (let sample = 0; sample < 3; sample += 1) idle.observe(0);
    expect(freed.deref()).toBeUndefined();
  });
});
