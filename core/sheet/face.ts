/**
 * face: the visible upper left part of a sheet on a drawing.
 *
 * Hidden lines are left out, and so are filtered rows, except frozen ones and those whose values are pending. Cells show their
 * formatted text. Numbers are right-aligned unless the cell says otherwise; errors, booleans and pending values are centered.
 */
import { type CellFormat, cellKey, type SheetState } from '#schema/sheet.ts';

import { columnLetters } from './address.ts';
import { textAt } from './describe-sheet.ts';
import { narrowerTexts } from './narrow-number.ts';
import { type SheetValues, shownFormat } from './snapshot.ts';
import { isPending } from './value.ts';

export type FaceCell = {
  /** Position among the visible lines, from 0, and the number of lines that it spans. */
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
  readonly text: string;
  /** For a number: its texts in narrower cells, the longest first. */
  readonly narrower: readonly string[] | null;
  readonly align: 'left' | 'center' | 'right';
  readonly format: CellFormat;
};
export type SheetFace = {
  readonly title: string;
  readonly cols: readonly { readonly name: string; readonly px: number }[];
  readonly rows: readonly { readonly name: string; readonly px: number }[];
  readonly frozen: { readonly rows: number; readonly cols: number };
  readonly cells: readonly FaceCell[];
};
/** By sheet id. */
export type SheetFaces = ReadonlyMap<string, SheetFace>;

const defaultSizes = { row: 26, col: 96 };
/** Greatest numbers of lines drawn. */
const most = { rows: 60, cols: 26, characters: 200 };

/** Pauses between rows. */
export function* faceOf(values: SheetValues, sheet: SheetState): Generator<void, SheetFace> {
  const rows = yield* shownRows(values, sheet);
  const cols = sheet.cols.ids.filter((id) => !sheet.hidden.has(id)).slice(0, most.cols);
  const size = (kind: 'row' | 'col', id: string): number => sheet.sizes.get(id) ?? defaultSizes[kind];
  return {
    title: sheet.title,
    rows: rows.map((id) => ({ name: String((sheet.rows.rank.get(id) ?? 0) + 1), px: size('row', id) })),
    cols: cols.map((id) => ({ name: columnLetters(sheet.cols.rank.get(id) ?? 0), px: size('col', id) })),
    frozen: {
      rows: rows.filter((id) => (sheet.rows.rank.get(id) ?? 0) < sheet.frozen.rows).length,
      cols: cols.filter((id) => (sheet.cols.rank.get(id) ?? 0) < sheet.frozen.cols).length,
    },
    cells: yield* cellsSeen(values, sheet, rows, cols),
  };
}

function* cellsSeen(
  values: SheetValues,
  sheet: SheetState,
  rows: readonly string[],
  cols: readonly string[],
): Generator<void, FaceCell[]> {
  const covered = new Set<string>();
  const cells: FaceCell[] = [];
  for (const [row, rowId] of rows.entries()) {
    yield;
    for (const [col, colId] of cols.entries()) {
      const key = cellKey(rowId, colId);
      if (covered.has(key)) continue;
      const span = spanAt(sheet, key, rows, cols, { row, col });
      for (const rowOf of rows.slice(row, row + span.rows))
        for (const colOf of cols.slice(col, col + span.cols)) covered.add(cellKey(rowOf, colOf));
      const stored = sheet.cells.get(key);
      if (stored === undefined && span.rows * span.cols === 1) continue;
      const text = textAt(values, sheet, key).slice(0, most.characters);
      const value = values.value(sheet.id, key);
      const align =
        stored?.f?.al ?? (typeof value === 'number' ? 'right' : typeof value === 'string' || value === null ? 'left' : 'center');
      const narrower = typeof value === 'number' ? narrowerTexts(value, shownFormat(values, sheet, key), text) : null;
      cells.push({ row, col, ...span, text, narrower, align, format: stored?.f ?? {} });
    }
  }
  return cells;
}

/** The number of visible lines that a merged cell covers. */
function spanAt(
  sheet: SheetState,
  key: string,
  rows: readonly string[],
  cols: readonly string[],
  at: { readonly row: number; readonly col: number },
): { readonly rows: number; readonly cols: number } {
  const merge = sheet.merges.get(key);
  if (merge === undefined) return { rows: 1, cols: 1 };
  const count = (ids: readonly string[], rank: ReadonlyMap<string, number>, from: number, length: number): number => {
    const first = rank.get(ids[from] ?? '') ?? 0;
    return ids.slice(from).filter((id) => (rank.get(id) ?? 0) < first + length).length;
  };
  return { rows: count(rows, sheet.rows.rank, at.row, merge.rows), cols: count(cols, sheet.cols.rank, at.col, merge.cols) };
}

/** The visible rows, as many as are drawn. */
function* shownRows(values: SheetValues, sheet: SheetState): Generator<void, string[]> {
  const filters = Array.from(sheet.filters, ([col, texts]) => [col, new Set(texts)] as const);
  const shown: string[] = [];
  for (const [index, row] of sheet.rows.ids.entries()) {
    if (shown.length === most.rows) break;
    if (sheet.hidden.has(row)) continue;
    const isShown =
      index < sheet.frozen.rows ||
      filters.every(([col, texts]) => {
        const key = cellKey(row, col);
        return isPending(values.value(sheet.id, key)) || texts.has(textAt(values, sheet, key));
      });
    if (isShown) shown.push(row);
    yield;
  }
  return shown;
}
