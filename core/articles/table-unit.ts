/**
 * table-unit: a table as a unit.
 *
 * Each row is as tall as its cells need, so that none is clipped. A table that does not fit continues in the next column
 * with the same header, with two rows on either side if possible. Text that would make a row taller than a third of a page
 * continues in the next row.
 */
import { limits } from '#schema/limits.ts';

import type { Weight } from '../text/font-table.ts';
import { lineHeight } from '../text/sizes.ts';
import { wrapLabel } from '../text/wrap-lines.ts';
import { type TextLine, lineBreaks } from './line-breaks.ts';
import type { BoxSpec, Fitted, PageUnit } from './unit.ts';

type TableRow = readonly string[];
export type TableSetting = {
  readonly head: TableRow;
  readonly rows: readonly TableRow[];
  readonly width: number;
  readonly pageHeight: number;
};

/** Padding of a drawn cell at the sides, and above and below. */
const cellPadding = { x: 20, y: 14 };
/** Font size of a drawn cell (render/boxes/table.ts). */
const usualPx = 14;
const smallPx = 12;
/** A column narrower than this breaks nearly every word. */
const leastColumn = 84;

/** The greatest number of columns in this width. */
export const columnsHeld = (width: number): number => Math.min(limits.tableColumns, Math.max(2, Math.floor(width / leastColumn)));

export function tableUnit({ head, rows, width, pageHeight }: TableSetting, above: number): PageUnit {
  const column = width / head.length;
  const isSmall = column < 130;
  const sizePx = isSmall ? smallPx : usualPx;
  const room = Math.max(1, column - cellPadding.x);
  const most = Math.max(2, Math.floor((pageHeight / 3 - cellPadding.y) / lineHeight(sizePx)));
  const [top = head, ...more] = split(head, room, sizePx, 600, most);
  const body = [...more, ...rows.flatMap((row) => split(row, room, sizePx, 400, most))];
  const linesOf = (row: TableRow, weight: Weight): number =>
    Math.max(1, ...row.map((text) => wrapLabel(text, room, sizePx, 'sans', weight).length));
  const heightOf = (row: TableRow, weight: Weight): number => linesOf(row, weight) * lineHeight(sizePx) + cellPadding.y;
  const heights = body.map((row) => heightOf(row, 400));
  return unitOf({ head: top, headHeight: heightOf(top, 600), rows: body, heights, width, isSmall }, above);
}

type Set = {
  readonly head: TableRow;
  readonly headHeight: number;
  readonly rows: readonly TableRow[];
  /** Of the rows. */
  readonly heights: readonly number[];
  readonly width: number;
  readonly isSmall: boolean;
};

/** The unit of these rows; the others continue in the next column. */
function unitOf(set: Set, above: number): PageUnit {
  const { head, headHeight, rows, heights, width, isSmall } = set;
  const heightOf = (count: number): number => heights.slice(0, count).reduce((sum, height) => sum + height, headHeight);
  // Three rows cannot be split into pairs.
  const fewest = rows.length <= 3 ? rows.length : 2;
  const least = heightOf(fewest);
  return {
    above,
    below: above,
    keepsNext: false,
    spans: false,
    opensPage: false,
    isTitle: false,
    least,
    fit(room, must): Fitted | null {
      const rowsThatFit = Math.min(limits.tableRows, countThatFits(heights, room - headHeight));
      const most = Math.min(rows.length, must ? Math.max(1, rowsThatFit) : rowsThatFit);
      const count = rows.length - most === 1 && most > 2 ? most - 1 : most;
      const leaves = rows.length - count;
      if (!must && (rowsThatFit < 0 || count < fewest)) return null;
      const height = heightOf(count);
      const box: BoxSpec = {
        type: 'table',
        x: 0,
        y: 0,
        width,
        height,
        columns: [...head],
        rows: rows.slice(0, count).map((row) => [...row]),
        ...(isSmall && { text: 'sm' }),
      };
      return {
        boxes: [box],
        height,
        rest: leaves > 0 ? unitOf({ ...set, rows: rows.slice(count), heights: heights.slice(count) }, above) : null,
      };
    },
  };
}

/** How many of the first rows fit into the room; -1 if not even the head does. */
function countThatFits(heights: readonly number[], room: number): number {
  let left = room;
  if (left < 0) return -1;
  const first = heights.findIndex((height) => (left -= height) < 0);
  return first === -1 ? heights.length : first;
}

/** A row as one or, if its cells have more lines than `most` or more text than a cell may have, several rows. */
function split(row: TableRow, room: number, sizePx: number, weight: Weight, most: number): string[][] {
  const cells = row.map((text) => pieces(text, room, sizePx, weight, most));
  const count = Math.max(1, ...cells.map((parts) => parts.length));
  return Array.from({ length: count }, (_, index) => cells.map((parts) => parts[index] ?? ''));
}

const cellCharacters = 2_000;

function pieces(text: string, room: number, sizePx: number, weight: Weight, most: number): string[] {
  const lines = lineBreaks(text, room, sizePx, 'sans', weight);
  if (lines.length <= most && text.length <= cellCharacters) return [text];
  const parts: string[] = [];
  for (let start = 0; start < lines.length;) {
    const end = endOfPiece(text, lines, start, most);
    parts.push(text.slice(lines[start]?.start, lines[end]?.end).slice(0, cellCharacters));
    start = end + 1;
  }
  return parts;
}

/** The last line of the piece that starts at this one: as many lines as possible, but whole words if possible. */
function endOfPiece(text: string, lines: readonly TextLine[], start: number, most: number): number {
  const from = lines[start]?.start ?? 0;
  let end = start;
  while (end + 1 < lines.length && end + 1 - start < most && (lines[end + 1]?.end ?? 0) - from <= cellCharacters) end += 1;
  if (end === lines.length - 1) return end;
  for (let at = end; at > start; at -= 1) if (text.charAt(lines[at]?.end ?? 0).trim() === '') return at;
  return end;
}
