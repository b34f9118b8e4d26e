/** Runs long work in slices, yielding to the event loop in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { resumeAccount, suspendAccount } from './budgets/current-account.ts';
import { LoadLimit } from './rooms/load-limit.ts';

/** The length of a slice: short enough to go unnoticed, long enough that yielding costs next to nothing. */
const sliceMs = 8;
/** A slice is half as long as the wait before it, so that work gets a share of a busy event loop, but at most this long. */
const longestSliceMs = 30;

/** Works that continue in the same turn of the event loop would block it together. */
const oneAtATime = new LoadLimit(1);

/** Runs the work to its end, in turns with other works. Its steps should take a fraction of a millisecond each. */
export async function inTurns<T>(work: Generator<unknown, T>): Promise<T> {
  for (let ms = sliceMs; ;) {
    resumeAccount();
    const step = slice(work, ms);
    if (step.done === true) return step.value;
    suspendAccount();
    const endedAt = performance.now();
    await oneAtATime.run(() => nextTurn());
    ms = Math.min(Math.max(sliceMs, (performance.now() - endedAt) / 2), longestSliceMs);
  }
}

/** Runs one slice of the work. */
export const oneTurn = <T>(work: Generator<unknown, T>): IteratorResult<unknown, T> => slice(work, sliceMs);

function slice<T>(work: Generator<unknown, T>, ms: number): IteratorResult<unknown, T> {
  const until = performance.now() + ms;
  for (;;) {
    const step = work.next();
    if (step.done === true || performance.now() >= until) return step;
  }
}
