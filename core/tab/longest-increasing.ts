/** longest-increasing: the longest increasing subsequence of a list, in O(n log n), after Fredman (1975). */

/** The indices of a longest strictly increasing run of keys, all texts or all numbers; null entries are no keys. */
export function longestIncreasing<Key extends string | number>(keys: readonly (Key | null)[]): number[] {
  /** For each run length, the index where the run with the smallest last key ends. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [at, key] of keys.entries()) {
    if (key === null) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isLess(keys[ends[middle] ?? 0] ?? null, key)) low = middle + 1;
      else high = middle;
    }
    previous[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  }
  const run: number[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) run.push(at);
  return run.toReversed();
}

const isLess = <Key extends string | number>(a: Key | null, b: Key): boolean => a === null || a < b;
