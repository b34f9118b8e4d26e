/**
 * tidy-up: boxes that lie roughly in a row, a column or a grid, put exactly into one.
 *
 * A box is in the row and the column in which its middle is. Rows and columns are as large as their largest box, and each box is in the middle of
 * its place. The gaps become equal: the median of those that are there. The upper left corner of all of them stays, and a second tidying changes
 * nothing. Frames carry their members, groups count as one; arrows follow.
 */
import type { Rect } from '#schema/tab.ts';

import type { Offset } from '#core/placement/follow.ts';

import { arrangedUnits, moveUnits } from './arranged-units.ts';
import type { Change } from './change.ts';

/** Pixels between boxes that overlap. */
const usualGap = 40;

export const tidyUp =
  (ids: Iterable<string>): Change =>
  (planning) => {
    const units = arrangedUnits(ids, planning);
    return units.length < 2 ? null : moveUnits(units, tidied(units))(planning);
  };

type Box = Rect & { readonly id: string };

/** How far each box moves, by its id. */
export function tidied(boxes: readonly Box[]): Map<string, Offset> {
  const rows = bandsOf(boxes, down);
  const columns = columnsOf(boxes, rows);
  const [x, y] = [placesOf(columns, across), placesOf(rows, down)];
  return new Map(
    boxes.map((box) => [box.id, { dx: rounded((x.get(box) ?? box.x) - box.x), dy: rounded((y.get(box) ?? box.y) - box.y) }]),
  );
}

type Axis = { readonly start: (rect: Rect) => number; readonly length: (rect: Rect) => number };
const across: Axis = { start: ({ x }) => x, length: ({ width }) => width };
const down: Axis = { start: ({ y }) => y, length: ({ height }) => height };

const middle = (box: Rect, { start, length }: Axis): number => start(box) + length(box) / 2;
const end = (box: Rect, { start, length }: Axis): number => start(box) + length(box);
const inOrder = (boxes: readonly Box[], axis: Axis): Box[] =>
  boxes.toSorted((a, b) => middle(a, axis) - middle(b, axis) || (a.id < b.id ? -1 : 1));

/** A box is in a band if its middle is beside the first box of the band, or the middle of that one beside it. */
function bandsOf(boxes: readonly Box[], axis: Axis): Box[][] {
  const bands: Box[][] = [];
  for (const box of inOrder(boxes, axis)) {
    const band = bands.at(-1);
    const first = band?.[0];
    const isBeside = first !== undefined && (middle(box, axis) < end(first, axis) || axis.start(box) < middle(first, axis));
    if (band !== undefined && isBeside) band.push(box);
    else bands.push([box]);
  }
  return bands;
}

/** By where the boxes are; by their order within the rows if two of a row would be in the same column. */
function columnsOf(boxes: readonly Box[], rows: readonly Box[][]): Box[][] {
  const bands = bandsOf(boxes, across);
  const bandOf = new Map(bands.flatMap((band, at) => band.map((box) => [box, at] as const)));
  if (rows.every((row) => new Set(row.map((box) => bandOf.get(box))).size === row.length)) return bands;
  const ordered = rows.map((row) => inOrder(row, across));
  const count = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, at) => ordered.flatMap((row) => row[at] ?? []));
}

/** The new start of each box along the axis. */
function placesOf(bands: readonly Box[][], axis: Axis): Map<Box, number> {
  const extents = bands.map((band) => ({
    start: Math.min(...band.map((box) => axis.start(box))),
    end: Math.max(...band.map((box) => end(box, axis))),
  }));
  const gap = median(extents.slice(1).map((extent, at) => extent.start - (extents[at]?.end ?? 0)));
  const places = new Map<Box, number>();
  let at = Math.min(...extents.map(({ start }) => start));
  for (const band of bands) {
    const length = Math.max(...band.map((box) => axis.length(box)));
    for (const box of band) places.set(box, at + (length - axis.length(box)) / 2);
    at += length + gap;
  }
  return places;
}

/** Of the gaps that are there. */
function median(gaps: readonly number[]): number {
  const open = gaps.filter((gap) => gap > 0).toSorted((a, b) => a - b);
  return open[Math.floor(open.length / 2)] ?? usualGap;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
