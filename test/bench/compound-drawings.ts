/**
 * compound-drawings: how readable drawings are, and how long layout and routing take, beside elkjs, dagre and Graphviz: the same
 * graphs, judged by the same geometry, in both directions. Routes alone, between boxes where elkjs puts them, are beside libavoid's.
 */
import { routesOf } from '#core/drawing/drawn-routes.ts';
import { LayoutSelection } from '#core/layout/selection.ts';
import { arrange } from '#core/layout/arrange.ts';
import type { FlowEngine } from '#core/planning/planning.ts';
import { Work } from '#core/planning/work.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { Element } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';
import { compoundTab, fullId } from '#test/harness/compound-tab.ts';
import { readDrawing } from '#test/harness/read-drawing.ts';
import { isFaulty, type Readability, readabilityOf, type ReadDrawing } from '#test/harness/readability.ts';

import { compoundGraphs, type NamedDrawing } from './compound-graphs.ts';
import { byDagre, byElk, byGraphviz, type DrawingDirection, type DrawingWay } from './drawing-ways.ts';
import { flatRows } from './flat-drawings.ts';
import { byLibavoid } from './libavoid-routes.ts';
import type { Bench, BenchRow } from './row.ts';
import { median } from './statistics.ts';

const directions: readonly DrawingDirection[] = ['down', 'right'];
const spacing = { beside: 40, along: 60 };
/** Rounds before those that count, for the compiler. */
const warmUps = 3;
/** The share of elkjs's time that is wished for. */
const wishedTime = 1 / 3;

export const drawing: Bench = {
  name: 'drawing',
  title: 'Layout and routing of drawings, in process',
  async run(effort) {
    const { flow } = await GraphvizEngine.load();
    const ways = { ours: byAtelier(flow), elkjs: byElk(), dagre: byDagre, Graphviz: await byGraphviz() };
    const cases = compoundGraphs().flatMap((graph) => directions.map((direction) => ({ graph, direction })));
    const drawn = await judged(ways, cases, ({ graph, direction }, way) => way(graph, direction), effort.rounds);
    const placed: PlacedDrawing[] = [];
    for (const { graph, direction } of cases) placed.push({ graph, ...(await ways.elkjs(graph, direction)) });
    const routers = { ours: byOurRoutes, libavoid: await byLibavoid() };
    const routed = await judged(routers, placed, (each, way) => Promise.resolve(way(each.read, each.graph)), effort.rounds);
    return [
      ...(['elkjs', 'dagre', 'Graphviz'] as const).flatMap((name) => beside('drawing', drawn.ours, name, drawn[name])),
      ...beside('routes between fixed boxes', routed.ours, 'libavoid', routed.libavoid),
      ...(await flatRows(flow, effort)),
    ];
  },
};

type PlacedDrawing = { readonly graph: NamedDrawing; readonly read: ReadDrawing };

type Judged = { readonly seen: readonly Readability[]; readonly arrows: number; readonly ms: number };

const sum = (key: keyof Readability) => ({ seen }: Judged): number => seen.reduce((total, each) => total + each[key], 0); // prettier-ignore
const mean = (key: keyof Readability) => (judgement: Judged): number => sum(key)(judgement) / judgement.seen.length; // prettier-ignore

type Figure = { readonly what: string; readonly unit: BenchRow['unit']; readonly of: (judgement: Judged) => number };

const figures: readonly Figure[] = [
  { what: 'faulty', unit: 'drawings', of: ({ seen }) => seen.filter(isFaulty).length },
  { what: 'on one track', unit: 'pairs', of: sum('ambiguous') },
  { what: 'crossings', unit: 'pairs', of: sum('crossings') },
  { what: 'bends', unit: 'per arrow', of: (judgement) => sum('bends')(judgement) / judgement.arrows },
  { what: 'length', unit: 'px', of: sum('length') },
  { what: 'spread', unit: 'x', of: mean('spread') },
  { what: 'aspect', unit: 'x', of: mean('aspect') },
  { what: 'covered by labels', unit: 'pairs', of: sum('labelHits') },
  { what: 'time', unit: 'ms', of: ({ ms }) => ms },
];
/** What does not depend on routes alone. */
const ofLayouts = new Set(['faulty', 'spread', 'aspect', 'covered by labels']);

const beside = (what: string, ours: Judged, name: string, theirs: Judged): BenchRow[] =>
  figures
    .filter((figure) => name !== 'libavoid' || !ofLayouts.has(figure.what))
    .map((figure): BenchRow => {
      const [value, other] = [figure.of(ours), figure.of(theirs)];
      const baseline = { name, value: other };
      return { what: `${what}, ${figure.what}`, unit: figure.unit, ours: value, baseline, goal: goalOf(figure, value, baseline) };
    });

function goalOf({ what }: Figure, value: number, { name, value: other }: { name: string; value: number }): BenchRow['goal'] {
  if (name === 'dagre' || name === 'Graphviz') return null;
  const met = value <= other;
  if (what !== 'time' || name !== 'elkjs') return { words: 'no more', met };
  return { words: value <= wishedTime * other ? 'no more, a third wished (reached)' : 'no more, a third wished', met };
}

/** The ways take turns case by case; their time is the sum over all cases, the median over the rounds. */
async function judged<Name extends string, Way, Case>(
  ways: Readonly<Record<Name, Way>>,
  cases: readonly Case[],
  run: (each: Case, way: Way) => Promise<{ readonly ms: number; readonly read: ReadDrawing }>,
  rounds: number,
): Promise<Record<Name, Judged>> {
  const results = new Map<string, { seen: Readability[]; arrows: number; times: number[] }>();
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const name of Object.keys(ways)) {
      results.set(name, { seen: [], arrows: 0, times: [...(results.get(name)?.times ?? []), 0] });
    }
    for (const each of cases) {
      for (const [name, way] of Object.entries<Way>(ways)) {
        const { ms, read } = await run(each, way);
        const result = results.get(name);
        if (result === undefined) continue;
        result.times[round] = (result.times[round] ?? 0) + ms;
        result.seen.push(readabilityOf(read));
        result.arrows += read.arrows.length;
      }
    }
  }
  const entries = Array.from(results, ([name, { seen, arrows, times }]) => [
    name,
    { seen, arrows, ms: median(times.slice(warmUps)) },
  ]);
  return Object.fromEntries(entries) as Record<Name, Judged>;
}

const byAtelier =
  (engine: FlowEngine): DrawingWay =>
  (graph, direction) => {
    const tab = compoundTab(graph);
    const startedAt = performance.now();
    const selection = new LayoutSelection([...tab.boxes()], tab, new Work(Infinity));
    const places = new Map(
      selection.groups.flatMap((each) => [
        ...(arrange(selection.graphOf(each, tab, direction), { style: 'flow', direction, spacing, engine }) ?? []),
      ]),
    );
    const laidOut = withPlaces(tab, places);
    routesOf(laidOut);
    const ms = performance.now() - startedAt;
    return Promise.resolve({ ms, read: readDrawing(laidOut) });
  };

/** Our routes between the boxes of a drawing. */
function byOurRoutes({ boxes }: ReadDrawing, graph: NamedDrawing): { readonly ms: number; readonly read: ReadDrawing } {
  const places = new Map(boxes.map(({ id, x, y, width, height }) => [fullId(id), { x, y, width, height }]));
  const tab = withPlaces(compoundTab(graph), places);
  const startedAt = performance.now();
  routesOf(tab);
  const ms = performance.now() - startedAt;
  return { ms, read: readDrawing(tab) };
}

function withPlaces(tab: TabIndex, places: ReadonlyMap<string, Rect>): TabIndex {
  const elements = new Map(
    Array.from(tab.elements(), (element): [string, Element] => [
      element.id,
      element.type === 'arrow' ? element : { ...element, ...places.get(element.id) },
    ]),
  );
  return TabIndex.of({ ...tab.settings, elements, skipped: [] });
}
