/**
 * kept-keys: stacking keys for a tab that is drawn anew: as many as can be stay what they were.
 *
 * Of the elements that were there before, the longest run whose order is the same keeps its keys; everything else gets
 * keys between theirs. The longest increasing subsequence is found in O(n log n), after Fredman (1975).
 */
import type { Element } from '#schema/element.ts';

import { keysBetween } from '../tab/stacking.ts';
import type { TabView } from '../tab/view.ts';

/** A key for each element of the tab, in the same stacking order, where there is room for them; else none. */
export function keptKeys(tab: TabView, before: TabView): ReadonlyMap<string, string> {
  const stack = [...tab.elements()].toSorted(byStacking);
  const old = stack.map(({ id }) => before.get(id)?.z ?? null);
  const kept = longestIncreasing(old);
  const keys = new Map<string, string>();
  let from = 0;
  for (const at of [...kept, stack.length]) {
    const [below, above] = [old[from - 1] ?? null, old[at] ?? null];
    const between = keysBetween(from === 0 ? null : below, at === stack.length ? null : above, at - from);
    if (between === null) return new Map();
    for (const [index, key] of between.entries()) keys.set(stack[from + index]?.id ?? '', key);
    const element = stack[at];
    if (element !== undefined && above !== null) keys.set(element.id, above);
    from = at + 1;
  }
  return keys;
}

const byStacking = (a: Element, b: Element): number => (a.z === b.z ? (a.id < b.id ? -1 : 1) : a.z < b.z ? -1 : 1);

/** The indices of a longest strictly increasing run of keys; null is none. */
function longestIncreasing(keys: readonly (string | null)[]): number[] {
  /** Of all runs of so many: the index at which the one with the least last key ends. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [at, key] of keys.entries()) {
    if (key === null) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((keys[ends[middle] ?? 0] ?? '') < key) low = middle + 1;
      else high = middle;
    }
    previous[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  }
  const run: number[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) run.push(at);
  return run.toReversed();
}
