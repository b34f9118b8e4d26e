/** The duration of many actions, done one after the other. */

/** Milliseconds of each. */
export async function timed(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const ms: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await work(index);
    ms.push(performance.now() - startedAt);
  }
  return ms;
}
