/**
 * table-grid: where the cells of a table are: below its title, in rows, the head first.
 *
 * Columns are equally wide as long as every cell fits on one line, and rows equally high as long as all lines fit. Otherwise those
 * that have space to spare give it to those that lack it, so none becomes smaller than its cells need, or than an equal share. If a word
 * would be broken all the same, columns whose words are narrower give more, down to half an equal share.
 */
import type { Table } from '#schema/element.ts';
import type { Rect, Size } from '#schema/tab.ts';

import type { Weight } from './font-table.ts';
import { titleHeight } from './label-box.ts';
import { type Font, knownFont } from './metrics.ts';
import { fixedSize, lineHeight, widestWord } from './sizes.ts';
import { textWidth } from './width.ts';
import { wrapLabel } from './wrap-lines.ts';

/** The height of the title; 0 without one. */
export const tableTitleHeight = ({ label = '', height }: Table): number =>
  label.trim() === '' ? 0 : Math.min(titleHeight, height);

export function tableGrid(table: Table): Rect {
  const title = tableTitleHeight(table);
  return { x: table.x, y: table.y + title, width: table.width, height: table.height - title };
}

/** The size of the font in a cell of normal height. */
export const cellSizePx = ({ text }: Pick<Table, 'text'>): number =>
  text === undefined || text === 'scale' ? 14 : fixedSize(text);

/** Space at the sides of a cell's text. */
export const cellPadding = 10;
const least = { width: 120, height: 32 };
const columnMax = 280;
const paddingDown = 12;

/** A column of a table: its left edge within the table, and its width. */
export type TableColumn = { readonly left: number; readonly width: number };

const cachedColumns = new WeakMap<Table, readonly TableColumn[]>();

export function tableColumns(table: Table): readonly TableColumn[] {
  const cached = cachedColumns.get(table);
  if (cached !== undefined) return cached;
  let left = 0;
  const columns = columnWidths(table.width, columnNeeds(table)).map((width) => {
    const column = { left, width };
    left += width;
    return column;
  });
  cachedColumns.set(table, columns);
  return columns;
}

/** A row of a table: its upper edge within the table, and its height. */
export type TableRow = { readonly top: number; readonly height: number };

const cachedRows = new WeakMap<Table, readonly TableRow[]>();

/** The rows, the head first. */
export function tableRows(table: Table): readonly TableRow[] {
  const cached = cachedRows.get(table);
  if (cached !== undefined) return cached;
  const grid = tableGrid(table);
  const rooms = tableColumns(table).map((column) => column.width - 2 * cellPadding);
  let top = grid.y - table.y;
  const rows = shared(grid.height, rowNeeds(table, rooms)).map((height) => {
    const row = { top, height };
    top += height;
    return row;
  });
  cachedRows.set(table, rows);
  return rows;
}

/** Widths with padding: at which the text of a cell or column is on one line, and at which no word of it is broken. */
export type CellWidths = { readonly line: number; readonly word: number };

/** The widths of the columns of a table that is `total` wide. */
export function columnWidths(total: number, needs: readonly CellWidths[]): number[] {
  const widths = shared(
    total,
    needs.map(({ line }) => line),
  );
  const least = total / needs.length / 2;
  // A word that takes nearly the whole table, such as an address, is broken rather than the words of all other columns.
  const words = needs.map(({ word }) => (word > total * widestWholeWord ? 0 : word));
  if (widths.every((width, index) => width >= (words[index] ?? 0))) return widths;
  const floors = words.map((word, index) => Math.max(word, Math.min(widths[index] ?? 0, least)));
  return balanced(widths, floors);
}

const widestWholeWord = 0.6;

/** Equal shares; parts that need less give to those that need more, as far as it goes. */
const shared = (total: number, needs: readonly number[]): number[] =>
  balanced(
    needs.map(() => total / needs.length),
    needs,
  );

/** Parts that need less than they have give to those that need more, as far as it goes. */
function balanced(sizes: readonly number[], needs: readonly number[]): number[] {
  const excess = sizes.map((size, index) => size - (needs[index] ?? 0));
  const lacking = excess.reduce((sum, part) => sum + Math.max(0, -part), 0);
  const spare = excess.reduce((sum, part) => sum + Math.max(0, part), 0);
  const given = Math.min(lacking, spare);
  if (given === 0) return [...sizes];
  return sizes.map((size, index) => {
    const part = excess[index] ?? 0;
    return size - (part * given) / (part < 0 ? lacking : spare);
  });
}

/** The height at which no cell of a row is cut, for the head and each row. */
function rowNeeds(table: Table, rooms: readonly number[]): number[] {
  const sizePx = cellSizePx(table);
  const lines = [table.columns, ...table.rows].map(() => 1);
  for (const { text, row, column, weight } of cellsOf(table))
    lines[row] = Math.max(lines[row] ?? 1, wrapLabel(text, rooms[column] ?? 0, sizePx, table.font, weight).length);
  return lines.map((count) => count * lineHeight(sizePx) + paddingDown);
}

/** The size at which no cell of a table is cut, with its title. Columns have a maximum, beyond which cells take several lines. */
export function tableSize(table: Table): Size {
  const count = table.columns.length;
  const needed = columnNeeds(table).reduce((sum, { line }) => sum + Math.min(columnMax, line), 0);
  const width = Math.max(least.width * count, Math.ceil(needed / 20) * 20);
  const rooms = tableColumns({ ...table, width }).map((column) => column.width - 2 * cellPadding);
  const heights = rowNeeds(table, rooms).map((height) => Math.max(least.height, height));
  return { width, height: titleHeight + heights.reduce((sum, height) => sum + height, 0) };
}

/** The height at which no cell of a table is cut at its width. */
export function tableHeight(table: Table): number {
  const rooms = tableColumns(table).map((column) => column.width - 2 * cellPadding);
  return Math.ceil(tableTitleHeight(table) + rowNeeds(table, rooms).reduce((sum, height) => sum + height, 0));
}

/** The size of the font in a cell of a row of this height. */
export const shownSizePx = (table: Pick<Table, 'text'>, rowHeight: number): number =>
  Math.max(6, Math.min(cellSizePx(table), Math.floor(rowHeight / 1.25)));

/** True if a cell of a table is cut. A table with very many cells is not measured. */
export function cutsCell(table: Table): boolean {
  if (table.columns.length * (table.rows.length + 1) > cellsMeasured) return false;
  const [columns, rows] = [tableColumns(table), tableRows(table)];
  for (const { text, row, column, weight } of cellsOf(table)) {
    const height = rows[row]?.height ?? 0;
    const sizePx = shownSizePx(table, height);
    const shown = Math.max(1, Math.floor((height + 0.01) / lineHeight(sizePx)));
    const room = Math.max(0, (columns[column]?.width ?? 0) - 2 * cellPadding);
    if (wrapLabel(text, room, sizePx, table.font, weight).length > shown) return true;
  }
  return false;
}

const cellsMeasured = 200;

/** The needs of each column. */
function columnNeeds(table: Table): CellWidths[] {
  const needs = table.columns.map((): CellWidths => emptyCell);
  for (const { text, column, weight } of cellsOf(table))
    needs[column] = wider(needs[column] ?? emptyCell, cellWidths(text, cellSizePx(table), table.font, weight));
  return needs;
}

const emptyCell: CellWidths = { line: 2 * cellPadding, word: 2 * cellPadding };
export const wider = (a: CellWidths, b: CellWidths): CellWidths => ({
  line: Math.max(a.line, b.line),
  word: Math.max(a.word, b.word),
});

/** The widths that a single cell needs. */
export function cellWidths(text: string, sizePx: number, font: Font | undefined, weight: Weight): CellWidths {
  const widths = wrapLabel(text, Number.MAX_SAFE_INTEGER, sizePx, font, weight).map((line) =>
    textWidth(line, sizePx, font, weight),
  );
  const line = Math.ceil(Math.max(0, ...widths));
  const word = Math.ceil(widestWord(text, knownFont(font), weight) * sizePx);
  return { line: line + 2 * cellPadding, word: Math.min(line, word) + 2 * cellPadding };
}

/** `row`: 0 for the head. */
function* cellsOf({ columns, rows }: Table): Generator<{ text: string; row: number; column: number; weight: Weight }> {
  for (const [column, text] of columns.entries()) yield { text, row: 0, column, weight: 600 };
  for (const [index, cells] of rows.entries()) {
    for (const [column, text] of cells.slice(0, columns.length).entries()) yield { text, row: index + 1, column, weight: 400 };
  }
}
