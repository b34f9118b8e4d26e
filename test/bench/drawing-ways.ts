/** drawing-ways: a compound drawing as other programs lay it out and route it, as `readability.ts` judges it. */
import { Graph, layout as dagreLayout } from '@dagrejs/dagre';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import elkjs, { type ElkNode } from 'elkjs/lib/elk.bundled.js';

import { labelSize } from '#core/arrows/label-size.ts';
import { framePadding, frameTop } from '#core/placement/spacing.ts';
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import type { CompoundArrow, CompoundBox, CompoundDrawing } from '#test/harness/compound-tab.ts';
import type { ReadArrow, ReadBox, ReadDrawing } from '#test/harness/readability.ts';

export type DrawingDirection = 'down' | 'right';
/** Lays out and routes; only that is timed. */
export type DrawingWay = (
  drawing: CompoundDrawing,
  direction: DrawingDirection,
) => Promise<{ readonly ms: number; readonly read: ReadDrawing }>;

const gaps = { beside: 40, along: 60 } as const;

type FlatBox = CompoundBox & { readonly frame: string | null };

const flat = (boxes: readonly CompoundBox[], frame: string | null = null): FlatBox[] =>
  boxes.flatMap((box) => [{ ...box, frame }, ...flat(box.members ?? [], box.id)]);

const sizeOf = ({ label }: CompoundArrow): { width: number; height: number } | null =>
  labelSize({ ...(label !== undefined && { label }) });

const isFrame = ({ members }: CompoundBox): boolean => members !== undefined;

const readBox = (box: FlatBox, rect: Rect): ReadBox => ({ ...rect, id: box.id, isFrame: isFrame(box), frame: box.frame });

const around = (x: number, y: number, { width, height }: { width: number; height: number }): Rect => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

export function byElk(): DrawingWay {
  const elk = new elkjs.default();
  const nodeOf = ({ id, width, height, members }: CompoundBox): ElkNode =>
    members === undefined
      ? { id, width, height }
      : {
          id,
          children: members.map(nodeOf),
          layoutOptions: { 'elk.padding': `[top=${frameTop},left=${framePadding},bottom=${framePadding},right=${framePadding}]` },
        };
  return async (drawing, direction) => {
    const graph: ElkNode = {
      id: 'root',
      children: drawing.boxes.map(nodeOf),
      edges: drawing.arrows.map((arrow, at) => {
        const size = sizeOf(arrow);
        const labels = size === null ? [] : [{ text: arrow.label ?? '', ...size }];
        return { id: `e${at}`, sources: [arrow.from], targets: [arrow.to], labels };
      }),
      layoutOptions: {
        'elk.algorithm': 'layered',
        'elk.direction': direction.toUpperCase(),
        'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
        'elk.edgeRouting': 'ORTHOGONAL',
        'elk.json.edgeCoords': 'ROOT',
        'elk.json.shapeCoords': 'ROOT',
        'elk.spacing.nodeNode': String(gaps.beside),
        'elk.layered.spacing.nodeNodeBetweenLayers': String(gaps.along),
      },
    };
    const startedAt = performance.now();
    const drawn = await elk.layout(graph);
    const ms = performance.now() - startedAt;
    const rects = new Map<string, Rect>();
    const arrows = new Map<string, Pick<ReadArrow, 'route' | 'label'>>();
    const take = (node: ElkNode): void => {
      const { x = 0, y = 0, width = 0, height = 0 } = node;
      rects.set(node.id, { x, y, width, height });
      for (const { id, sections = [], labels = [] } of node.edges ?? []) {
        const route = sections
          .flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
          .map((p): Point => [p.x, p.y]);
        const [label] = labels;
        arrows.set(id, {
          route,
          label:
            label === undefined ? null : { x: label.x ?? 0, y: label.y ?? 0, width: label.width ?? 0, height: label.height ?? 0 },
        });
      }
      for (const child of node.children ?? []) take(child);
    };
    take(drawn);
    return { ms, read: readOf(drawing, rects, (at) => arrows.get(`e${at}`)) };
  };
}

export const byDagre: DrawingWay = (drawing, direction) => {
  const graph = new Graph({ compound: true, multigraph: true });
  graph.setGraph({ rankdir: direction === 'down' ? 'TB' : 'LR', nodesep: gaps.beside, ranksep: gaps.along });
  for (const box of flat(drawing.boxes)) graph.setNode(box.id, isFrame(box) ? {} : { width: box.width, height: box.height });
  for (const { id, frame } of flat(drawing.boxes)) if (frame !== null) graph.setParent(id, frame);
  for (const [at, arrow] of drawing.arrows.entries())
    graph.setEdge(arrow.from, arrow.to, { ...sizeOf(arrow), labelpos: 'c' }, `e${at}`);
  const startedAt = performance.now();
  dagreLayout(graph);
  const ms = performance.now() - startedAt;
  const rects = new Map(
    flat(drawing.boxes).map(({ id }): [string, Rect] => {
      const { x, y, width, height } = graph.node(id) as { x: number; y: number; width: number; height: number };
      return [id, around(x, y, { width, height })];
    }),
  );
  const read = readOf(drawing, rects, (at) => {
    const { from, to } = drawing.arrows[at] ?? { from: '', to: '' };
    const edge = graph.edge(from, to, `e${at}`) as { points?: { x: number; y: number }[]; x?: number; y?: number };
    const size = sizeOf(drawing.arrows[at] ?? { from, to });
    const label = size === null || edge.x === undefined || edge.y === undefined ? null : around(edge.x, edge.y, size);
    return { route: (edge.points ?? []).map(({ x, y }): Point => [x, y]), label };
  });
  return Promise.resolve({ ms, read });
};

const pointsPerInch = 72;

/** What Graphviz's json0 has of clusters, nodes and edges. */
type DotObject = { readonly name: string; readonly pos?: string; readonly bb?: string };
type DotEdge = { readonly id: string; readonly pos: string; readonly lp?: string };

export async function byGraphviz(): Promise<DrawingWay> {
  const graphviz = await Graphviz.load();
  return (drawing, direction) => {
    const inches = (pixels: number): string => (pixels / pointsPerInch).toFixed(4);
    const lines = (boxes: readonly CompoundBox[]): string[] =>
      boxes.flatMap(({ id, label, width, height, members }) =>
        members === undefined
          ? [`"${id}" [width=${inches(width)} height=${inches(height)}]`]
          : [`subgraph "cluster_${id}" { label="${label ?? ''}" margin=${framePadding}`, ...lines(members), '}'],
      );
    const dot = [
      `digraph { rankdir=${direction === 'down' ? 'TB' : 'LR'} nodesep=${inches(gaps.beside)} ranksep=${inches(gaps.along)}`,
      'node [shape=box fixedsize=true label=""] edge [fontname=Helvetica fontsize=12]',
      ...lines(drawing.boxes),
      ...drawing.arrows.map(
        ({ from, to, label }, at) => `"${from}" -> "${to}" [id="e${at}"${label === undefined ? '' : ` label="${label}"`}]`,
      ),
      '}',
    ].join('\n');
    const startedAt = performance.now();
    const answer = graphviz.layout(dot, 'json0' as 'json', 'dot');
    const ms = performance.now() - startedAt;
    const { objects, edges } = JSON.parse(answer) as { objects: readonly DotObject[]; edges: readonly DotEdge[] };
    const sizes = new Map(flat(drawing.boxes).map((box) => [box.id, box]));
    const rects = new Map<string, Rect>();
    for (const { name, pos, bb } of objects) {
      const [a = 0, b = 0, c = 0, d = 0] = (bb ?? pos ?? '').split(',').map(Number);
      const box = sizes.get(name);
      if (bb !== undefined) rects.set(name.replace('cluster_', ''), { x: a, y: -d, width: c - a, height: d - b });
      else if (box !== undefined) rects.set(name, around(a, -b, box));
    }
    const byId = new Map(edges.map((edge) => [edge.id, edge]));
    const read = readOf(drawing, rects, (at) => {
      const edge = byId.get(`e${at}`);
      const size = sizeOf(drawing.arrows[at] ?? { from: '', to: '' });
      const [x = 0, y = 0] = (edge?.lp ?? '').split(',').map(Number);
      return {
        route: splinePoints(edge?.pos ?? ''),
        label: size === null || edge?.lp === undefined ? null : around(x, -y, size),
      };
    });
    return Promise.resolve({ ms, read });
  };
}

const stepsPerCurve = 12;

/** A chain of Bézier curves, `e,x,y x,y …` with the tip of the head first, as points. */
function splinePoints(pos: string): Point[] {
  const knots = pos.split(' ').filter((word) => !/^[es],/.test(word)).map((word): Point => {
    const [x = 0, y = 0] = word.split(',').map(Number);
    return [x, -y];
  }); // prettier-ignore
  const points = knots.slice(0, 1);
  for (let at = 0; at + 3 < knots.length; at += 3) {
    const [p, q, r, s] = knots.slice(at, at + 4);
    if (p === undefined || q === undefined || r === undefined || s === undefined) break;
    for (let step = 1; step <= stepsPerCurve; step += 1) {
      const t = step / stepsPerCurve;
      const mix = (axis: 0 | 1): number =>
        (1 - t) ** 3 * p[axis] + 3 * (1 - t) ** 2 * t * q[axis] + 3 * (1 - t) * t ** 2 * r[axis] + t ** 3 * s[axis];
      points.push([mix(0), mix(1)]);
    }
  }
  return points;
}

function readOf(
  { boxes, arrows }: CompoundDrawing,
  rects: ReadonlyMap<string, Rect>,
  lineOf: (at: number) => Pick<ReadArrow, 'route' | 'label'> | undefined,
): ReadDrawing {
  return {
    boxes: flat(boxes).flatMap((box) => {
      const rect = rects.get(box.id);
      return rect === undefined ? [] : [readBox(box, rect)];
    }),
    arrows: arrows.map(({ from, to }, at) => ({ id: `e${at}`, from, to, route: [], label: null, ...lineOf(at) })),
  };
}
