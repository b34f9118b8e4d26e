/**
 * resize-by: a handle of the selection dragged by the pointer.
 *
 * Shift keeps the ratio (or frees it, for elements that keep it by default); Ctrl or Command turns snapping off. The moved edges
 * snap to the grid if there is one, or to those of neighbors, or else to whole pixels; rotated boxes do not snap. One box is resized along its own axes, several
 * as one rectangle.
 */
import { type Box, type Element, isBox, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { union } from '#core/tab/rect.ts';
import { measuredIn, tabFont } from '#core/text/tab-font.ts';

import { type ResizeHandle, keepsItsRatio, pullHandle, pulledRect, resizeTo, scaleBox } from '../changes/resize.ts';
import { turnOf } from '../changes/turned.ts';
import { type Gesture, type GestureContext, hasMoved, noOutcome, type Pointer } from './gesture.ts';
import { neighbours, snapReach } from '../state/neighbors.ts';
import { onGrid } from './on-grid.ts';
import { type Guide, snap, type SnapLines } from './snap.ts';

export function resizeBy(start: Pointer, handle: ResizeHandle, ids: ReadonlySet<string>, { tab }: GestureContext): Gesture {
  const boxes = [...ids].map((id) => tab.get(id)).filter((element) => element !== undefined && isBox(element)) as Box[];
  const [only] = boxes;
  const font = tabFont(tab.settings);
  const around = boxes.reduce<Rect | null>((rect, box) => (rect === null ? rectOf(box) : union(rect, box)), null);

  const sizes = (pointer: Pointer, ground: GestureContext): { sizes: Map<string, Box>; guides: readonly Guide[]; rect: Rect } => {
    if (only === undefined || around === null) return { sizes: new Map(), guides: [], rect: { x: 0, y: 0, width: 0, height: 0 } };
    const raw: Point = [pointer.at[0] - start.at[0], pointer.at[1] - start.at[1]];
    const isTurned = boxes.length === 1 && turnOf(only) !== 0;
    const { by, guides } = isTurned ? { by: raw, guides: [] } : stuck(around, handle, raw, pointer, ground, ids);
    if (boxes.length === 1) {
      const isCorner = handle.across !== 0 && handle.down !== 0;
      const keepsRatio = isCorner && keepsItsRatio(only) ? !pointer.shift : pointer.shift;
      const box = measuredIn(only, font, (whole) => pullHandle(whole, handle, by, keepsRatio));
      return { sizes: new Map([[only.id, box]]), guides, rect: box };
    }
    const rect = pulledRect(around, handle, by, pointer.shift);
    return {
      sizes: new Map(boxes.map((box) => [box.id, measuredIn(box, font, (whole) => scaleBox(whole, around, rect))])),
      guides,
      rect,
    };
  };

  return {
    move(pointer, ground) {
      if (!hasMoved(start, pointer)) return {};
      const { sizes: preview, guides, rect } = sizes(pointer, ground);
      return {
        preview: preview as Map<string, Element>,
        guides,
        words: `${Math.round(rect.width)} × ${Math.round(rect.height)}`,
      };
    },
    end: (pointer, ground) => (hasMoved(start, pointer) ? { change: resizeTo(sizes(pointer, ground).sizes) } : noOutcome),
  };
}

/** The drag, so that the moved edges snap or are on whole pixels. */
function stuck(
  around: Rect,
  handle: ResizeHandle,
  [dx, dy]: Point,
  { mod, shift }: Pointer,
  ground: GestureContext,
  ids: ReadonlySet<string>,
): { readonly by: Point; readonly guides: readonly Guide[] } {
  const grid = mod ? null : ground.grid;
  const edge = (at: number, length: number, side: -1 | 0 | 1, by: number): number =>
    side === 0 ? 0 : onGrid((side < 0 ? at : at + length) + by, grid) - (side < 0 ? at : at + length);
  const whole: Point = [edge(around.x, around.width, handle.across, dx), edge(around.y, around.height, handle.down, dy)];
  if (mod || shift || grid !== null) return { by: whole, guides: [] };
  const lines: SnapLines = { x: lineOf(handle.across), y: lineOf(handle.down) };
  const rect = pulledRect(around, handle, [dx, dy], false);
  const { dx: byX, dy: byY, guides } = snap(rect, neighbours(ground, ids), snapReach(ground), lines);
  const sticks = (axis: 'x' | 'y'): boolean => guides.some((guide) => guide.axis === axis);
  return { by: [sticks('x') ? dx + byX : whole[0], sticks('y') ? dy + byY : whole[1]], guides };
}

const lineOf = (side: -1 | 0 | 1): SnapLines['x'] => (side < 0 ? ['start'] : side > 0 ? ['end'] : []);
const rectOf = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height });
