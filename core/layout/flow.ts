/**
 * flow: boxes in ranks along their arrows, with few crossings, by Graphviz's dot.
 * W1  Each connected part is laid out on its own and the parts are packed; a box that nothing joins needs no engine.
 * W2  A frame with members is a cluster; an arrow of the frame itself counts as one of a member where it enters or leaves.
 *     Where that is too much for the engine, the inside of each frame is laid out on its own before the frame is.
 * W3  The same graph, given in the same order, gives the same layout.
 */
import type { Rect } from '#schema/tab.ts';

import { componentsOf, pack } from './components.ts';
import { readPlaces } from './dot-answer.ts';
import { writeDot } from './dot-text.ts';
import type { FlowEngine, LayoutDirection, LayoutGraph, LayoutNode, Spacing } from './graph.ts';
import { arrangeByLevels } from './levels.ts';
import { inWholePixels, rectsOfFrames } from './rects.ts';

/** The layout of a whole graph; null when it is too much for the engine. */
export function flowLayout(
  graph: LayoutGraph,
  direction: LayoutDirection,
  spacing: Spacing,
  engine: FlowEngine,
): Map<string, Rect> | null {
  const owners = ownersOf(graph.nodes);
  const drawings: ReadonlyMap<string, Rect>[] = [];
  for (const part of componentsOf(graph, (id) => owners.get(id) ?? id)) {
    const drawing = drawPart(part, direction, spacing, engine);
    if (drawing === null) return null;
    drawings.push(drawing);
  }
  return pack(drawings, spacing.along);
}

function drawPart(
  part: LayoutGraph,
  direction: LayoutDirection,
  spacing: Spacing,
  engine: FlowEngine,
): ReadonlyMap<string, Rect> | null {
  const [only] = part.nodes;
  if (part.nodes.length === 1 && only !== undefined && only.members === undefined) {
    return new Map([[only.id, { x: 0, y: 0, width: only.width, height: only.height }]]);
  }
  const { text, names } = writeDot(part, direction, spacing);
  const answer = engine(text);
  if (answer !== null) return rectsOfFrames(part.nodes, inWholePixels(readPlaces(answer, names)));
  const isFramed = part.nodes.some(({ members }) => members !== undefined);
  return isFramed ? arrangeByLevels(part, (level) => flowLayout(level, direction, spacing, engine)) : null;
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
