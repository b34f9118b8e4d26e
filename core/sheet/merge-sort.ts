/** merge-sort: a stable sort in steps. It gives the order that `Array.prototype.sort` gives. */
import type { FormulaWork, Steps } from './recalculation-budget.ts';

/** Units, see recalculation-budget.ts: for each comparison of a run, and for each item that is merged. */
const cost = { compared: 0.7, merged: 0.5 };
/** Items that are sorted or merged between two looks at whether the turn is over. */
const piece = { least: 2, most: 512 };

/** Takes the items, and leaves them in any order. `each`: what comparing two of them costs beside that. */
export function* mergeSort<T>(items: T[], compare: (a: T, b: T) => number, work: FormulaWork, each = 0): Steps<T[]> {
  const length = Math.max(piece.least, Math.min(piece.most, Math.floor(work.piece / (cost.compared + each))));
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += length) {
    runs.push(items.slice(from, from + length).sort(compare));
    yield length * Math.log2(length) * (cost.compared + each);
  }
  while (runs.length > 1) {
    const longer: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [left = [], right] = [runs[at], runs[at + 1]];
      longer.push(right === undefined ? left : yield* merged([left, right], compare, { length, each }));
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

function* merged<T>(
  [left, right]: readonly [readonly T[], readonly T[]],
  compare: (a: T, b: T) => number,
  { length, each }: { readonly length: number; readonly each: number },
): Steps<T[]> {
  const all: T[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    // Both are within their lists.
    const [a, b] = [left[l] as T, right[r] as T];
    if (compare(a, b) <= 0) {
      all.push(a);
      l += 1;
    } else {
      all.push(b);
      r += 1;
    }
    if (all.length % length === 0) yield length * (cost.merged + each);
  }
  for (; l < left.length; l += 1) all.push(left[l] as T);
  for (; r < right.length; r += 1) all.push(right[r] as T);
  return all;
}
