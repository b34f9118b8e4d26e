/** scattered: compound drawings whose boxes are where a person might have put them: anywhere that is free, in no rows. */
import fc from 'fast-check';

import type { Arrow, Box, Element } from '#schema/element.ts';
import { compoundTab, type CompoundBox, type CompoundDrawing, fullId } from '#test/harness/compound-tab.ts';
import type { Rect } from '#schema/tab.ts';

import { TabIndex } from '../tab/tab-index.ts';

export type Scatter = {
  readonly order: readonly number[];
  /** Where each box is in its share of the canvas, from 0 to 1. */
  readonly shifts: readonly (readonly [number, number])[];
  /** The room around boxes. */
  readonly room: number;
};

const share = fc.double({ min: 0, max: 1, noNaN: true });

export const anyScatter: fc.Arbitrary<Scatter> = fc.record({
  order: fc.array(fc.nat(), { minLength: 70, maxLength: 70 }),
  shifts: fc.array(fc.tuple(share, share), { minLength: 70, maxLength: 70 }),
  room: fc.integer({ min: 30, max: 120 }),
});

/** The tab of a drawing with its boxes scattered, each within its frame; nothing overlaps. */
export function scatteredTab(drawing: CompoundDrawing, scatter: Scatter, line: Arrow['line']): TabIndex {
  const tab = compoundTab(drawing);
  const places = new Map<string, Rect>();
  scatterBoxes(drawing.boxes, 0, 0, { ...scatter, next: 0 }, places);
  const moved = (box: Box): Box => ({ ...box, ...places.get(box.id) });
  const elements = new Map(
    Array.from(tab.elements(), (element): [string, Element] => [
      element.id,
      element.type === 'arrow' ? { ...element, ...(line !== undefined && { line }) } : moved(element),
    ]),
  );
  return TabIndex.of({ ...tab.settings, elements, skipped: [] });
}

type Scattering = Scatter & { next: number };

const padding = 30;
const titleRoom = 60;

/** Puts the boxes from a corner on, each somewhere in a cell of a grid that is as wide and high as its column and row need. */
function scatterBoxes(
  boxes: readonly CompoundBox[],
  left: number,
  top: number,
  scattering: Scattering,
  places: Map<string, Rect>,
): { width: number; height: number } {
  const order = boxes
    .map((box, at) => ({ box, key: scattering.order[(scattering.next + at) % scattering.order.length] ?? 0, at }))
    .toSorted((a, b) => a.key - b.key || a.at - b.at)
    .map(({ box }) => box);
  const columns = Math.ceil(Math.sqrt(order.length));
  let [y, widest] = [top, 0];
  for (let first = 0; first < order.length; first += columns) {
    let [x, below] = [left, y];
    for (const { id, width, height, members } of order.slice(first, first + columns)) {
      const [shiftX, shiftY] = scattering.shifts[(scattering.next += 1) % scattering.shifts.length] ?? [0, 0];
      const spot = { x: Math.round(x + shiftX * scattering.room), y: Math.round(y + shiftY * scattering.room) };
      const inner =
        members === undefined ? null : scatterBoxes(members, spot.x + padding, spot.y + titleRoom, scattering, places);
      const size =
        inner === null ? { width, height } : { width: inner.width + 2 * padding, height: inner.height + titleRoom + padding };
      places.set(fullId(id), { ...spot, ...size });
      x = spot.x + size.width + gap;
      below = Math.max(below, spot.y + size.height);
    }
    widest = Math.max(widest, x - gap - left);
    y = below + gap;
  }
  return { width: widest, height: y - gap - top };
}

/** Between boxes at least. */
const gap = 24;
