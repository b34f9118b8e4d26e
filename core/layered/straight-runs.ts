/**
 * Runs of bends that share one coordinate across the flow, so that long edges are straight and have one variable each.
 *
 * After Sander: "A fast heuristic for hierarchical Manhattan layout" (Graph Drawing 1995). A run ends where it crosses
 * another run or the border of a frame: what remains can always be ordered.
 */
import type { Chains, RankItem } from './chains.ts';

/** For each item, the first item of its run. */
export function straightRuns({ items, links }: Chains, ranks: readonly (readonly number[])[]): Int32Array {
  const position = new Int32Array(items.length);
  for (const rank of ranks) for (const [place, item] of rank.entries()) position[item] = place;
  const inner: number[][] = ranks.map(() => []);
  for (const [at, { from, to }] of links.entries()) {
    if (isBend(items[from]) && isBend(items[to])) inner[items[from]?.rank ?? 0]?.push(at);
  }
  const extents = ranks.map((rank) => frameExtents(rank, items));
  const runs = Int32Array.from(items, (_, item) => item);
  for (const [rank, list] of inner.entries()) {
    const lines = list.map((link): RunLine => {
      const { from, to } = links[link] ?? { from: 0, to: 0 };
      return { from, to, above: position[from] ?? 0, below: position[to] ?? 0 };
    });
    lines.push(...borderLines(extents[rank], extents[rank + 1]));
    for (const { from, to } of withoutCrossings(lines)) runs[to] = runs[from] ?? from;
  }
  return runs;
}

const isBend = (item: RankItem | undefined): boolean => item?.kind === 'bend' || item?.kind === 'label';

/** A link, or with `from` -1 the border of a frame, between places in two neighboring ranks. */
type RunLine = { readonly from: number; readonly to: number; readonly above: number; readonly below: number };

type FrameExtents = ReadonlyMap<number, { readonly low: number; readonly high: number }>;

/** The first and the last place of each frame in a rank. */
function frameExtents(rank: readonly number[], items: readonly RankItem[]): FrameExtents {
  const extents = new Map<number, { low: number; high: number }>();
  for (const [place, item] of rank.entries()) {
    for (const frame of items[item]?.path ?? []) {
      const extent = extents.get(frame);
      if (extent === undefined) extents.set(frame, { low: place, high: place });
      else extent.high = place;
    }
  }
  return extents;
}

function borderLines(above: FrameExtents | undefined, below: FrameExtents | undefined): RunLine[] {
  const lines: RunLine[] = [];
  for (const [frame, { low, high }] of above ?? []) {
    const next = below?.get(frame);
    if (next === undefined) continue;
    lines.push({ from: -1, to: -1, above: low - 0.5, below: next.low - 0.5 });
    lines.push({ from: -1, to: -1, above: high + 0.5, below: next.high + 0.5 });
  }
  return lines;
}

/** The links that cross no other line. */
function withoutCrossings(lines: RunLine[]): RunLine[] {
  lines.sort((a, b) => a.above - b.above);
  const isCrossed = new Uint8Array(lines.length);
  let most = -Infinity;
  for (const [at, { below }] of lines.entries()) {
    if (below < most) isCrossed[at] = 1;
    most = Math.max(most, below);
  }
  let least = Infinity;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const { below } = lines[at] ?? { below: Infinity };
    if (below > least) isCrossed[at] = 1;
    least = Math.min(least, below);
  }
  return lines.filter(({ from }, at) => from !== -1 && isCrossed[at] === 0);
}
