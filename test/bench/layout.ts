/**
 * Flow layouts of random graphs compared with dagre and plain Graphviz: time, and the quality for a reader: how many pairs
 * of arrows cross, drawn straight from center to center, and how many boxes overlap.
 */
import { Graph, layout as dagreLayout } from '@dagrejs/dagre';
import { Graphviz } from '@hpcc-js/wasm-graphviz';

import { arrange } from '#core/layout/arrange.ts';
import type { Rect } from '#schema/tab.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';

import {
  flatQuality,
  type FlatQuality,
  type FlatWay as Way,
  boxSize as box,
  plainGraphviz,
  randomGraph,
  spacing,
} from './flat-graphs.ts';
import type { Bench, BenchEffort, BenchRow } from './row.ts';
import { median } from './statistics.ts';

const sizes = [50, 300, 1_000, 3_000] as const;
/** Above this, dagre takes more than a minute. */
const largestQuick = 300;

type Figures = FlatQuality & { readonly ms: number };

export const layout: Bench = {
  name: 'layout',
  title: 'Flow layout of random graphs, in process',
  async run(effort) {
    const engine = await GraphvizEngine.load();
    const graphviz = await Graphviz.load();
    const ways = { ours: byAtelier(engine), graphviz: plainGraphviz(graphviz), dagre: byDagre };
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
  const figures = (name: 'ours' | 'graphviz' | 'dagre'): Figures => ({
    ms: median(ms[name]),
    ...flatQuality(graph, places[name]),
  });
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

const byAtelier =
  (engine: GraphvizEngine): Way =>
  (graph) =>
    arrange(graph, { style: 'flow', direction: 'down', spacing, engine: engine.flow }) ?? new Map<string, Rect>();

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
