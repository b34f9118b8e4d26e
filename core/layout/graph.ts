/**
 * graph: what a layout is made of, boxes, frames and the arrows between them, and what it comes to.
 *
 * Lengths are pixels. A layout has no place of its own: whoever asked for it puts it where it belongs.
 */
import type { Rect } from '#schema/tab.ts';

import type { BoxSize, SpotPoint } from '../planning/free-spot.ts';

export const layoutStyles = ['flow', 'tree', 'mindmap'] as const;
export type LayoutStyle = (typeof layoutStyles)[number];
export const layoutDirections = ['down', 'right'] as const;
export type LayoutDirection = (typeof layoutDirections)[number];

export type LayoutNode = BoxSize & {
  readonly id: string;
  /** Its centre before the layout: what lay on one side of the root of a mind map stays there if it can. */
  readonly now: SpotPoint;
  /** True if it was put there without a placement: its position then says nothing. */
  readonly isUnplaced?: boolean;
  /** A frame that is drawn around these, with room for its title; its own size is the least that it takes. */
  readonly members?: readonly LayoutNode[];
};

/** Ends are ids of boxes or frames at any depth. At most one edge from one end to the other, and none to itself. */
export type LayoutEdge = {
  readonly from: string;
  readonly to: string;
  /** What the arrows' labels take; null without one. */
  readonly label: BoxSize | null;
  /** True if the arrow runs level and upright. It then leaves its box beside its neighbors, else it leads from center to center. */
  readonly isAngled?: boolean;
};

/** Room for two labels, one above the other. */
export const bothLabels = (a: BoxSize | null, b: BoxSize | null): BoxSize | null =>
  a === null || b === null ? (a ?? b) : { width: Math.max(a.width, b.width), height: a.height + b.height };

export type LayoutGraph = { readonly nodes: readonly LayoutNode[]; readonly edges: readonly LayoutEdge[] };

/** `beside`: between neighbours of one rank, or siblings; `along`: from rank to rank, or from parent to child. */
export type Spacing = { readonly beside: number; readonly along: number };

/** Where everything lies, frames included. Of integers, with the top-left corner at 0,0. */
export type Arrangement = ReadonlyMap<string, Rect>;

/** Frames that lie deeper in frames than this are not laid out inside but move as they are. */
export const deepestFrame = 20;
