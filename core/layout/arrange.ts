/** Lays out a graph in one of the styles (SPEC.md). */
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

/** Null if the graph is too large for the engine. */
export function arrange(graph: LayoutGraph, form: LayoutForm, work = new Work(Infinity)): Arrangement | null {
  const rects = draw(graph, form, work);
  return rects === null ? null : fromOrigin(separateOverlaps(graph.nodes, rects, form.spacing.beside));
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
