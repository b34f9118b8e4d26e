/**
 * Assigns ranks: every edge leads at least one rank forward (two where labels have ranks of their own), frames that edges
 * join come one after the other, and the total length of edges and frames is least.
 */
import type { Work } from '../planning/work.ts';
import type { Compound } from './compound.ts';
import { keepOrder } from './kept-order.ts';
import { networkSimplex } from './network-simplex.ts';
import { previousRanks } from './previous.ts';
import { previousSpans, wasBefore } from './previous-spans.ts';
import type { SimplexEdge } from './simplex-graph.ts';
import { successions } from './successions.ts';

export type RankSpan = { first: number; last: number };

export type RankAssignment = {
  /** First and last rank of each node; the same for a box. */
  readonly spans: readonly RankSpan[];
};

const edgeWeight = 2;
const frameWeight = 1;
const simplexEffort = 400_000;

/** `isKept`: boxes keep their ranks of the layout before where that is as good, and loose ones their rows. */
export function assignRanks(compound: Compound, isTurned: readonly boolean[], isKept: boolean, work: Work): RankAssignment {
  const { nodes, edges, hasLabels } = compound;
  const step = hasLabels ? 2 : 1;
  // A frame has a variable for its first rank and one for its last.
  const last = new Int32Array(nodes.length);
  let count = nodes.length;
  for (const [index, { isFrame }] of nodes.entries()) last[index] = isFrame ? count++ : index;
  const simplex: SimplexEdge[] = [];
  for (const [at, edge] of edges.entries()) {
    const [from, to] = isTurned[at] === true ? [edge.to, edge.from] : [edge.from, edge.to];
    simplex.push({ tail: last[from] ?? 0, head: to, least: step, weight: edgeWeight });
  }
  // Frames that were beside each other stay there.
  const previous = isKept ? previousSpans(compound) : null;
  for (const [a, b] of successions(compound, isTurned)) {
    if (previous !== null && !wasBefore(previous, a, b)) continue;
    simplex.push({ tail: last[a] ?? 0, head: b, least: step, weight: 0 });
  }
  for (const [index, { path, isFrame }] of nodes.entries()) {
    if (isFrame) simplex.push({ tail: index, head: last[index] ?? 0, least: 0, weight: frameWeight });
    const parent = path.at(-1);
    if (parent === undefined) continue;
    simplex.push({ tail: parent, head: index, least: 0, weight: 0 });
    simplex.push({ tail: last[index] ?? 0, head: last[parent] ?? 0, least: 0, weight: 0 });
  }
  if (isKept) {
    count = keepRanks(compound, simplex, count, step);
    const boxes = Array.from(nodes.keys()).filter((index) => nodes[index]?.isFrame === false);
    const kept = keepOrder(previousRanks(nodes, boxes), simplex, count);
    simplex.push(...kept.edges);
    count = kept.count;
  }
  const ranks = networkSimplex(count, simplex, work, { effort: simplexEffort });
  const spans = nodes.map((_, index) => ({ first: ranks[index] ?? 0, last: ranks[last[index] ?? 0] ?? 0 }));
  fillRows(compound, spans, step, isKept);
  tighten(compound, spans);
  return { spans };
}

/** So little that no edge becomes longer. */
const keptWeight = 0.001;

/** Draws each box to its rank of the layout before, counted from a common node; returns how many nodes there are then. */
function keepRanks({ nodes }: Compound, simplex: SimplexEdge[], count: number, step: number): number {
  const boxes = Array.from(nodes.keys()).filter((index) => nodes[index]?.isFrame === false);
  const anchor = count;
  let next = count + 1;
  for (const [rank, members] of previousRanks(nodes, boxes).entries()) {
    for (const box of members) {
      const joint = next++;
      // |box - anchor - rank| as the edges of a node below both.
      simplex.push({ tail: joint, head: box, least: rank * step, weight: keptWeight });
      simplex.push({ tail: joint, head: anchor, least: 0, weight: keptWeight });
    }
  }
  return next;
}

/** Boxes of a frame that no edge touches fill its rows, so that no frame becomes a strip. */
function fillRows({ nodes, edges }: Compound, spans: RankSpan[], step: number, isKept: boolean): void {
  const touched = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const loose = new Map<number, number[]>();
  for (const [index, { path, isFrame }] of nodes.entries()) {
    const parent = path.at(-1);
    if (parent === undefined || isFrame || touched.has(index)) continue;
    const siblings = loose.get(parent);
    if (siblings === undefined) loose.set(parent, [index]);
    else siblings.push(index);
  }
  for (const [frame, given] of loose) {
    const boxes = isKept ? previousRanks(nodes, given).flat() : given;
    const span = spans[frame];
    if (boxes.length < 3 || span === undefined) continue;
    const available = Math.floor((span.last - span.first) / step) + 1;
    const isFree =
      nodes[frame]?.path.length === 0 && edges.every(({ from, to }) => isIn(nodes, from, frame) === isIn(nodes, to, frame));
    const rows = available > 1 || !isFree ? available : Math.max(1, Math.floor(Math.sqrt(boxes.length / rowShape)));
    for (const [at, box] of boxes.entries()) {
      const rank = span.first + Math.floor((at * rows) / boxes.length) * step;
      spans[box] = { first: rank, last: rank };
    }
  }
}

/** Boxes in a row for each row of boxes, where a frame is filled freely. */
const rowShape = 1.6;

const isIn = (nodes: Compound['nodes'], node: number, frame: number): boolean =>
  node === frame || nodes[node]?.path.includes(frame) === true;

/** Frames span the ranks of their boxes. */
function tighten({ nodes }: Compound, spans: RankSpan[]): void {
  for (const [index, { isFrame }] of nodes.entries()) if (isFrame) spans[index] = { first: Infinity, last: -Infinity };
  for (const [index, { path, isFrame }] of nodes.entries()) {
    if (isFrame) continue;
    const { first } = spans[index] ?? { first: 0 };
    for (const frame of path) {
      const span = spans[frame];
      if (span === undefined) continue;
      span.first = Math.min(span.first, first);
      span.last = Math.max(span.last, first);
    }
  }
}
