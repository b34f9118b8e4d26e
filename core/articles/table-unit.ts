/**
 * table-unit: a table as a unit.
 *
 * Each row is as tall as its cells need, so that none is clipped. A table that does not fit continues in the next column
 * with the same header, with two rows on either side if possible. Text that would make a row taller than a third of a page
 * continues in the next row. Words are broken only if the column of the page is too narrow for them.
 */
import { limits } from '#schema/limits.ts';

import type { Weight } from '../text/font-table.ts';
import { fontSizes, lineHeight } from '../text/sizes.ts';
import { cellPadding, wider } from '../text/table-grid.ts';
import { type TextLine, lineBreaks } from './line-breaks.ts';
import { MeasuredRow, rowPadding, widthsOf } from './measured-row.ts';
import type { BoxSpec, Fitted, PageUnit } from './unit.ts';

type TableRow = readonly string[];
export type TableSetting = {
  readonly head: TableRow;
  readonly rows: readonly TableRow[];
  readonly width: number;
  readonly pageHeight: number;
  /** One of the tables that a wider one became. */
  readonly isPart: boolean;
};

/** Font sizes of a drawn cell (text/table-grid.ts): usually, and in narrow columns. */
const usualPx = 14;
const smallPx = fontSizes.sm;
const narrowColumn = 130;
/** A column narrower than this breaks nearly every word. */
const leastColumn = 84;

/** The columns of each of the tables that a table becomes whose columns do not all fit: the first is in every one of them. */
export function columnGroups({ head, rows, width }: Pick<TableSetting, 'head' | 'rows' | 'width'>): number[][] {
  const most = Math.min(limits.tableColumns, Math.max(2, Math.floor(width / leastColumn)));
  const words = [head, ...rows]
    .map((row, index) => new MeasuredRow(row, smallPx, index === 0 ? 600 : 400).needs)
    .reduce((all, needs) => all.map((need, index) => wider(need, needs[index] ?? need)))
    .map(({ word }) => Math.min(word, width / 2));
  const groups = [[0]];
  let used = words[0] ?? 0;
  for (let column = 1; column < head.length; column += 1) {
    const group = groups.at(-1) ?? [];
    const word = words[column] ?? 0;
    if (group.length < 2 || (group.length < most && used + word <= width)) {
      group.push(column);
      used += word;
    } else {
      groups.push([0, column]);
      used = (words[0] ?? 0) + word;
    }
  }
  return groups;
}

export function tableUnit({ head, rows, width, pageHeight, isPart }: TableSetting, above: number): PageUnit {
  const isSmall = isPart || width / head.length < narrowColumn || breaksWords(head, rows, width);
  const sizePx = isSmall ? smallPx : usualPx;
  const columns = widthsOf(width, [new MeasuredRow(head, sizePx, 600), ...rows.map((row) => new MeasuredRow(row, sizePx, 400))]);
  const [top = head, ...more] = split(head, columns, sizePx, 600, pageHeight / 3);
  const body = [...more, ...rows.flatMap((row) => split(row, columns, sizePx, 400, pageHeight / 3))];
  const measured = body.map((row) => new MeasuredRow(row, sizePx, 400));
  return unitOf({ head: new MeasuredRow(top, sizePx, 600), rows: measured, width, isSmall }, above);
}

/** Whether a word is broken at the usual size. */
function breaksWords(head: TableRow, rows: readonly TableRow[], width: number): boolean {
  const measured = [head, ...rows].map((row, index) => new MeasuredRow(row, usualPx, index === 0 ? 600 : 400));
  const widths = widthsOf(width, measured);
  return measured.some(({ needs }) => needs.some(({ word }, index) => word > Math.ceil(widths[index] ?? 0)));
}

type Set = {
  readonly head: MeasuredRow;
  readonly rows: readonly MeasuredRow[];
  readonly width: number;
  readonly isSmall: boolean;
};

/** The height of a table of the first rows. */
function heightOf({ head, rows, width }: Set, count: number): number {
  const shown = [head, ...rows.slice(0, count)];
  const widths = widthsOf(width, shown);
  return shown.reduce((sum, row) => sum + row.heightIn(widths), 0);
}

/** The unit of these rows; the others continue in the next column. */
function unitOf(set: Set, above: number): PageUnit {
  const { head, rows, width, isSmall } = set;
  // Three rows cannot be split into pairs.
  const fewest = rows.length <= 3 ? rows.length : 2;
  return {
    above,
    below: above,
    keepsNext: false,
    spans: false,
    opensPage: false,
    isTitle: false,
    least: heightOf(set, fewest),
    fit(room, must): Fitted | null {
      const rowsThatFit = countThatFits(set, room);
      const most = Math.min(rows.length, must ? Math.max(1, rowsThatFit) : rowsThatFit);
      let count = rows.length - most === 1 && most > 2 ? most - 1 : most;
      // The columns of fewer rows can be other ones, and their text longer.
      while (count > 1 && heightOf(set, count) > room) count -= 1;
      if (!must && (rowsThatFit < 0 || count < fewest)) return null;
      const height = heightOf(set, count);
      if (height > room && count === 1) {
        const shorter = inShorterRows(set, room);
        if (shorter !== null) return unitOf(shorter, above).fit(room, must);
      }
      const box: BoxSpec = {
        type: 'table',
        x: 0,
        y: 0,
        width,
        height,
        columns: [...head.cells],
        rows: rows.slice(0, count).map(({ cells }) => [...cells]),
        ...(isSmall && { text: 'sm' }),
      };
      const rest = count < rows.length ? unitOf({ ...set, rows: rows.slice(count) }, above) : null;
      return { boxes: [box], height, rest };
    },
  };
}

/** How many of the first rows fit into the room; -1 if not even the head does. */
function countThatFits(set: Set, room: number): number {
  if (heightOf(set, 0) > room) return -1;
  const most = Math.min(set.rows.length, limits.tableRows);
  let count = 0;
  while (count < most && heightOf(set, count + 1) <= room) count += 1;
  return count;
}

/** The set with its first row in several, which is too high for the room below the head; null if that is impossible. */
function inShorterRows(set: Set, room: number): Set | null {
  const [first, ...others] = set.rows;
  if (first === undefined) return null;
  const sizePx = set.isSmall ? smallPx : usualPx;
  const widths = widthsOf(set.width, [set.head, first]);
  const height = Math.min(room - set.head.heightIn(widths), first.heightIn(widths) - lineHeight(sizePx));
  const pieces = split(first.cells, widths, sizePx, 400, height);
  if (pieces.length < 2) return null;
  return { ...set, rows: [...pieces.map((row) => new MeasuredRow(row, sizePx, 400)), ...others] };
}

/** A row as one or, if it is higher than `height` or has more text than a cell may have, several rows. */
function split(row: TableRow, widths: readonly number[], sizePx: number, weight: Weight, height: number): string[][] {
  const most = Math.max(1, Math.floor((height - rowPadding) / lineHeight(sizePx)));
  const cells = row.map((text, index) => pieces(text, Math.max(1, (widths[index] ?? 0) - 2 * cellPadding), sizePx, weight, most));
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
