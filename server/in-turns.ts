/** in-turns: a long piece of work in turns of the event loop, so that everybody else gets theirs in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What one turn may take: others hardly notice, and the turns themselves cost next to nothing. */
const turnMs = 8;

/** Does the work up to its end; it stops often, after a fraction of a millisecond each time. */
export async function inTurns<T>(work: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const step = oneTurn(work);
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** One turn of it. */
export function oneTurn<T>(work: Generator<unknown, T>): IteratorResult<unknown, T> {
  const until = performance.now() + turnMs;
  for (;;) {
    const step = work.next();
    if (step.done === true || performance.now() >= until) return step;
  }
}
