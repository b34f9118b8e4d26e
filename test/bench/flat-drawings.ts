/** flat-drawings: layout and straight routes of large graphs without frames, beside plain Graphviz with its own routes. Both are warm. */
import { Graphviz } from '@hpcc-js/wasm-graphviz';

import { routesOf } from '#core/drawing/drawn-routes.ts';
import { arrange } from '#core/layout/arrange.ts';
import type { LayoutGraph } from '#core/layout/graph.ts';
import type { FlowEngine } from '#core/planning/planning.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { Element } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import { compoundTab, fullId } from '#test/harness/compound-tab.ts';

import { flatQuality, type FlatWay, plainGraphviz, randomGraph, spacing } from './flat-graphs.ts';
import type { BenchEffort, BenchRow } from './row.ts';

const sizes = [300, 1_000, 3_000] as const;
/** Above this, a round takes seconds. */
const largestQuick = 300;
const goalRatio = 1.1;

export async function flatRows(engine: FlowEngine, { rounds, share }: BenchEffort): Promise<BenchRow[]> {
  const plain = plainGraphviz(await Graphviz.load());
  return sizes
    .filter((size) => share === 1 || size <= largestQuick)
    .flatMap((size) => {
      const graph = randomGraph(size);
      const ways = { ours: layoutAndRoutes(graph, engine), plain };
      const best = { ours: Infinity, plain: Infinity };
      const places = { ours: ways.ours(graph), plain: plain(graph) };
      for (let round = 0; round < (size > largestQuick ? 3 : 2 * rounds); round += 1) {
        for (const name of ['plain', 'ours'] as const) {
          const startedAt = performance.now();
          places[name] = ways[name](graph);
          best[name] = Math.min(best[name], performance.now() - startedAt);
        }
      }
      const [ours, theirs] = [flatQuality(graph, places.ours), flatQuality(graph, places.plain)];
      const row = (
        what: string,
        unit: BenchRow['unit'],
        value: number,
        other: number,
        most: number,
        words: string,
      ): BenchRow => ({
        what: `flat graph of ${size.toLocaleString('en')} boxes, ${what}`,
        unit,
        ours: value,
        baseline: { name: 'Graphviz', value: other },
        goal: { words, met: value <= most * other },
      });
      return [
        row('time', 'ms', best.ours, best.plain, goalRatio, `at most ${goalRatio}x`),
        row('crossings', 'pairs', ours.crossings, theirs.crossings, 1, 'no more'),
      ];
    });
}

/** Lays out a graph that is on a tab, and routes its arrows there. */
function layoutAndRoutes(graph: LayoutGraph, engine: FlowEngine): FlatWay {
  const arrows = graph.edges.map(({ from, to }) => ({ from, to }));
  const tab = compoundTab({ boxes: graph.nodes.map(({ id, width, height }) => ({ id, width, height })), arrows });
  return () => {
    const places = arrange(graph, { style: 'flow', direction: 'down', spacing, engine }) ?? new Map<string, Rect>();
    const byFullId = new Map(Array.from(places, ([id, rect]) => [fullId(id), rect]));
    const elements = new Map(
      Array.from(tab.elements(), (element): [string, Element] => [
        element.id,
        element.type === 'arrow' ? { ...element, line: 'straight' } : { ...element, ...byFullId.get(element.id) },
      ]),
    );
    routesOf(TabIndex.of({ ...tab.settings, elements, skipped: [] }));
    return places;
  };
}
