/**
 * fill: cells filled from a selection downward, upward, to the right or to the left.
 *
 * Constants continue as a series (fill-series.ts) or are repeated; formulas are copied with their references moved. Formats are
 * copied too. Hidden lines are skipped.
 */
import { isDayFormat } from '#core/sheet/number-format.ts';
import { formulaIn } from '#core/sheet/live-sheet.ts';
import { movedFormula } from '#core/sheet/moved-formula.ts';
import type { CellFormat, CellFormatPatch, CellInput, CellWrite, StoredCell } from '#schema/sheet.ts';

import { seriesAfter } from './fill-series.ts';
import { keyAt } from './grid-place.ts';
import type { GridCell, GridSpan } from './grid-selection.ts';
import type { SheetModel } from './use-sheet.ts';

export type FillHow = 'series' | 'copy';
type OpenSheetModel = Pick<SheetModel, 'workbook' | 'sheet' | 'rows' | 'cols'>;

/** The selection extended to a cell in one direction: the one in which the cell is further away. */
export function drawnOut(from: GridSpan, { row, col }: GridCell): GridSpan {
  const beyond = (at: number, low: number, high: number): number => (at > high ? at - high : at < low ? at - low : 0);
  const [down, across] = [beyond(row, from.top, from.bottom), beyond(col, from.left, from.right)];
  if (Math.abs(down) >= Math.abs(across))
    return { ...from, top: Math.min(from.top, from.top + down), bottom: Math.max(from.bottom, from.bottom + down) };
  return { ...from, left: Math.min(from.left, from.left + across), right: Math.max(from.right, from.right + across) };
}

/** The last row to which the column on the left, or else on the right, is filled without a gap. */
export function besideEnd(from: GridSpan, rows: number, isFilled: (cell: GridCell) => boolean): number {
  for (const col of [from.left - 1, from.right + 1]) {
    let end = from.bottom;
    while (end + 1 < rows && col >= 0 && isFilled({ row: end + 1, col })) end += 1;
    if (end > from.bottom) return end;
  }
  return from.bottom;
}

/** The first row or column of a span over the rest of it; a single one is filled from the one before it. */
export function edgeFill(span: GridSpan, direction: 'down' | 'right'): { readonly from: GridSpan; readonly to: GridSpan } {
  const { top, left, bottom, right } = span;
  if (direction === 'down') {
    return top === bottom
      ? { from: { ...span, top: top - 1, bottom: top - 1 }, to: { ...span, top: top - 1 } }
      : { from: { ...span, bottom: top }, to: span };
  }
  return left === right
    ? { from: { ...span, left: left - 1, right: left - 1 }, to: { ...span, left: left - 1 } }
    : { from: { ...span, right: left }, to: span };
}

/** The writes that fill `to` beyond `from`. */
export function fillWrites(open: OpenSheetModel, from: GridSpan, to: GridSpan, how: FillHow): CellWrite[] {
  const isDown = to.bottom > from.bottom || to.top < from.top;
  const [first, last] = isDown ? [from.top, from.bottom] : [from.left, from.right];
  const forward = range(first, last);
  const isOn = isDown ? to.bottom > last : to.right > last;
  const run = isOn ? forward : forward.toReversed();
  const targets = isOn
    ? range(last + 1, isDown ? to.bottom : to.right)
    : range(isDown ? to.top : to.left, first - 1).toReversed();
  const lanes = isDown ? range(from.left, from.right) : range(from.top, from.bottom);
  return lanes.flatMap((lane) => {
    const place = (at: number): GridCell => (isDown ? { row: at, col: lane } : { row: lane, col: at });
    return laneWrites(open, run.map(place), targets.map(place), how, isOn ? 1 : -1);
  });
}

const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

function laneWrites(
  open: OpenSheetModel,
  run: readonly GridCell[],
  targets: readonly GridCell[],
  how: FillHow,
  way: 1 | -1,
): CellWrite[] {
  const stored = run.map((cell) => open.sheet.cells.get(keyAt(open, cell)));
  const isSeries = how === 'series' && !stored.some((cell) => formulaIn(cell) !== null);
  const series = isSeries ? seriesAfter(stored.map(runCell), targets.length, way) : null;
  return targets.flatMap((target, index) => {
    const at = index % run.length;
    const [source, from] = [stored[at], run[at]];
    if (from === undefined) return [];
    const input = series === null ? copyFill(open, source, from, target) : (series[index] ?? null);
    const write = writeAt(open, target, input, source?.f);
    return write === null ? [] : [write];
  });
}

const runCell = (cell: StoredCell | undefined) => ({ input: cell?.i ?? null, isDay: isDayFormat(cell?.f?.nf ?? 'general') });

/** The input of a copy of a cell. */
export function copyFill(
  { workbook, sheet, rows, cols }: OpenSheetModel,
  source: StoredCell | undefined,
  from: GridCell,
  to: GridCell,
): CellInput | null {
  const formula = formulaIn(source);
  if (formula === null) return source?.i ?? null;
  const by = {
    rows: (rows.lines[to.row]?.rank ?? 0) - (rows.lines[from.row]?.rank ?? 0),
    cols: (cols.lines[to.col]?.rank ?? 0) - (cols.lines[from.col]?.rank ?? 0),
  };
  return { s: movedFormula(formula, by, { sheet, sheets: workbook.sheets }) };
}

/** The write that gives a cell this input and format; null if it is empty already. */
export function writeAt(
  open: OpenSheetModel,
  { row, col }: GridCell,
  i: CellInput | null,
  f: CellFormat | undefined,
): CellWrite | null {
  const [r, c] = [open.rows.lines[row]?.id, open.cols.lines[col]?.id];
  if (r === undefined || c === undefined) return null;
  const before = open.sheet.cells.get(`${r}:${c}`);
  if (before === undefined && i === null && f === undefined) return null;
  return { r, c, i, f: formatPatch(before?.f, f) };
}

/** The patch that turns one format into the other. */
function formatPatch(before: CellFormat = {}, after: CellFormat = {}): CellFormatPatch {
  const cleared = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return { ...Object.fromEntries(cleared.map((key) => [key, null])), ...after };
}
