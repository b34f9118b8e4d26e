/** Runs long work in slices, yielding to the event loop in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { LoadLimit } from './rooms/load-limit.ts';

/** The length of one slice: short enough to go unnoticed, long enough that yielding costs next to nothing. */
const turnMs = 8;

/** Works that continue in the same turn of the event loop would block it together. */
const oneAtATime = new LoadLimit(1);

/** Runs the work to its end, in turns with other works. Its steps should take a fraction of a millisecond each. */
export async function inTurns<T>(work: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const step = oneTurn(work);
    if (step.done === true) return step.value;
    await oneAtATime.run(() => nextTurn());
  }
}

/** Runs one slice of the work. */
export function oneTurn<T>(work: Generator<unknown, T>): IteratorResult<unknown, T> {
  const until = performance.now() + turnMs;
  for (;;) {
    const step = work.next();
    if (step.done === true || performance.now() >= until) return step;
  }
}
