/** flat-graphs: random graphs without frames, plain Graphviz's layout of them, and what a reader sees of a layout. */
import type { Graphviz } from '@hpcc-js/wasm-graphviz';

import type { LayoutEdge, LayoutGraph } from '#core/layout/graph.ts';
import { type CrossingLine, linesCross } from '#core/arrows/lines-cross.ts';
import { partlyOverlap } from '#core/lint/overlaps.ts';
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

export type FlatWay = (graph: LayoutGraph) => ReadonlyMap<string, Rect>;
/** How many pairs of arrows cross, drawn straight from center to center, and how many boxes overlap. */
export type FlatQuality = { readonly crossings: number; readonly overlaps: number };

export const boxSize = { width: 120, height: 60 };
export const spacing = { beside: 40, along: 60 };
const pointsPerInch = 72;

/** An arrow from each box to one of the twenty before it, and a third as many others; the same for each run. */
export function randomGraph(size: number): LayoutGraph {
  let state = 12_345;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const nodes = Array.from({ length: size }, (_, index) => ({ id: `b${index}`, now: { x: 0, y: 0 }, ...boxSize }));
  const edges = new Map<string, LayoutEdge>();
  const connect = (from: number, to: number): void => {
    if (from !== to) edges.set(`${from} ${to}`, { from: `b${from}`, to: `b${to}`, label: null });
  };
  for (let index = 1; index < size; index += 1) connect(index - 1 - next(Math.min(20, index)), index);
  for (let count = 0; count < size / 3; count += 1) {
    const from = next(size - 1);
    connect(from, from + 1 + next(Math.min(60, size - from - 1)));
  }
  return { nodes, edges: [...edges.values()] };
}

/** With its own curved routes, which are its default. */
export const plainGraphviz =
  (graphviz: Graphviz): FlatWay =>
  ({ nodes, edges }) => {
    const inches = (pixels: number): string => (pixels / pointsPerInch).toFixed(4);
    const lines = [
      `digraph { nodesep=${inches(spacing.beside)} ranksep=${inches(spacing.along)} node [shape=box fixedsize=true label="" width=${inches(boxSize.width)} height=${inches(boxSize.height)}]`,
      ...nodes.map(({ id }) => id),
      ...edges.map(({ from, to }) => `${from} -> ${to}`),
      '}',
    ];
    const drawn = JSON.parse(graphviz.layout(lines.join('\n'), 'json0' as 'json', 'dot')) as {
      objects: readonly { readonly name: string; readonly pos: string }[];
    };
    return new Map(
      drawn.objects.map(({ name, pos }) => {
        const [x = 0, y = 0] = pos.split(',').map(Number);
        return [name, { x: x - boxSize.width / 2, y: -y - boxSize.height / 2, ...boxSize }];
      }),
    );
  };

export function flatQuality({ edges }: LayoutGraph, places: ReadonlyMap<string, Rect>): FlatQuality {
  const lines = edges.map(({ from, to }) => lineBetween(places.get(from), places.get(to)));
  return { crossings: pairs(lines, linesCross), overlaps: pairs([...places.values()], partlyOverlap) };
}

function lineBetween(from: Rect | undefined, to: Rect | undefined): CrossingLine {
  const middle = (rect: Rect | undefined): Point =>
    rect === undefined ? [0, 0] : [rect.x + rect.width / 2, rect.y + rect.height / 2];
  const [a, b] = [middle(from), middle(to)];
  const bounds = {
    x: Math.min(a[0], b[0]),
    y: Math.min(a[1], b[1]),
    width: Math.abs(a[0] - b[0]),
    height: Math.abs(a[1] - b[1]),
  };
  return { points: [a, b], bounds };
}

function pairs<T>(all: readonly T[], holds: (a: T, b: T) => boolean): number {
  let count = 0;
  for (const [index, a] of all.entries()) {
    for (let other = index + 1; other < all.length; other += 1) {
      const b = all[other];
      if (b !== undefined && holds(a, b)) count += 1;
    }
  }
  return count;
}
