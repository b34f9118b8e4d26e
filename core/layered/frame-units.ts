/** How frames take part in the order of a rank: by the mean key of their members, and in one order in all ranks. */
import type { RankItem } from './chains.ts';

/** The mean key of the linked members of a frame, or of all where none is linked. */
export function meanKey(members: readonly number[], keys: Float64Array, ends: readonly Int32Array[]): number {
  let [sum, count, all] = [0, 0, 0];
  for (const item of members) {
    all += keys[item] ?? 0;
    if ((ends[item]?.length ?? 0) === 0) continue;
    sum += keys[item] ?? 0;
    count += 1;
  }
  return count > 0 ? sum / count : all / members.length;
}

/** The mean key of the items in each frame, or of those that count. */
export function meanKeys(
  items: readonly RankItem[],
  keys: Float64Array,
  frameCount: number,
  counts: (item: RankItem) => boolean = () => true,
): Float64Array {
  const [sums, numbers] = [new Float64Array(frameCount), new Int32Array(frameCount)];
  for (const [index, item] of items.entries()) {
    if (!counts(item)) continue;
    for (const frame of item.path) {
      sums[frame] = (sums[frame] ?? 0) + (keys[index] ?? 0);
      numbers[frame] = (numbers[frame] ?? 0) + 1;
    }
  }
  return sums.map((sum, frame) => sum / Math.max(1, numbers[frame] ?? 1));
}

/** Puts the units that have a number in the order of their numbers, in the places that these units have. */
export function keepUnits<U>(units: U[], numberOf: (unit: U) => number): void {
  const places = units.flatMap((unit, at) => (Number.isNaN(numberOf(unit)) ? [] : [at]));
  if (places.length < 2) return;
  const ordered = places
    .map((at) => units[at])
    .filter((unit) => unit !== undefined)
    .toSorted((a, b) => numberOf(a) - numberOf(b));
  for (const [at, place] of places.entries()) {
    const unit = ordered[at];
    if (unit !== undefined) units[place] = unit;
  }
}
