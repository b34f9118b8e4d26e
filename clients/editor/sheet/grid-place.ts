/**
 * grid-place: where cells of a grid are: by key, in pixels of the paper, and under the pointer. Indices are among the shown
 * lines.
 */
import { cellKey } from '#schema/sheet.ts';

import type { AxisLayout } from './axis-layout.ts';
import type { GridCell, GridSpan } from './grid-selection.ts';
import { headPx, type SheetModel } from './use-sheet.ts';

type Axes = Pick<SheetModel, 'rows' | 'cols'>;
export type Scroll = { readonly top: number; readonly left: number };
export type ClientPoint = { readonly clientX: number; readonly clientY: number };

export const keyAt = ({ rows, cols }: Axes, { row, col }: GridCell): string =>
  cellKey(rows.lines[row]?.id ?? '', cols.lines[col]?.id ?? '');

/** Row by row. */
export function* cellsIn({ top, left, bottom, right }: GridSpan): Generator<GridCell> {
  for (let row = top; row <= bottom; row += 1) for (let col = left; col <= right; col += 1) yield { row, col };
}

export const areaOf = ({ top, left, bottom, right }: GridSpan): number => (bottom - top + 1) * (right - left + 1);

/** The box of a span on the paper. It is above the frozen lines if it reaches into them, and below them otherwise. */
export function boxOf({ rows, cols }: Axes, { top, left, bottom, right }: GridSpan, scroll: Scroll) {
  const y = stretch(rows, top, bottom, scroll.top);
  const x = stretch(cols, left, right, scroll.left);
  return {
    transform: `translate(${headPx.col + x.from}px, ${headPx.row + y.from}px)`,
    width: Math.max(0, x.to - x.from),
    height: Math.max(0, y.to - y.from),
    zIndex: (bottom < rows.frozen ? 2 : 0) + (right < cols.frozen ? 2 : 0) + 1,
  };
}

function stretch({ lines, frozen }: AxisLayout, first: number, last: number, scroll: number): { from: number; to: number } {
  const [from, to] = [lines[first], lines[last]];
  return {
    from: (from?.at ?? 0) + (first < frozen ? scroll : 0),
    to: (to?.at ?? 0) + (to?.px ?? 0) + (last < frozen ? scroll : 0),
  };
}

/** The shown part of a span of positions; null if all of it is hidden. */
export function shownSpan({ rows, cols }: Axes, { top, left, bottom, right }: GridSpan): GridSpan | null {
  const [y, x] = [shownLines(rows, top, bottom), shownLines(cols, left, right)];
  return y === null || x === null ? null : { top: y[0], bottom: y[1], left: x[0], right: x[1] };
}

function shownLines({ lines }: AxisLayout, first: number, last: number): readonly [number, number] | null {
  const from = lines.findIndex(({ rank }) => rank >= first);
  const to = lines.findLastIndex(({ rank }) => rank <= last);
  return from === -1 || to < from ? null : [from, to];
}

/** Null over the heads. Beyond the edge of the view it is the next cell in that direction. */
export function cellUnder(host: HTMLElement, { rows, cols }: Axes, { clientX, clientY }: ClientPoint): GridCell | null {
  const box = host.getBoundingClientRect();
  const [x, y] = [clientX - box.left - headPx.col, clientY - box.top - headPx.row];
  if (x < 0 || y < 0) return null;
  return {
    row: rows.indexAt(y < rows.frozenPx ? y : y + host.scrollTop),
    col: cols.indexAt(x < cols.frozenPx ? x : x + host.scrollLeft),
  };
}

/** Scrolls so that a cell is in view, clear of the heads and the frozen lines. */
export function reveal(host: HTMLElement | null, { row, col }: GridCell, { rows, cols }: Axes): void {
  const [line, across] = [rows.lines[row], cols.lines[col]];
  if (host === null || line === undefined || across === undefined) return;
  const [height, width] = [host.clientHeight - headPx.row, host.clientWidth - headPx.col];
  if (row >= rows.frozen) {
    if (line.at < host.scrollTop + rows.frozenPx) host.scrollTop = line.at - rows.frozenPx;
    else if (line.at + line.px > host.scrollTop + height) host.scrollTop = line.at + line.px - height;
  }
  if (col >= cols.frozen) {
    if (across.at < host.scrollLeft + cols.frozenPx) host.scrollLeft = across.at - cols.frozenPx;
    else if (across.at + across.px > host.scrollLeft + width) host.scrollLeft = across.at + across.px - width;
  }
}
