/**
 * flow-layout: boxes and frames in ranks along their arrows, with few crossings.
 * W1  Each connected part is laid out on its own and the parts are packed.
 * W2  Boxes and frames are laid out together (core/layered). Where that is too much, the inside of each frame is laid out on
 *     its own before the frame is.
 * W3  The same graph, given in the same order, gives the same layout.
 * W4  A large part without frames is laid out by Graphviz, which crosses fewer arrows there. It searches without a bound
 *     where that ends in time; beyond, its search is cut short.
 */
import type { Rect } from '#schema/tab.ts';

import { componentsOf, pack, packRows } from './components.ts';
import { readPlaces } from './dot-answer.ts';
import { type DotForm, writeDot } from './dot-text.ts';
import type { FlowEngine } from '../planning/planning.ts';
import type { Work } from '../planning/work.ts';
import { compoundOf } from '../layered/compound.ts';
import { framePadding, frameTop } from '../placement/spacing.ts';
import { layeredLayout } from '../layered/layered.ts';
import { wasLaidOut } from '../layered/previous.ts';
import type { LayoutDirection, LayoutGraph, LayoutNode, Spacing } from './graph.ts';
import { arrangeByLevels } from './levels.ts';
import { rankSpan } from './rank-span.ts';
import { inWholePixels } from './rects.ts';
import { reduceCrossings } from './reduce-crossings.ts';

/** Parts without frames that have as many boxes go to the engine: it then crosses fewer arrows in less room. */
const engineBoxes = 100;

type FlowMeans = { readonly engine: FlowEngine; readonly work: Work };

/** The layout of a whole graph; null if it is too much. */
export function flowLayout(
  graph: LayoutGraph,
  direction: LayoutDirection,
  spacing: Spacing,
  means: FlowMeans,
): Map<string, Rect> | null {
  const owners = ownersOf(graph.nodes);
  const parts = componentsOf(graph, (id) => owners.get(id) ?? id);
  const isKept = graph.edges.length > 0 && wasLaidOut(compoundOf(graph, direction));
  const rows = isKept ? rowsOf(parts) : [parts];
  const effort = effortFor(rows.flat().filter(isForEngine));
  const drawings: ReadonlyMap<string, Rect>[][] = [];
  for (const row of rows) {
    const drawn: ReadonlyMap<string, Rect>[] = [];
    for (const part of row) {
      const drawing = drawPart(part, { direction, spacing, effort }, means);
      if (drawing === null) return null;
      drawn.push(drawing);
    }
    drawings.push(drawn);
  }
  return isKept ? packRows(drawings, spacing.beside) : pack(drawings.flat(), spacing.beside);
}

/** The rows in which parts were packed before: parts beside each other are of one row. */
function rowsOf(parts: readonly LayoutGraph[]): LayoutGraph[][] {
  const extents = parts.map((part) => ({ part, ...extentBefore(part.nodes) }));
  const rows: (typeof extents)[] = [];
  let row: typeof extents = [];
  let bottom = -Infinity;
  for (const extent of extents.toSorted((a, b) => a.top - b.top)) {
    if (extent.top >= bottom) rows.push((row = []));
    row.push(extent);
    bottom = Math.max(bottom, extent.bottom);
  }
  return rows.map((each) => each.toSorted((a, b) => a.left - b.left).map(({ part }) => part));
}

type PreviousExtent = { readonly left: number; readonly top: number; readonly bottom: number };

const framedExtent = ({ left, top, bottom }: PreviousExtent): PreviousExtent => ({
  left: left - framePadding,
  top: top - frameTop,
  bottom: bottom + framePadding,
});

/** What the boxes of a part took before the layout. */
function extentBefore(nodes: readonly LayoutNode[]): PreviousExtent {
  let [left, top, bottom] = [Infinity, Infinity, -Infinity];
  for (const { now, width, height, members } of nodes) {
    const extent =
      members === undefined || members.length === 0
        ? { left: now.x - width / 2, top: now.y - height / 2, bottom: now.y + height / 2 }
        : framedExtent(extentBefore(members));
    left = Math.min(left, extent.left);
    top = Math.min(top, extent.top);
    bottom = Math.max(bottom, extent.bottom);
  }
  return { left, top, bottom };
}

function drawPart(part: LayoutGraph, form: DotForm, means: FlowMeans): ReadonlyMap<string, Rect> | null {
  const { direction, spacing } = form;
  const [only] = part.nodes;
  if (part.nodes.length === 1 && only !== undefined && only.members === undefined) {
    return new Map([[only.id, { x: 0, y: 0, width: only.width, height: only.height }]]);
  }
  if (isForEngine(part)) {
    const { text, names } = writeDot(part, form);
    const answer = means.engine(text);
    return answer === null ? null : reduceCrossings(inWholePixels(readPlaces(answer, names)), part.edges, direction);
  }
  const rects = layeredLayout(part, direction, spacing, means.work);
  if (rects !== null || means.work.exhausted || part.nodes.every(({ members }) => members === undefined)) return rects;
  return arrangeByLevels(part, (level) => flowLayout(level, direction, spacing, means));
}

const isForEngine = ({ nodes }: LayoutGraph): boolean =>
  nodes.length >= engineBoxes && nodes.every(({ members }) => members === undefined);

/** The engine takes about two seconds for parts of this size together, and its time grows with the square of it. */
const wholeEffort = 10_000;
/** How much of its search the engine may make, 0 to 1 (W4). */
function effortFor(parts: readonly LayoutGraph[]): number {
  const squares = parts.reduce((sum, part) => sum + rankSpan(part) ** 2, 0);
  return Math.min(1, wholeEffort ** 2 / squares);
}

/** The outermost node that each node lies in. */
function ownersOf(nodes: readonly LayoutNode[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const node of nodes) {
    const open = [node];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      owners.set(at.id, node.id);
      open.push(...(at.members ?? []));
    }
  }
  return owners;
}
