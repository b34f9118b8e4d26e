/** Splits edges over several ranks into chains, so that every link joins neighboring ranks. */
import type { Compound } from './compound.ts';
import type { RankAssignment, RankSpan } from './ranks.ts';

/** What takes a place in a rank: a box, a piece of an edge, a label, or a frame without a box there. */
export type RankItem = {
  readonly kind: 'box' | 'bend' | 'label' | 'space';
  /** The node of a box; -1 of others. */
  readonly node: number;
  readonly rank: number;
  readonly across: number;
  readonly along: number;
  /** The frames around it, the outermost first. */
  readonly path: readonly number[];
  /** Center before the layout; of a bend, where its edge led. */
  readonly previousAcross: number;
};

export type RankLink = {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  readonly isAngled: boolean;
};

export type Chains = {
  readonly items: readonly RankItem[];
  readonly links: readonly RankLink[];
  /** Indices of the links of each item to the rank before it, and to the rank after it. */
  readonly up: readonly (readonly number[])[];
  readonly down: readonly (readonly number[])[];
  readonly rankCount: number;
};

/** Links between bends are straightened first, then those from a box to a bend. */
const weights = { boxes: 1, boxToBend: 2, bends: 8 } as const;

export function splitEdges(compound: Compound, { spans }: RankAssignment, isTurned: readonly boolean[]): Chains {
  const { nodes, edges } = compound;
  const items: RankItem[] = [];
  const links: RankLink[] = [];
  const itemOf = new Int32Array(nodes.length).fill(-1);
  for (const [node, { isFrame, across, along, path, previousAcross }] of nodes.entries()) {
    if (isFrame) continue;
    itemOf[node] = items.length;
    items.push({ kind: 'box', node, rank: spans[node]?.first ?? 0, across, along, path, previousAcross });
  }
  const space = (frame: number, rank: number): number => {
    const { path, previousAcross } = nodes[frame] ?? { path: [], previousAcross: 0 };
    return items.push({ kind: 'space', node: -1, rank, across: 0, along: 0, path: [...path, frame], previousAcross }) - 1;
  };
  /** The item at which an edge leaves or enters a node: a frame has one in its last and its first rank. */
  const endOf = (node: number, rank: number): number => {
    const item = itemOf[node] ?? -1;
    return item === -1 ? space(node, rank) : item;
  };
  for (const [at, edge] of edges.entries()) {
    const [from, to] = isTurned[at] === true ? [edge.to, edge.from] : [edge.from, edge.to];
    const [start, end] = [spans[from]?.last ?? 0, spans[to]?.first ?? 0];
    if (end <= start) continue;
    const { isAngled } = edge;
    let previous = endOf(from, start);
    const first = previous;
    const last = endOf(to, end);
    const labelRank = edge.label === null ? -1 : Math.floor((start + end) / 2);
    const [pathFrom, pathTo] = [pathOf(compound, from), pathOf(compound, to)];
    for (let rank = start + 1; rank < end; rank += 1) {
      const path = pathAt(rank, pathFrom, pathTo, spans);
      const label = rank === labelRank ? edge.label : null;
      const share = (rank - start) / (end - start);
      const previousAcross = (1 - share) * (nodes[from]?.previousAcross ?? 0) + share * (nodes[to]?.previousAcross ?? 0);
      const size =
        label === null ? { across: 0, along: 0 } : { across: label.across + labelRoom, along: label.along + labelRoom };
      const item: RankItem = { kind: label === null ? 'bend' : 'label', node: -1, rank, ...size, path, previousAcross };
      const next = items.push(item) - 1;
      links.push({ from: previous, to: next, weight: previous === first ? weights.boxToBend : weights.bends, isAngled });
      previous = next;
    }
    links.push({ from: previous, to: last, weight: previous === first ? weights.boxes : weights.boxToBend, isAngled });
  }
  fillFrames(compound, spans, items, space);
  const up: number[][] = items.map(() => []);
  const down: number[][] = items.map(() => []);
  for (const [at, { from, to }] of links.entries()) {
    down[from]?.push(at);
    up[to]?.push(at);
  }
  return { items, links, up, down, rankCount: items.reduce((most, { rank }) => Math.max(most, rank + 1), 0) };
}

/** Pixels around a label. */
const labelRoom = 6;

/** The frames around the ends of an edge at a node; those of a frame include itself. */
function pathOf({ nodes }: Compound, node: number): readonly number[] {
  const { path, isFrame } = nodes[node] ?? { path: [], isFrame: false };
  return isFrame ? [...path, node] : path;
}

/** The frames around an edge in a rank: those of the tail while they last, then those of the head once they have begun. */
function pathAt(rank: number, from: readonly number[], to: readonly number[], spans: readonly RankSpan[]): readonly number[] {
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  let depth = from.length;
  while (depth > shared && (spans[from[depth - 1] ?? 0]?.last ?? -1) < rank) depth -= 1;
  if (depth > shared) return from.slice(0, depth);
  depth = to.length;
  while (depth > shared && (spans[to[depth - 1] ?? 0]?.first ?? Infinity) > rank) depth -= 1;
  return to.slice(0, depth);
}

/** Gives each frame a place in every rank of its span. */
function fillFrames(
  { nodes }: Compound,
  spans: readonly RankSpan[],
  items: readonly RankItem[],
  space: (frame: number, rank: number) => number,
): void {
  const occupied = nodes.map(() => new Set<number>());
  for (const { rank, path } of items) for (const frame of path) occupied[frame]?.add(rank);
  // Inner frames first: what fills them fills the frames around them.
  for (let frame = nodes.length - 1; frame >= 0; frame -= 1) {
    const [node, span] = [nodes[frame], spans[frame]];
    if (node?.isFrame !== true || span === undefined) continue;
    for (let rank = span.first; rank <= span.last; rank += 1) {
      if (occupied[frame]?.has(rank) === true) continue;
      space(frame, rank);
      for (const outer of [...node.path, frame]) occupied[outer]?.add(rank);
    }
  }
}
