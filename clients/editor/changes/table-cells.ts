/**
 * table-cells: cells, rows and columns of a table.
 *
 * A row or column that is added or removed changes the size of the table by its own, so that the others stay as they are. A table
 * keeps at least one column, and stays within the limits of rows, columns and characters. Rows that are shorter than the head are
 * filled up with empty cells.
 */
import type { Table } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Rect } from '#schema/tab.ts';

import { tableColumns, tableGrid, tableRows, tableTitleHeight } from '#core/text/table-grid.ts';

import { type Change, freeElements } from './change.ts';
import { clampLength, roundLength } from './resize.ts';
import { storable } from './text.ts';

/** The maximum length of a cell's text. */
const cellCharacters = 2_000;

/** Row -1 is the head. */
export type CellPlace = { readonly row: number; readonly column: number };

/** Where a cell is drawn; null if the table has no such cell. */
export function cellRect(table: Table, { row, column }: CellPlace): Rect | null {
  if (column < 0 || column >= table.columns.length || row < -1 || row >= table.rows.length) return null;
  const { left = 0, width = 0 } = tableColumns(table)[column] ?? {};
  const { top = 0, height = 0 } = tableRows(table)[row + 1] ?? {};
  return { x: table.x + left, y: table.y + top, width, height };
}

/** The cell at a point of the canvas; null beside the cells. */
export function cellAt(table: Table, x: number, y: number): CellPlace | null {
  const grid = tableGrid(table);
  if (x < grid.x || y < grid.y || x > grid.x + grid.width || y > grid.y + grid.height) return null;
  const column = Math.max(
    0,
    tableColumns(table).findLastIndex(({ left }) => grid.x + left <= x),
  );
  const row = tableRows(table).findLastIndex(({ top }) => table.y + top <= y);
  return { row: Math.max(0, row) - 1, column };
}

export const cellText = (table: Table, { row, column }: CellPlace): string =>
  (row === -1 ? table.columns[column] : table.rows[row]?.[column]) ?? '';

export const setCell = (id: string, at: CellPlace, text: string): Change =>
  changeTable(id, (table) => {
    const words = storable(text, cellCharacters);
    if (cellRect(table, at) === null || words === cellText(table, at)) return table;
    if (at.row === -1) return { ...table, columns: table.columns.with(at.column, words) };
    return { ...table, rows: fullRows(table).map((row, index) => (index === at.row ? row.with(at.column, words) : row)) };
  });

/** Inserts an empty row before the one at the index; their count appends it. */
export const insertRow = (id: string, at: number): Change =>
  changeTable(id, (table) => {
    if (table.rows.length >= limits.tableRows) return table;
    const rows = fullRows(table).toSpliced(
      Math.max(0, at),
      0,
      table.columns.map(() => ''),
    );
    return { ...table, rows, height: withOne(table.height, tableTitleHeight(table), table.rows.length + 1, 1) };
  });

export const removeRow = (id: string, at: number): Change =>
  changeTable(id, (table) => {
    if (at < 0 || at >= table.rows.length) return table;
    return {
      ...table,
      rows: fullRows(table).toSpliced(at, 1),
      height: withOne(table.height, tableTitleHeight(table), table.rows.length + 1, -1),
    };
  });

export const insertColumn = (id: string, at: number): Change =>
  changeTable(id, (table) => {
    if (table.columns.length >= limits.tableColumns) return table;
    const place = Math.max(0, at);
    const columns = table.columns.toSpliced(place, 0, `Column ${table.columns.length + 1}`);
    const rows = fullRows(table).map((row) => row.toSpliced(place, 0, ''));
    return { ...table, columns, rows, width: withOne(table.width, 0, table.columns.length, 1) };
  });

export const removeColumn = (id: string, at: number): Change =>
  changeTable(id, (table) => {
    if (at < 0 || at >= table.columns.length || table.columns.length === 1) return table;
    const rows = fullRows(table).map((row) => row.toSpliced(at, 1));
    return { ...table, columns: table.columns.toSpliced(at, 1), rows, width: withOne(table.width, 0, table.columns.length, -1) };
  });

const changeTable =
  (id: string, change: (table: Table) => Table): Change =>
  (planning) => {
    const [table] = freeElements([id], planning);
    if (table?.type === 'table') planning.put(change(table));
    return null;
  };

const fullRows = ({ columns, rows }: Table): string[][] => rows.map((row) => columns.map((_, index) => row[index] ?? ''));

/** A length with one part more or fewer, beside a fixed rest. */
const withOne = (length: number, fixed: number, parts: number, by: 1 | -1): number =>
  clampLength(roundLength(fixed + ((length - fixed) / parts) * Math.max(1, parts + by)));
