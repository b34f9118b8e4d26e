/**
 * kept-keys: assigns stacking keys to a replaced tab so that as many elements as possible keep theirs.
 *
 * The longest run of existing elements whose order is unchanged keeps its keys; all others get keys in between.
 */
import { longestIncreasing } from '../tab/longest-increasing.ts';
import { byStacking, keysBetween } from '../tab/stacking.ts';
import type { TabView } from '../tab/view.ts';

/** A key for each element of the tab, in the same stacking order; empty if there is no room for them. */
export function keptKeys(tab: TabView, before: TabView): ReadonlyMap<string, string> {
  const stack = [...tab.elements()].toSorted(byStacking);
  const oldKeys = stack.map(({ id }) => before.get(id)?.z ?? null);
  const keptIndices = longestIncreasing(oldKeys);
  const keys = new Map<string, string>();
  let from = 0;
  for (const at of [...keptIndices, stack.length]) {
    const [below, above] = [oldKeys[from - 1] ?? null, oldKeys[at] ?? null];
    const between = keysBetween(from === 0 ? null : below, at === stack.length ? null : above, at - from);
    if (between === null) return new Map();
    for (const [index, key] of between.entries()) keys.set(stack[from + index]?.id ?? '', key);
    const element = stack[at];
    if (element !== undefined && above !== null) keys.set(element.id, above);
    from = at + 1;
  }
  return keys;
}
