/**
 * A layered layout of boxes and nested frames together: arrows lead from rank to rank, frames are compact and disjoint, and
 * labels have room.
 *
 * The passes follow Sugiyama, Tagawa, Toda (1981) with frames after Sander (1996); each is a file of this folder.
 */
import type { Rect } from '#schema/tab.ts';

import type { Work } from '../planning/work.ts';
import type { LayoutDirection, LayoutGraph, Spacing } from '../layout/graph.ts';
import { placeAcross } from './across.ts';
import { placeAlong } from './along.ts';
import { splitEdges } from './chains.ts';
import { type Compound, compoundOf } from './compound.ts';
import { turnedEdges } from './cycles.ts';
import { keptTurns } from './kept-turns.ts';
import { wasLaidOut } from './previous.ts';
import { orderRanks } from './rank-order.ts';
import { assignRanks, type RankAssignment } from './ranks.ts';

const starts = 6;
/** Boxes, bends and labels together. */
const itemsMax = 60_000;

/** Rectangles of all boxes and frames of a connected graph, in whole pixels; null if it is too large or the work budget is exhausted. */
export function layeredLayout(
  graph: LayoutGraph,
  direction: LayoutDirection,
  spacing: Spacing,
  work: Work,
  isKept = wasLaidOut(compoundOf(graph, direction)),
): Map<string, Rect> | null {
  const compound = compoundOf(graph, direction);
  const isTurned = isKept ? keptTurns(compound) : turnedEdges(compound);
  const ranks = assignRanks(compound, isTurned, isKept, work);
  if (itemsOf(compound, ranks) > itemsMax) return null;
  const chains = splitEdges(compound, ranks, isTurned);
  const orders = orderRanks(chains, starts, isKept, work);
  if (work.exhausted) return null;
  const across = placeAcross(compound, chains, orders, spacing, work);
  if (work.exhausted) return null;
  const along = placeAlong(compound, ranks, chains, spacing);
  const rects = new Map<string, Rect>();
  const put = (id: string, low: number, start: number, acrossSize: number, alongSize: number): void => {
    const [a, b] = [Math.round(low), Math.round(start)];
    rects.set(
      id,
      direction === 'down'
        ? { x: a, y: b, width: acrossSize, height: alongSize }
        : { x: b, y: a, width: alongSize, height: acrossSize },
    );
  };
  for (const [item, { kind, node, rank, across: width, along: length }] of chains.items.entries()) {
    const id = compound.nodes[node]?.id;
    if (kind !== 'box' || id === undefined) continue;
    put(id, (across.centers[item] ?? 0) - width / 2, (along.centers[rank] ?? 0) - length / 2, width, length);
  }
  for (const [node, { id, isFrame }] of compound.nodes.entries()) {
    if (!isFrame) continue;
    const [low, high] = [Math.floor(across.lows[node] ?? 0), Math.ceil(across.highs[node] ?? 0)];
    const [start, end] = [Math.floor(along.lows[node] ?? 0), Math.ceil(along.highs[node] ?? 0)];
    put(id, low, start, high - low, end - start);
  }
  return rects;
}

/** How many items there are at most once edges are split. */
const itemsOf = ({ nodes, edges }: Compound, { spans }: RankAssignment): number =>
  spans.reduce((sum, { first, last }) => sum + 1 + last - first, nodes.length) +
  edges.reduce((sum, { from, to }) => sum + Math.abs((spans[to]?.first ?? 0) - (spans[from]?.first ?? 0)), 0);
