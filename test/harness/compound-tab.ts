/** compound-tab: tabs of boxes in nested frames with arrows between them, drawn from a description without positions. */
import { TabIndex } from '#core/tab/tab-index.ts';
import type { Arrow, Box, Element, Frame, Shape } from '#schema/element.ts';
import { orderKeys } from '#schema/ydoc/order-key.ts';

export type CompoundBox = {
  readonly id: string;
  readonly label?: string;
  readonly width: number;
  readonly height: number;
  /** A frame around these. */
  readonly members?: readonly CompoundBox[];
};
export type CompoundArrow = { readonly from: string; readonly to: string; readonly label?: string };
export type CompoundDrawing = { readonly boxes: readonly CompoundBox[]; readonly arrows: readonly CompoundArrow[] };

export const fullId = (id: string): string => `${id}~00000000`;

const gap = 40;
const titleRoom = 60;

/** The tab with its boxes in rows, each within its frame; the arrows are angled. */
export function compoundTab({ boxes, arrows }: CompoundDrawing): TabIndex {
  const drawn: Box[] = [];
  drawRow(boxes, 0, 0, drawn);
  const lines = arrows.map(({ from, to, label }, at): Arrow => ({
    type: 'arrow',
    id: fullId(`e${at}`),
    z: 'a0',
    line: 'angled',
    from: { element: fullId(from) },
    to: { element: fullId(to) },
    ...(label === undefined ? {} : { label }),
  }));
  const all: readonly Element[] = [...drawn, ...lines];
  const keys = orderKeys(all.length);
  const elements = new Map(all.map((element, at) => [element.id, { ...element, z: keys[at] ?? element.z }]));
  const settings = { id: 'tab_compound', name: 'Compound', mode: 'canvas', theme: 'light', locked: false, order: 'a0' } as const;
  return TabIndex.of({ ...settings, layers: [], pages: [], elements, skipped: [] });
}

/** Boxes a row takes before the next one begins. */
const rowLength = 4;

/** Draws boxes in rows from a corner, frames before their members; returns the size of what was drawn. */
function drawRow(boxes: readonly CompoundBox[], left: number, top: number, drawn: Box[]): { width: number; height: number } {
  let [x, y, below, widest] = [left, top, top, 0];
  for (const [at, { id, label, members, ...size }] of boxes.entries()) {
    if (at > 0 && at % rowLength === 0) [x, y] = [left, below + gap];
    const common = { id: fullId(id), z: 'a0', x, y, ...(label === undefined ? {} : { label }) };
    const place = drawn.length;
    const inner = members === undefined ? null : drawRow(members, x + gap, y + titleRoom, drawn);
    const { width, height } = inner === null ? size : { width: inner.width + 2 * gap, height: inner.height + titleRoom + gap };
    const shape: Shape = { type: 'shape', shape: 'square', ...common, width, height };
    const frame: Frame = { type: 'frame', ...common, width, height };
    drawn.splice(place, 0, inner === null ? shape : frame);
    x += width + gap;
    widest = Math.max(widest, x - gap - left);
    below = Math.max(below, y + height);
  }
  return { width: widest, height: below - top };
}
