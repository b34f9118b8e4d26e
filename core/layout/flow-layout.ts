/**
 * flow-layout: boxes in ranks along their arrows, with few crossings, by Graphviz's dot.
 * W1  Each connected part is laid out on its own and the parts are packed; a box that nothing joins needs no engine.
 * W2  A frame with members is a cluster, as far from others as boxes are from each other; an arrow of the frame itself counts as one of a member where it enters or leaves.
 *     Where that is too much for the engine, the inside of each frame is laid out on its own before the frame is.
 * W3  The same graph, given in the same order, gives the same layout.
 * W4  The engine searches as long as it likes for few crossings where that ends in time; beyond, its search is cut short.
 */
import type { Rect } from '#schema/tab.ts';

import { componentsOf, pack } from './components.ts';
import { readPlaces } from './dot-answer.ts';
import { type DotForm, writeDot } from './dot-text.ts';
import type { LayoutDirection, LayoutGraph, LayoutNode, Spacing } from './graph.ts';
import type { FlowEngine } from '../planning/planning.ts';
import { arrangeByLevels } from './levels.ts';
import { rankSpan } from './rank-span.ts';
import { inWholePixels, rectsOfFrames } from './rects.ts';
import { reduceCrossings } from './reduce-crossings.ts';

/** The layout of a whole graph; null when it is too much for the engine. */
export function flowLayout(
  graph: LayoutGraph,
  direction: LayoutDirection,
  spacing: Spacing,
  engine: FlowEngine,
): Map<string, Rect> | null {
  const owners = ownersOf(graph.nodes);
  const drawings: ReadonlyMap<string, Rect>[] = [];
  const parts = componentsOf(graph, (id) => owners.get(id) ?? id);
  const effort = effortFor(parts);
  for (const part of parts) {
    const drawing = drawPart(part, { direction, spacing, effort }, engine);
    if (drawing === null) return null;
    drawings.push(drawing);
  }
  return pack(drawings, spacing.along);
}

function drawPart(part: LayoutGraph, form: DotForm, engine: FlowEngine): ReadonlyMap<string, Rect> | null {
  const [only] = part.nodes;
  if (part.nodes.length === 1 && only !== undefined && only.members === undefined) {
    return new Map([[only.id, { x: 0, y: 0, width: only.width, height: only.height }]]);
  }
  const { text, names } = writeDot(part, form);
  const answer = engine(text);
  const isFramed = part.nodes.some(({ members }) => members !== undefined);
  if (answer === null) {
    return isFramed ? arrangeByLevels(part, (level) => flowLayout(level, form.direction, form.spacing, engine)) : null;
  }
  const rects = inWholePixels(readPlaces(answer, names));
  return isFramed ? rectsOfFrames(part.nodes, rects) : reduceCrossings(rects, part.edges, form.direction);
}

/** The engine takes about two seconds for parts of this size together, and its time grows with the square of it. */
const wholeEffort = 10_000;
/** A frame makes its search so much longer that the plain size, of nodes and edges, counts this many times. */
const framedWeight = 14;

/** How much of its search the engine may make, 0 to 1 (W4). */
function effortFor(parts: readonly LayoutGraph[]): number {
  const squares = parts.reduce((sum, part) => sum + sizeOf(part) ** 2, 0);
  return Math.min(1, wholeEffort ** 2 / squares);
}

function sizeOf(part: LayoutGraph): number {
  const isFramed = part.nodes.some(({ members }) => members !== undefined);
  return isFramed ? framedWeight * (countOf(part.nodes) + part.edges.length) : rankSpan(part);
}

const countOf = (nodes: readonly LayoutNode[]): number =>
  nodes.reduce((count, { members }) => count + 1 + countOf(members ?? []), 0);

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
