/**
 * Flow layouts of random graphs compared with dagre and plain Graphviz: time, and the quality for a reader: how many pairs
 * of arrows cross, drawn straight from center to center, and how many boxes overlap.
 */
import { Graph, layout as dagreLayout } from '@dagrejs/dagre';
import { Graphviz } from '@hpcc-js/wasm-graphviz';

import { arrange } from '#core/layout/arrange.ts';
import type { LayoutEdge, LayoutGraph } from '#core/layout/graph.ts';
import { type CrossingLine, linesCross } from '#core/lint/crossings.ts';
import { partlyOverlap } from '#core/lint/overlaps.ts';
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';

import type { Bench, BenchEffort, BenchRow } from './row.ts';
import { median } from './statistics.ts';

const sizes = [50, 300, 1_000, 3_000] as const;
/** Above this, dagre takes more than a minute. */
const largestQuick = 300;
const box = { width: 120, height: 60 };
const spacing = { beside: 40, along: 60 };
const pointsPerInch = 72;

type Way = (graph: LayoutGraph) => ReadonlyMap<string, Rect>;
type Figures = { readonly ms: number; readonly crossings: number; readonly overlaps: number };

export const layout: Bench = {
  name: 'layout',
  title: 'Flow layout of random graphs, in process',
  async run(effort) {
    const engine = await GraphvizEngine.load();
    const graphviz = await Graphviz.load();
    const ways = { ours: byAtelier(engine), graphviz: byGraphviz(graphviz), dagre: byDagre };
    const taken = sizes.filter((size) => effort.share === 1 || size <= largestQuick);
    return taken.flatMap((size) => rowsOf(size, ways, effort));
  },
};

function rowsOf(size: number, ways: Readonly<Record<'ours' | 'graphviz' | 'dagre', Way>>, { rounds }: BenchEffort): BenchRow[] {
  const graph = randomGraph(size);
  const ms = { ours: [] as number[], graphviz: [] as number[], dagre: [] as number[] };
  const places = { ours: ways.ours(graph), graphviz: ways.graphviz(graph), dagre: new Map<string, Rect>() };
  for (let round = 0; round < (size > largestQuick ? 1 : rounds); round += 1) {
    for (const name of ['ours', 'graphviz', 'dagre'] as const) {
      const startedAt = performance.now();
      places[name] = new Map(ways[name](graph));
      ms[name].push(performance.now() - startedAt);
    }
  }
  const figures = (name: 'ours' | 'graphviz' | 'dagre'): Figures => ({ ms: median(ms[name]), ...seen(graph, places[name]) });
  const [ours, graphviz, dagre] = [figures('ours'), figures('graphviz'), figures('dagre')];
  const what = `layout of ${size.toLocaleString('en')} nodes`;
  return [
    row(`${what}, time`, 'ms', ours.ms, { name: 'plain Graphviz', value: graphviz.ms }, { words: 'at most 1.1x', met: ours.ms <= 1.1 * graphviz.ms }),
    row(`${what}, time`, 'ms', ours.ms, { name: 'dagre', value: dagre.ms }, null),
    row(`${what}, crossings`, 'pairs', ours.crossings, { name: 'plain Graphviz', value: graphviz.crossings }, { words: 'no more', met: ours.crossings <= graphviz.crossings }),
    row(`${what}, crossings`, 'pairs', ours.crossings, { name: 'dagre', value: dagre.crossings }, null),
    row(`${what}, overlaps`, 'pairs', ours.overlaps, { name: 'dagre', value: dagre.overlaps }, { words: 'none', met: ours.overlaps === 0 }),
  ]; // prettier-ignore
}

const row = (
  what: string,
  unit: BenchRow['unit'],
  ours: number,
  baseline: BenchRow['baseline'],
  goal: BenchRow['goal'],
): BenchRow => ({
  what,
  unit,
  ours,
  baseline,
  goal,
});

/** An arrow from each box to one of the twenty before it, and a third as many others; the same for each run. */
function randomGraph(size: number): LayoutGraph {
  let state = 12_345;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const nodes = Array.from({ length: size }, (_, index) => ({ id: `b${index}`, now: { x: 0, y: 0 }, ...box }));
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

const byAtelier =
  (engine: GraphvizEngine): Way =>
  (graph) =>
    arrange(graph, { style: 'flow', direction: 'down', spacing, engine: engine.flow }) ?? new Map<string, Rect>();

const byGraphviz =
  (graphviz: Graphviz): Way =>
  ({ nodes, edges }) => {
    const inches = (pixels: number): string => (pixels / pointsPerInch).toFixed(4);
    const lines = [
      `digraph { nodesep=${inches(spacing.beside)} ranksep=${inches(spacing.along)} node [shape=box fixedsize=true label="" width=${inches(box.width)} height=${inches(box.height)}]`,
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
        return [name, { x: x - box.width / 2, y: -y - box.height / 2, ...box }];
      }),
    );
  };

const byDagre: Way = ({ nodes, edges }) => {
  const graph = new Graph();
  graph.setGraph({ nodesep: spacing.beside, ranksep: spacing.along });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...box });
  for (const { from, to } of edges) graph.setEdge(from, to);
  dagreLayout(graph);
  return new Map(
    nodes.map(({ id }) => {
      const { x, y } = graph.node(id) as { x: number; y: number };
      return [id, { x: x - box.width / 2, y: y - box.height / 2, ...box }];
    }),
  );
};

function seen({ edges }: LayoutGraph, places: ReadonlyMap<string, Rect>): Omit<Figures, 'ms'> {
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
