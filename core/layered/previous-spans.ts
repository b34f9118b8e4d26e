/** Where nodes were before the layout, as the ranks of their boxes. */
import type { Compound } from './compound.ts';
import { previousRanks } from './previous.ts';
import type { RankSpan } from './ranks.ts';

/** First and last rank of each node in the layout before, counted without gaps. */
export function previousSpans({ nodes }: Compound): readonly RankSpan[] {
  const spans = nodes.map((): RankSpan => ({ first: Infinity, last: -Infinity }));
  const boxes = Array.from(nodes.keys()).filter((index) => nodes[index]?.isFrame === false);
  for (const [rank, members] of previousRanks(nodes, boxes).entries()) {
    for (const box of members) {
      for (const node of [box, ...(nodes[box]?.path ?? [])]) {
        const span = spans[node];
        if (span === undefined) continue;
        span.first = Math.min(span.first, rank);
        span.last = Math.max(span.last, rank);
      }
    }
  }
  return spans;
}

/** True if all of a node was before all of another. */
export const wasBefore = (spans: readonly RankSpan[], a: number, b: number): boolean =>
  (spans[a]?.last ?? 0) < (spans[b]?.first ?? 0);
