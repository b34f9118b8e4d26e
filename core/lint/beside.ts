/** Shapes beside shapes: one that touches or overlaps a shape with arrows is part of it, and not isolated [LT25]. */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { Footprint } from './footprint.ts';
import { isNode, type Marks } from './marks.ts';

type Places = {
  box(id: string): Box | null;
  boxesIn(rect: Rect): Iterable<Box>;
  hasArrows(id: string): boolean;
};

/** Adds the boxes that touch or overlap a shape. */
export function gatherBeside(id: string, places: Places, ids: Set<string>): void {
  const box = places.box(id);
  if (box !== null && isNode(box)) for (const other of places.boxesIn(box)) ids.add(other.id);
}

/** Notes whether a shape has arrows itself, or beside it. */
export function judgeArrows(id: string, places: Places, marks: Marks, footprint?: Footprint): void {
  const box = places.box(id);
  footprint?.element(id);
  if (box !== null) footprint?.rect(box);
  if (box !== null && isNode(box)) marks.connect(id, box, arrowsOf(box, places, footprint));
  else marks.connect(id, null, 'no arrows');
}

function arrowsOf(box: Box, places: Places, footprint?: Footprint): 'arrows' | 'arrows beside it' | 'no arrows' {
  if (places.hasArrows(box.id)) return 'arrows';
  for (const other of places.boxesIn(box)) {
    if (other.id === box.id || !isNode(other)) continue;
    footprint?.element(other.id);
    if (places.hasArrows(other.id)) return 'arrows beside it';
  }
  return 'no arrows';
}
