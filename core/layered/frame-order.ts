/** One order of sibling frames for all ranks. */
import type { RankItem } from './chains.ts';

/** A number for each frame: where ranks differ, the majority decides which of two siblings is first. */
export function frameOrder(ranks: readonly (readonly number[])[], items: readonly RankItem[], frameCount: number): Float64Array {
  const votes = new Map<number, number>();
  const order: number[] = [];
  const isListed = new Uint8Array(frameCount);
  for (const rank of ranks) {
    const seen = new Set<number>();
    const byParent = new Map<number, number[]>();
    for (const item of rank) {
      const { path } = items[item] ?? { path: [] };
      for (const [depth, frame] of path.entries()) {
        if (seen.has(frame)) continue;
        seen.add(frame);
        if (isListed[frame] === 0) order.push(frame);
        isListed[frame] = 1;
        const parent = path[depth - 1] ?? -1;
        const siblings = byParent.get(parent) ?? [];
        for (const other of siblings) {
          const key = Math.min(other, frame) * frameCount + Math.max(other, frame);
          votes.set(key, (votes.get(key) ?? 0) + (other < frame ? 1 : -1));
        }
        siblings.push(frame);
        byParent.set(parent, siblings);
      }
    }
  }
  const isBefore = (a: number, b: number): boolean => {
    const vote = votes.get(Math.min(a, b) * frameCount + Math.max(a, b)) ?? 0;
    return a < b ? vote > 0 : vote < 0;
  };
  // Insertion gives a total order even if the votes form a cycle.
  const total: number[] = [];
  for (const frame of order) {
    let at = total.length;
    while (at > 0 && isBefore(frame, total[at - 1] ?? 0)) at -= 1;
    total.splice(at, 0, frame);
  }
  const fixed = new Float64Array(frameCount).fill(NaN);
  for (const [at, frame] of total.entries()) fixed[frame] = at;
  return fixed;
}
