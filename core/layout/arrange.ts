/**
 * arrange: a graph laid out in one of the styles.
 * A1  No two boxes of one frame, or of none, overlap; every frame holds its members, with its padding and its title's room.
 * A2  Coordinates are whole pixels; the top-left corner of all is 0,0.
 * A3  The same graph, in the same order, gives the same arrangement. Arrows may run in circles and leave parts unconnected.
 */
import { flowLayout } from './flow-layout.ts';
import type { Arrangement, LayoutDirection, LayoutGraph, LayoutStyle, Spacing } from './graph.ts';
import type { FlowEngine } from '../planning/planning.ts';
import { arrangeByLevels } from './levels.ts';
import { mindmapLayout } from './mindmap.ts';
import { Work } from '../planning/work.ts';
import { fromOrigin } from './rects.ts';
import { separateOverlaps } from './separate-overlaps.ts';
import { treeLayout } from './tree.ts';

export type LayoutForm = {
  readonly style: LayoutStyle;
  readonly direction: LayoutDirection;
  readonly spacing: Spacing;
  /** For `flow`. */
  readonly engine: FlowEngine;
};

/** Null when it is too much for the engine. */
export function arrange(graph: LayoutGraph, form: LayoutForm, work = new Work(Infinity)): Arrangement | null {
  const drawn = draw(graph, form, work);
  return drawn === null ? null : fromOrigin(separateOverlaps(graph.nodes, drawn, form.spacing.beside));
}

function draw(graph: LayoutGraph, { style, direction, spacing, engine }: LayoutForm, work: Work): Arrangement | null {
  switch (style) {
    case 'flow':
      return flowLayout(graph, direction, spacing, { engine, work });
    case 'tree':
      return arrangeByLevels(graph, (level) => treeLayout(level, direction, spacing));
    case 'mindmap':
      return arrangeByLevels(graph, (level) => mindmapLayout(level, direction, spacing));
  }
}
