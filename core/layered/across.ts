/**
 * Coordinates across the flow: as straight links and as narrow frames as the orders and distances allow, by network
 * simplex (Gansner, Koutsofios, North, Vo, section 4.2).
 */
import { framePadding, frameTop } from '../placement/spacing.ts';
import type { Spacing } from '../layout/graph.ts';
import type { Work } from '../planning/work.ts';
import type { Chains, RankItem } from './chains.ts';
import type { Compound } from './compound.ts';
import { keepOrder } from './kept-order.ts';
import { networkSimplex } from './network-simplex.ts';
import type { SimplexEdge } from './simplex-graph.ts';
import type { RankOrders } from './rank-order.ts';
import { straightRuns } from './straight-runs.ts';

export type AcrossPlaces = {
  /** Centers of the items. */
  readonly centers: Float64Array;
  /** Borders of frames, by node; 0 of boxes. */
  readonly lows: Float64Array;
  readonly highs: Float64Array;
};

/** Half pixels: the simplex places whole numbers. */
const scale = 2;
const bendGap = 14;
const boxToBendGap = 22;
const frameGap = 30;
const portGap = 16;
const portInset = 8;
const frameWeight = 4;
/** Up to this size every bend may be anywhere, which makes drawings narrower. In larger ones long edges are straight. */
const bendsOnTheirOwn = 1_000;
/** Straight edges and the order of boxes in other ranks exclude each other: where boxes keep their order, only larger ones. */
const bendsOnTheirOwnIfKept = 4_000;
/** Centers of one column are nearer than this to each other. */
const sameColumn = 1;
const simplexEffort = 800_000;

export function placeAcross(
  compound: Compound,
  chains: Chains,
  { ranks, isKept }: RankOrders,
  spacing: Spacing,
  work: Work,
): AcrossPlaces {
  const { nodes, direction } = compound;
  const { items, links } = chains;
  const [padLow, padHigh] = direction === 'down' ? [framePadding, framePadding] : [frameTop, framePadding];
  const { runs, count } =
    items.length > (isKept ? bendsOnTheirOwnIfKept : bendsOnTheirOwn)
      ? numbered(straightRuns(chains, ranks))
      : eachItsOwn(items.length);
  let next = count;
  const lowOf = new Int32Array(nodes.length).fill(-1);
  const highOf = new Int32Array(nodes.length).fill(-1);
  const edges: SimplexEdge[] = [];
  for (const [node, { isFrame, across }] of nodes.entries()) {
    if (!isFrame) continue;
    lowOf[node] = next++;
    highOf[node] = next++;
    edges.push({ tail: lowOf[node] ?? 0, head: highOf[node] ?? 0, least: Math.ceil(across * scale), weight: frameWeight });
  }
  const seen = new Set<number>();
  const apart = (tail: number, head: number, least: number): void => {
    const key = tail * (2 * nodes.length + count) + head;
    if (seen.has(key)) return;
    seen.add(key);
    edges.push({ tail, head, least: Math.ceil(least * scale), weight: 0 });
  };
  for (const rank of ranks) {
    let previous: Border | null = null;
    for (const border of bordersOf(rank, items, runs, lowOf, highOf)) {
      if (previous !== null) {
        apart(
          previous.variable,
          border.variable,
          previous.half + border.half + gapBetween(previous, border, spacing.beside, padLow, padHigh),
        );
      }
      previous = border;
    }
  }
  const ports = portsOf(chains, ranks);
  for (const [at, { from, to, weight }] of links.entries()) {
    // |from + port - to - port| as the two edges of a variable below both.
    const [tail, head] = [runs[from] ?? from, runs[to] ?? to];
    if (tail === head) continue;
    const shift = Math.round(((ports.from[at] ?? 0) - (ports.to[at] ?? 0)) * scale);
    const joint = next++;
    edges.push({ tail: joint, head: tail, least: Math.max(0, -shift), weight });
    edges.push({ tail: joint, head, least: Math.max(0, shift), weight });
  }
  if (isKept) {
    const kept = keepOrder(previousColumns(items, runs), edges, next);
    edges.push(...kept.edges);
    next = kept.count;
  }
  const positions = networkSimplex(next, edges, work, {
    effort: simplexEffort,
    isBalanced: links.every(({ isAngled }) => !isAngled),
  });
  const at = (variable: number | undefined): number =>
    variable === undefined || variable === -1 ? 0 : (positions[variable] ?? 0) / scale;
  return {
    centers: Float64Array.from(runs, at),
    lows: Float64Array.from(lowOf, at),
    highs: Float64Array.from(highOf, at),
  };
}

/** The variables of boxes by their centers before the layout. */
function previousColumns(items: readonly RankItem[], runs: Int32Array): number[][] {
  const boxes = [...items.entries()].filter(([, { kind }]) => kind === 'box');
  const columns: number[][] = [];
  let last = -Infinity;
  for (const [item, { previousAcross }] of boxes.toSorted((a, b) => a[1].previousAcross - b[1].previousAcross)) {
    if (previousAcross - last >= sameColumn) columns.push([]);
    columns.at(-1)?.push(runs[item] ?? item);
    last = previousAcross;
  }
  return columns;
}

/** The variable of each item. */
type ItemVariables = { readonly runs: Int32Array; readonly count: number };

const eachItsOwn = (count: number): ItemVariables => ({ runs: Int32Array.from({ length: count }, (_, item) => item), count });

/** The runs, numbered without gaps. */
function numbered(firsts: Int32Array): ItemVariables {
  const numbers = new Int32Array(firsts.length);
  let count = 0;
  for (const [item, first] of firsts.entries()) if (first === item) numbers[item] = count++;
  return { runs: firsts.map((first) => numbers[first] ?? 0), count };
}

type Border = { readonly kind: RankItem['kind'] | 'low' | 'high'; readonly variable: number; readonly half: number };

/** The items of a rank with the borders of frames before, between and after them. */
function* bordersOf(
  rank: readonly number[],
  items: readonly RankItem[],
  runs: Int32Array,
  lowOf: Int32Array,
  highOf: Int32Array,
): Generator<Border> {
  let path: readonly number[] = [];
  for (const index of rank) {
    const item = items[index];
    if (item === undefined) continue;
    let shared = 0;
    while (shared < path.length && path[shared] === item.path[shared]) shared += 1;
    for (const frame of path.slice(shared).toReversed()) yield { kind: 'high', variable: highOf[frame] ?? 0, half: 0 };
    for (const frame of item.path.slice(shared)) yield { kind: 'low', variable: lowOf[frame] ?? 0, half: 0 };
    path = item.path;
    yield { kind: item.kind, variable: runs[index] ?? index, half: item.across / 2 };
  }
  for (const frame of path.toReversed()) yield { kind: 'high', variable: highOf[frame] ?? 0, half: 0 };
}

function gapBetween(a: Border, b: Border, beside: number, padLow: number, padHigh: number): number {
  if (a.kind === 'low') return padLow;
  if (b.kind === 'high') return padHigh;
  const isBend = (border: Border): boolean => border.kind === 'bend' || border.kind === 'space';
  if (isBend(a) && isBend(b)) return bendGap;
  if (a.kind === 'high' || b.kind === 'low')
    return isBend(a) || isBend(b) ? boxToBendGap : Math.max(frameGap, Math.min(beside, frameGap));
  if (a.kind === 'box' && b.kind === 'box') return beside;
  return a.kind === 'box' || b.kind === 'box' ? boxToBendGap : bendGap;
}

/** How far from the middle of its box each link begins and ends: angled ones of one side are spread in their order. */
function portsOf(
  { items, links, up, down }: Chains,
  ranks: readonly (readonly number[])[],
): { from: Float64Array; to: Float64Array } {
  const position = new Int32Array(items.length);
  for (const rank of ranks) for (const [place, item] of rank.entries()) position[item] = place;
  const [from, to] = [new Float64Array(links.length), new Float64Array(links.length)];
  const spread = (list: readonly number[] | undefined, end: 'from' | 'to', offsets: Float64Array, across: number): void => {
    if (list === undefined || list.length < 2) return;
    const place = (link: number): number => position[links[link]?.[end] ?? 0] ?? 0;
    const gap = Math.min(portGap, (across - 2 * portInset) / (list.length - 1));
    for (const [at, link] of list.toSorted((a, b) => place(a) - place(b)).entries()) {
      if (links[link]?.isAngled === true) offsets[link] = (at - (list.length - 1) / 2) * gap;
    }
  };
  for (const [item, { kind, across }] of items.entries()) {
    if (kind !== 'box') continue;
    spread(down[item], 'to', from, across);
    spread(up[item], 'from', to, across);
  }
  return { from, to };
}
