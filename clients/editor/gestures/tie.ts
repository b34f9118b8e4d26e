/**
 * tie: what the end of an arrow is connected to when it is dropped.
 *
 * On one of the dots of a box it is connected to that side, elsewhere on the box to the box, and the side is chosen by the
 * router. On the canvas it is free, on the grid or on whole pixels. Frames and lanes are connected by their edge or title only: their inside is
 * canvas. Arrows do not connect to arrows, nor to hidden elements.
 */
import { type ArrowEnd, type Box, isArrow, isBox, isContainer, type Point, type Side, sides } from '#schema/element.ts';

import { anchorOf } from '#core/arrows/anchor.ts';

import { roundLength } from '../changes/resize.ts';
import { onCanvas } from '../changes/set-label.ts';
import { holdsTurned } from '../changes/turned.ts';
import type { GestureContext } from './gesture.ts';
import { isInsideFrame } from './inside-frame.ts';
import { onGrid } from './on-grid.ts';
import { hiddenLayersOf, isHidden } from '../state/neighbors.ts';

export type Tie = { readonly end: ArrowEnd; readonly target: string | null; readonly side: Side | null };

/** Window pixels around a dot, and around a box, that still count as it. */
const dotReachPx = 11;
const boxSlackPx = 4;

export function tieAt(at: Point, ground: GestureContext): Tie {
  const box = boxAt(at, ground);
  if (box === null)
    return {
      end: { x: onCanvas(onGrid(at[0], ground.grid)), y: onCanvas(onGrid(at[1], ground.grid)) },
      target: null,
      side: null,
    };
  const side = sideAt(box, at, dotReachPx / ground.zoom);
  return { end: side === null ? { element: box.id } : { element: box.id, side }, target: box.id, side };
}

/** The topmost box that an arrow can connect to at a point; the smallest if neither is on top of the other. */
export function boxAt(at: Point, ground: GestureContext): Box | null {
  const slack = boxSlackPx / ground.zoom;
  const hit = ground.tab.get(ground.hit(at, slack) ?? '');
  if (hit !== undefined && isBox(hit) && !isContainer(hit)) return hit;
  const hidden = hiddenLayersOf(ground.tab.settings);
  const reach = dotReachPx / ground.zoom;
  const around = { x: at[0] - reach, y: at[1] - reach, width: 2 * reach, height: 2 * reach };
  let best: Box | null = null;
  for (const box of ground.tab.boxesIn(around)) {
    if (isArrow(box) || isHidden(box, hidden) || !isTiedAt(box, at, slack, reach)) continue;
    if (best === null || box.width * box.height < best.width * best.height) best = box;
  }
  return best;
}

function isTiedAt(box: Box, at: Point, slack: number, reach: number): boolean {
  if (sideAt(box, at, reach) !== null) return true;
  if (!holdsTurned(box, at, slack)) return false;
  return !isContainer(box) || !isInsideFrame(box, at, 2 * slack);
}

/** The side whose dot is at the point. */
export function sideAt(box: Box, at: Point, reach: number): Side | null {
  let nearest: Side | null = null;
  let least = reach;
  for (const side of sides) {
    const [x, y] = anchorOf(box, side, 0);
    const away = Math.hypot(x - at[0], y - at[1]);
    if (away <= least) [nearest, least] = [side, away];
  }
  return nearest;
}

/** The positions of the dots of a box. */
export const dotsOf = (box: Box): { readonly side: Side; readonly at: Point }[] =>
  sides.map((side) => {
    const [x, y] = anchorOf(box, side, 0);
    return { side, at: [roundLength(x), roundLength(y)] };
  });
