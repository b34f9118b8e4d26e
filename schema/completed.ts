/** Runs work that is defined in steps to its end at once. */
export function completed<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
