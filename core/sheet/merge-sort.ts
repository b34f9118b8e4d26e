/** merge-sort: a stable sort in steps, with the order of `Array.prototype.sort`. */
import type { FormulaWork, Steps } from './recalculation-budget.ts';

/** Units (recalculation-budget.ts) for each comparison within a run, and for each item that is merged. */
const cost = { compared: 0.7, merged: 0.5 };
/** Items that are sorted or merged between two checks for the end of the turn. */
const piece = { least: 2, most: 512 };

/** Sorts the items, whose array is modified. `each`: the additional cost of comparing two of them. */
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
    // Both indices are within their lists.
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
