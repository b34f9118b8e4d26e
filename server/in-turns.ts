/** Runs long work in slices, yielding to the event loop in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The length of one slice: short enough to go unnoticed, long enough that yielding costs next to nothing. */
const turnMs = 8;

/** Runs the work to its end. Its steps should take a fraction of a millisecond each. */
export async function inTurns<T>(work: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const step = oneTurn(work);
    if (step.done === true) return step.value;
    await nextTurn();
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
