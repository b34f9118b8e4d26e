/** An order of items to begin with: linked items are near each other. */
import type { RankItem } from './chains.ts';

/** Numbers the items along the links; `ends`: for each item, the items of the next rank that it is linked to. */
export function depthFirstKeys(items: readonly RankItem[], ends: readonly Int32Array[]): Float64Array {
  const keys = new Float64Array(items.length).fill(-1);
  const byRank = items.map((_, item) => item).toSorted((a, b) => (items[a]?.rank ?? 0) - (items[b]?.rank ?? 0) || a - b);
  let next = 0;
  for (const start of byRank) {
    const stack = [start];
    for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
      if (keys[item] !== -1) continue;
      keys[item] = next++;
      for (const end of ends[item]?.toReversed() ?? []) if (keys[end] === -1) stack.push(end);
    }
  }
  return keys;
}
