/**
 * The input of a layout (boxes, frames and the arrows between them) and its result.
 *
 * Lengths are pixels. A layout has no position of its own: its caller puts it in place.
 */
import type { Rect, Size } from '#schema/tab.ts';

import type { SpotPoint } from '../planning/free-spot.ts';

export const layoutStyles = ['flow', 'tree', 'mindmap'] as const;
export type LayoutStyle = (typeof layoutStyles)[number];
export const layoutDirections = ['down', 'right'] as const;
export type LayoutDirection = (typeof layoutDirections)[number];

export type LayoutNode = Size & {
  readonly id: string;
  /** Its center before the layout. In a mind map, a branch stays on its side of the root if possible. */
  readonly now: SpotPoint;
  /** True if it was put there without a placement: its position then does not count. */
  readonly isUnplaced?: boolean;
  /** For a frame: the nodes that it is drawn around, with room for its title. Its own size is then a minimum. */
  readonly members?: readonly LayoutNode[];
};

/** Ends are ids of boxes or frames at any depth. At most one edge from one end to the other, and none to itself. */
export type LayoutEdge = {
  readonly from: string;
  readonly to: string;
  /** The size of the arrows' labels; null without labels. */
  readonly label: Size | null;
  /** True if the arrow runs level and upright. It then leaves its box beside its neighbors, else it leads from center to center. */
  readonly isAngled?: boolean;
};

/** The size of two labels, one above the other. */
export const bothLabels = (a: Size | null, b: Size | null): Size | null =>
  a === null || b === null ? (a ?? b) : { width: Math.max(a.width, b.width), height: a.height + b.height };

export type LayoutGraph = { readonly nodes: readonly LayoutNode[]; readonly edges: readonly LayoutEdge[] };

/** `beside`: between neighbors of one rank, or siblings; `along`: from rank to rank, or from parent to child. */
export type Spacing = { readonly beside: number; readonly along: number };

/** The rectangles of all nodes, including frames, in integers. The top-left corner is 0,0. */
export type Arrangement = ReadonlyMap<string, Rect>;

/** Frames that are nested deeper than this are moved without an inner layout. */
export const deepestFrame = 20;
