/**
 * Counts the crossings of links between neighboring ranks, with a tree of prefix sums.
 *
 * After Barth, Mutzel, Jünger: "Simple and efficient bilayer cross counting" (Graph Drawing 2002).
 */

/** `ends`: for each item, the items of the next rank that it is linked to. `position` is overwritten with the places of the items. */
export function countCrossings(ranks: readonly (readonly number[])[], ends: readonly Int32Array[], position: Int32Array): number {
  for (const rank of ranks) for (const [place, item] of rank.entries()) position[item] = place;
  let total = 0;
  for (const [at, rank] of ranks.entries()) {
    const width = ranks[at + 1]?.length ?? 0;
    if (width > 0) total += crossingsBelow(rank, width, ends, position);
  }
  return total;
}

function crossingsBelow(rank: readonly number[], width: number, ends: readonly Int32Array[], position: Int32Array): number {
  const tree = new Int32Array(width + 1);
  let [total, seen] = [0, 0];
  for (const item of rank) {
    const places = (ends[item] ?? new Int32Array(0)).map((end) => position[end] ?? 0).toSorted();
    for (const place of places) {
      let before = 0;
      for (let node = place + 1; node > 0; node -= node & -node) before += tree[node] ?? 0;
      total += seen - before;
    }
    for (const place of places) {
      for (let node = place + 1; node <= width; node += node & -node) tree[node] = (tree[node] ?? 0) + 1;
      seen += 1;
    }
  }
  return total;
}
