/** wanted-cells: cells, rows and columns of a sheet that the grid is asked to select. */
import { type GridSpan } from './grid-selection.ts';
import type { SheetModel } from './use-sheet.ts';

export type WantedCells = {
  readonly sheet: string;
  /** Keys of cells. */
  readonly cells: readonly string[];
  /** Ids of rows and columns. */
  readonly lines: readonly string[];
};

/** The smallest span around those that are shown; null if none is. */
export function spanOfWanted({ cells, lines }: WantedCells, { sheet, rows, cols }: SheetModel): GridSpan | null {
  const rowAt = (id: string): number | undefined => rows.indexOfRank(sheet.rows.rank.get(id) ?? -1);
  const colAt = (id: string): number | undefined => cols.indexOfRank(sheet.cols.rank.get(id) ?? -1);
  let span: GridSpan | null = null;
  const take = (row: readonly [number, number] | null, col: readonly [number, number] | null): void => {
    if (row === null || col === null) return;
    const own = { top: row[0], bottom: row[1], left: col[0], right: col[1] };
    span = span === null ? own : around(span, own);
  };
  const one = (index: number | undefined): [number, number] | null => (index === undefined ? null : [index, index]);
  const all = ({ lines: shown }: SheetModel['rows']): [number, number] | null =>
    shown.length === 0 ? null : [0, shown.length - 1];
  for (const key of cells) {
    const at = key.indexOf(':');
    take(one(rowAt(key.slice(0, at))), one(colAt(key.slice(at + 1))));
  }
  for (const id of lines) {
    if (sheet.rows.rank.has(id)) take(one(rowAt(id)), all(cols));
    else take(all(rows), one(colAt(id)));
  }
  return span;
}

const around = (a: GridSpan, b: GridSpan): GridSpan => ({
  top: Math.min(a.top, b.top),
  bottom: Math.max(a.bottom, b.bottom),
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
});
