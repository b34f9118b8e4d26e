/**
 * Boxes and frames in ranks along their arrows, with few crossings (SPEC.md).
 *
 * Boxes and frames are laid out together (core/layered). If that is too much work, the inside of each frame is laid out on its own before
 * the frame is. Graphviz lays out large parts without frames, with fewer crossings; its search is cut short if it would take too long.
 */
import type { Rect } from '#schema/tab.ts';

import { componentsOf, pack, packRows } from './components.ts';
import { readPlaces } from './dot-answer.ts';
import { type DotForm, writeDot } from './dot-text.ts';
import type { FlowEngine } from '../planning/planning.ts';
import type { Work } from '../planning/work.ts';
import { compoundOf } from '../layered/compound.ts';
import { layeredLayout } from '../layered/layered.ts';
import { wasLaidOut } from '../layered/previous.ts';
import type { LayoutDirection, LayoutGraph, LayoutNode, Spacing } from './graph.ts';
import { arrangeByLevels } from './levels.ts';
import { previousRows } from './previous-rows.ts';
import { rankSpan } from './rank-span.ts';
import { inWholePixels } from './rects.ts';
import { reduceCrossings } from './reduce-crossings.ts';

/** Parts without frames and at least this many boxes are laid out by the engine, with fewer crossings in less room. */
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
  const isKept = graph.edges.length > 0 && wasLaidOut(compoundOf(graph, direction));
  const parts = componentsOf(graph, (id) => owners.get(id) ?? id);
  const rows = isKept ? previousRows(parts) : [parts];
  const effort = effortFor(rows.flat().filter(isForEngine));
  const drawings: ReadonlyMap<string, Rect>[][] = [];
  for (const row of rows) {
    const drawn: ReadonlyMap<string, Rect>[] = [];
    for (const part of row) {
      const drawing = drawPart(part, { direction, spacing, effort }, isKept, means);
      if (drawing === null) return null;
      drawn.push(drawing);
    }
    drawings.push(drawn);
  }
  return isKept ? packRows(drawings, spacing.beside) : pack(drawings.flat(), spacing.beside);
}

function drawPart(part: LayoutGraph, form: DotForm, isKept: boolean, means: FlowMeans): ReadonlyMap<string, Rect> | null {
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
  const rects = layeredLayout(part, direction, spacing, means.work, isKept);
  if (rects !== null || means.work.exhausted || part.nodes.every(({ members }) => members === undefined)) return rects;
  return arrangeByLevels(part, (level) => flowLayout(level, direction, spacing, means));
}

const isForEngine = ({ nodes }: LayoutGraph): boolean =>
  nodes.length >= engineBoxes && nodes.every(({ members }) => members === undefined);

/** The engine takes about two seconds for parts of this size together, and its time grows with the square of it. */
const wholeEffort = 10_000;
/** The share of its search that the engine makes, 0 to 1. */
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
