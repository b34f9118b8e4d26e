/** Coordinates along the flow: ranks one after the other, with room between them for the borders and titles of frames. */
import { framePadding, frameTop } from '../placement/spacing.ts';
import type { Spacing } from '../layout/graph.ts';
import type { Chains } from './chains.ts';
import type { Compound } from './compound.ts';
import type { RankAssignment, RankSpan } from './ranks.ts';

export type AlongPlaces = {
  /** Centers of the ranks. */
  readonly centers: Float64Array;
  /** Borders of frames, by node; 0 of boxes. */
  readonly lows: Float64Array;
  readonly highs: Float64Array;
};

/** Between the last frame of a rank and the first of the next. */
const frameGap = 30;

export function placeAlong(
  compound: Compound,
  { spans }: RankAssignment,
  { items, rankCount }: Chains,
  spacing: Spacing,
): AlongPlaces {
  const { nodes, direction, hasLabels } = compound;
  const [padLow, padHigh] = direction === 'down' ? [frameTop, framePadding] : [framePadding, framePadding];
  const size = new Float64Array(rankCount);
  for (const { rank, along } of items) size[rank] = Math.max(size[rank] ?? 0, along);
  const opening = nestingAt(compound, spans);
  const opens = new Int32Array(rankCount);
  const closing: number[][] = Array.from({ length: rankCount }, () => []);
  for (const [node, { isFrame }] of nodes.entries()) {
    const span = spans[node];
    if (!isFrame || span === undefined) continue;
    opens[span.first] = Math.max(opens[span.first] ?? 0, opening[node] ?? 0);
    // Inner frames close before those around them.
    closing[span.last]?.unshift(node);
  }
  const start = new Float64Array(rankCount);
  const lows = new Float64Array(nodes.length);
  const highs = new Float64Array(nodes.length);
  let [next, border, filled] = [(opens[0] ?? 0) * padLow, -Infinity, -Infinity];
  for (let rank = 0; rank < rankCount; rank += 1) {
    const opened = opens[rank] ?? 0;
    const isEmpty = (size[rank] ?? 0) === 0 && opened === 0;
    const before = opened > 0 ? Math.max(border, filled) : border;
    const at = isEmpty ? next : Math.max(next, before + frameGap + opened * padLow);
    start[rank] = at;
    for (const [node, { isFrame }] of nodes.entries()) {
      if (isFrame && spans[node]?.first === rank) lows[node] = at - (opening[node] ?? 0) * padLow;
    }
    const end = at + (size[rank] ?? 0);
    for (const node of closing[rank] ?? []) {
      const { along, path } = nodes[node] ?? { along: 0, path: [] };
      const high = Math.max(end + padHigh, (highs[node] ?? 0) + padHigh, (lows[node] ?? 0) + along);
      highs[node] = high;
      border = Math.max(border, high);
      const parent = path.at(-1);
      if (parent !== undefined) highs[parent] = Math.max(highs[parent] ?? 0, high);
    }
    const isBetweenBoxes = (size[rank] ?? 0) > 0 && (size[rank + 1] ?? 0) > 0;
    const gap = hasLabels ? spacing.along / 2 - (isBetweenBoxes ? labelSaving : 0) : spacing.along;
    if (!isEmpty) filled = end;
    next = end + gap;
  }
  const centers = start.map((value, rank) => value + (size[rank] ?? 0) / 2);
  return { centers, lows, highs };
}

/** A rank of labels is a little closer to the boxes beside it. */
const labelSaving = 10;

/** For each frame, how many nested frames, itself included, begin in its first rank. */
function nestingAt({ nodes }: Compound, spans: readonly RankSpan[]): Int32Array {
  const nesting = new Int32Array(nodes.length);
  for (let node = nodes.length - 1; node >= 0; node -= 1) {
    const { isFrame, path } = nodes[node] ?? { isFrame: false, path: [] };
    if (!isFrame) continue;
    nesting[node] = (nesting[node] ?? 0) + 1;
    const parent = path.at(-1);
    if (parent === undefined || spans[parent]?.first !== spans[node]?.first) continue;
    nesting[parent] = Math.max(nesting[parent] ?? 0, nesting[node] ?? 0);
  }
  return nesting;
}
