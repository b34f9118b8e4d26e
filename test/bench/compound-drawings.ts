/**
 * compound-drawings: how readable drawings are, and how long layout and routing take, beside elkjs, dagre and Graphviz: the same
 * graphs, judged by the same geometry, in both directions.
 */
import { routesOf } from '#core/drawing/drawn-routes.ts';
import { LayoutSelection } from '#core/layout/selection.ts';
import { arrange } from '#core/layout/arrange.ts';
import { Work } from '#core/planning/work.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { Element } from '#schema/element.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';
import { type CompoundDrawing, compoundTab } from '#test/harness/compound-tab.ts';
import { readDrawing } from '#test/harness/read-drawing.ts';
import { isFaulty, type Readability, readabilityOf } from '#test/harness/readability.ts';

import { compoundGraphs } from './compound-graphs.ts';
import { byDagre, byElk, byGraphviz, type DrawingDirection, type DrawingWay } from './drawing-ways.ts';
import type { Bench, BenchRow } from './row.ts';
import { median } from './statistics.ts';

const directions: readonly DrawingDirection[] = ['down', 'right'];
const spacing = { beside: 40, along: 60 };
/** Rounds before the one that counts, for the compiler. */
const warmUps = 3;

export const drawing: Bench = {
  name: 'drawing',
  title: 'Layout and routing of compound drawings, in process',
  async run({ rounds }) {
    const ours = await judged(byAtelier(await GraphvizEngine.load()), rounds);
    const others = [
      ['elkjs', await judged(byElk(), rounds)],
      ['dagre', await judged(byDagre, rounds)],
      ['Graphviz', await judged(await byGraphviz(), rounds)],
    ] as const;
    return figures.flatMap(({ what, unit, of }) =>
      others.map(([name, other]): BenchRow => {
        const [value, theirs] = [of(ours), of(other)];
        const goal = name === 'elkjs' ? { words: 'no more', met: value <= theirs } : null;
        return { what: `drawing, ${what}`, unit, ours: value, baseline: { name, value: theirs }, goal };
      }),
    );
  },
};

type Judged = { readonly seen: readonly Readability[]; readonly arrows: number; readonly ms: number };

const sum = (key: keyof Readability) => ({ seen }: Judged): number => seen.reduce((total, each) => total + each[key], 0); // prettier-ignore
const mean = (key: keyof Readability) => (judgement: Judged): number => sum(key)(judgement) / judgement.seen.length; // prettier-ignore

const figures: readonly { readonly what: string; readonly unit: BenchRow['unit']; readonly of: (judgement: Judged) => number }[] =
  [
    { what: 'faulty', unit: 'drawings', of: ({ seen }) => seen.filter(isFaulty).length },
    { what: 'crossings', unit: 'pairs', of: sum('crossings') },
    { what: 'bends', unit: 'per arrow', of: (judgement) => sum('bends')(judgement) / judgement.arrows },
    { what: 'length', unit: 'px', of: sum('length') },
    { what: 'spread', unit: 'x', of: mean('spread') },
    { what: 'aspect', unit: 'x', of: mean('aspect') },
    { what: 'covered by labels', unit: 'pairs', of: sum('labelHits') },
    { what: 'time', unit: 'ms', of: ({ ms }) => ms },
  ];

async function judged(way: DrawingWay, rounds: number): Promise<Judged> {
  const times: number[] = [];
  let seen: Readability[] = [];
  let arrows = 0;
  for (let round = 0; round < warmUps + rounds; round += 1) {
    seen = [];
    [arrows, times[round]] = [0, 0];
    for (const graph of compoundGraphs()) {
      for (const direction of directions) {
        const { ms, read } = await way(graph, direction);
        times[round] = (times[round] ?? 0) + ms;
        seen.push(readabilityOf(read));
        arrows += read.arrows.length;
      }
    }
  }
  return { seen, arrows, ms: median(times.slice(warmUps)) };
}

const byAtelier =
  ({ flow }: GraphvizEngine): DrawingWay =>
  (graph: CompoundDrawing, direction) => {
    const tab = compoundTab(graph);
    const startedAt = performance.now();
    const selection = new LayoutSelection([...tab.boxes()], tab, new Work(Infinity));
    const places = new Map(
      selection.groups.flatMap((each) => [
        ...(arrange(selection.graphOf(each, tab, direction), { style: 'flow', direction, spacing, engine: flow }) ?? []),
      ]),
    );
    const elements = new Map(
      Array.from(tab.elements(), (element): [string, Element] => [
        element.id,
        element.type === 'arrow' ? element : { ...element, ...places.get(element.id) },
      ]),
    );
    const laidOut = TabIndex.of({ ...tab.settings, elements, skipped: [] });
    routesOf(laidOut);
    const ms = performance.now() - startedAt;
    return Promise.resolve({ ms, read: readDrawing(laidOut) });
  };
