/** The median duration of many calls in milliseconds, after as many to warm up. */
import { median } from './statistics.ts';

export function medianMs(count: number, work: (index: number) => unknown): number {
  const ms: number[] = [];
  for (let index = 0; index < 2 * count; index += 1) {
    const startedAt = performance.now();
    work(index);
    if (index >= count) ms.push(performance.now() - startedAt);
  }
  return median(ms);
}
