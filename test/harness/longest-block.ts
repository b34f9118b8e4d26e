/** longest-block: how long work blocks the event loop. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The longest time for which the event loop was blocked during the work, ms. */
export async function longestBlockMs(work: Promise<unknown>): Promise<number> {
  let [longest, last, isOver] = [0, performance.now(), false];
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await sleep(1);
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  return longest;
}
