/** matrix: determinants, inverses and unit matrices, by Gaussian elimination with pivots. */
import { toNumber } from '../coerce.ts';
import {
  badNumber,
  badValue,
  type Grid,
  gridOf,
  isSheetError,
  type Scalar,
  scalarOf,
  type SheetError,
  type Value,
} from '../value.ts';
import type { FormulaWork } from '../recalculation-budget.ts';
import { direct, type SheetFunction } from './define.ts';

const mostRows = 100;

function rowsOf(value: Value): number[][] | SheetError {
  const { height, width, cells }: Grid = gridOf(value);
  if (height !== width || height > mostRows) return badValue;
  for (const cell of cells) if (typeof cell !== 'number') return isSheetError(cell) ? cell : badValue;
  return Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width) as number[]);
}

/** Reduces the left part of each row to the unit matrix. Returns the determinant, 0 if there is no inverse. */
function eliminate(rows: number[][], size: number, work: FormulaWork): number {
  let determinant = 1;
  const scale = Math.max(...rows.flatMap((row) => row.slice(0, size).map(Math.abs)));
  for (let at = 0; at < size; at += 1) {
    work.spend(size * size);
    let best = at;
    for (let row = at + 1; row < size; row += 1) if (Math.abs(rows[row]?.[at] ?? 0) > Math.abs(rows[best]?.[at] ?? 0)) best = row;
    const pivotRow = rows[best] ?? [];
    const pivot = pivotRow[at] ?? 0;
    if (Math.abs(pivot) <= scale * 1e-14) return 0;
    if (best !== at) {
      [rows[at], rows[best]] = [pivotRow, rows[at] ?? []];
      determinant = -determinant;
    }
    determinant *= pivot;
    for (let col = 0; col < pivotRow.length; col += 1) pivotRow[col] = (pivotRow[col] ?? 0) / pivot;
    for (const [row, values] of rows.entries()) {
      const factor = values[at] ?? 0;
      if (row === at || factor === 0) continue;
      for (let col = 0; col < values.length; col += 1) values[col] = (values[col] ?? 0) - factor * (pivotRow[col] ?? 0);
    }
  }
  return determinant;
}

const unitRow = (size: number, at: number): number[] => Array.from({ length: size }, (_, col) => (col === at ? 1 : 0));

export const matrixFunctions: readonly SheetFunction[] = [
  direct('MDETERM', '*', ([matrix = null], { work }) => {
    const rows = rowsOf(matrix);
    return isSheetError(rows) ? rows : eliminate(rows, rows.length, work);
  }),
  direct('MINVERSE', '*', ([matrix = null], { work }) => {
    const rows = rowsOf(matrix);
    if (isSheetError(rows)) return rows;
    const size = rows.length;
    const wide = rows.map((row, at) => [...row, ...unitRow(size, at)]);
    if (eliminate(wide, size, work) === 0) return badNumber;
    return { height: size, width: size, cells: wide.flatMap((row): Scalar[] => row.slice(size)) };
  }),
  direct('MUNIT', '1', ([count = null], { work }) => {
    const size = toNumber(scalarOf(count));
    if (isSheetError(size)) return size;
    const rows = Math.trunc(size);
    if (rows < 1 || rows > 1_000) return badValue;
    work.spend(rows * rows);
    return { height: rows, width: rows, cells: Array.from({ length: rows }, (_, at) => unitRow(rows, at)).flat() };
  }),
];
