/**
 * table-grid: where the cells of a table are: below its title, in rows of equal height, the head first.
 *
 * Columns are equally wide as long as every cell fits on one line. Otherwise those that have width to spare give it to those that
 * lack it, so none becomes narrower than its cells need, or than an equal share.
 */
import type { Table } from '#schema/element.ts';
import type { Rect, Size } from '#schema/tab.ts';

import type { Weight } from './font-table.ts';
import { titleHeight } from './label-box.ts';
import { fontSizes, lineHeight } from './sizes.ts';
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
  text === undefined || text === 'scale' ? 14 : fontSizes[text];

/** Space at the sides of a cell's text. */
export const cellPadding = 10;
const least = { width: 120, height: 32 };
const columnMax = 280;
const paddingDown = 12;

/** A column of a table: its left edge within the table, and its width. */
export type TableColumn = { readonly left: number; readonly width: number };

export function tableColumns(table: Table): TableColumn[] {
  const share = table.width / table.columns.length;
  const needs = columnNeeds(table);
  const lacking = needs.reduce((sum, need) => sum + Math.max(0, need - share), 0);
  const spare = needs.reduce((sum, need) => sum + Math.max(0, share - need), 0);
  const given = Math.min(lacking, spare);
  let left = 0;
  return needs.map((need) => {
    const width = given === 0 ? share : share + ((need - share) * given) / (need > share ? lacking : spare);
    const column = { left, width };
    left += width;
    return column;
  });
}

/** The size at which no cell of a table is cut, with its title. Columns have a maximum, beyond which cells take several lines. */
export function tableSize(table: Table): Size {
  const count = table.columns.length;
  const needed = columnNeeds(table).reduce((sum, need) => sum + Math.min(columnMax, need), 0);
  const width = Math.max(least.width * count, Math.ceil(needed / 20) * 20);
  const rooms = tableColumns({ ...table, width }).map((column) => column.width - 2 * cellPadding);
  const sizePx = cellSizePx(table);
  let lines = 1;
  for (const { text, column, weight } of cellsOf(table))
    lines = Math.max(lines, wrapLabel(text, rooms[column] ?? 0, sizePx, table.font, weight).length);
  const height = Math.max(least.height, lines * lineHeight(sizePx) + paddingDown);
  return { width, height: titleHeight + height * (table.rows.length + 1) };
}

/** The width at which every cell of a column is on one line, for each column. */
function columnNeeds(table: Table): number[] {
  const needs = table.columns.map(() => 2 * cellPadding);
  const sizePx = cellSizePx(table);
  for (const { text, column, weight } of cellsOf(table)) {
    for (const line of wrapLabel(text, Number.MAX_SAFE_INTEGER, sizePx, table.font, weight)) {
      const width = Math.ceil(textWidth(line, sizePx, table.font, weight)) + 2 * cellPadding;
      needs[column] = Math.max(needs[column] ?? 0, width);
    }
  }
  return needs;
}

function* cellsOf({ columns, rows }: Table): Generator<{ text: string; column: number; weight: Weight }> {
  for (const [column, text] of columns.entries()) yield { text, column, weight: 600 };
  for (const row of rows) {
    for (const [column, text] of row.slice(0, columns.length).entries()) yield { text, column, weight: 400 };
  }
}
