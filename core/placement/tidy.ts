/** tidy: arranges boxes in a compact grid, in reading order. */
import type { Rect, Size } from '#schema/tab.ts';

import { bottom, centreY } from '../tab/rect.ts';
import type { SpotPoint } from '../planning/free-spot.ts';
import { defaultGap } from './spacing.ts';

export type TidyForm = 'grid' | 'row' | 'column';

/** The new top-left corner of each rectangle, in the order of the input. */
export function tidy(rects: readonly Rect[], form: TidyForm): SpotPoint[] {
  const order = readingOrder(rects);
  const sizes = order.map((index) => rects[index] ?? noRect);
  const corner = { x: Math.min(...rects.map(({ x }) => x)), y: Math.min(...rects.map(({ y }) => y)) };
  const { columns, rows } = gridOf(sizes, perRow(sizes, form));
  const spots: SpotPoint[] = rects.map(({ x, y }) => ({ x, y }));
  let y = corner.y;
  for (const [row, height] of rows.entries()) {
    let x = corner.x;
    for (const [column, width] of columns.entries()) {
      const at = row * columns.length + column;
      const [index, size] = [order[at], sizes[at]];
      if (index === undefined || size === undefined) break;
      spots[index] = { x: x + Math.floor((width - size.width) / 2), y: y + Math.floor((height - size.height) / 2) };
      x += width + defaultGap;
    }
    y += height + defaultGap;
  }
  return spots;
}

const noRect: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Indices in reading order. */
function readingOrder(rects: readonly Rect[]): number[] {
  const down = rects
    .map((rect, index) => ({ rect, index }))
    .toSorted((a, b) => centreY(a.rect) - centreY(b.rect) || a.index - b.index);
  const order: number[] = [];
  for (let start = 0; start < down.length;) {
    const limit = bottom(down[start]?.rect ?? noRect);
    let end = start + 1;
    while (end < down.length && centreY(down[end]?.rect ?? noRect) < limit) end += 1;
    const line = down.slice(start, end).toSorted((a, b) => a.rect.x - b.rect.x || a.index - b.index);
    for (const { index } of line) order.push(index);
    start = end;
  }
  return order;
}

/** Boxes per row. Tries counts up to twice the square root: with more, the grid is always more than twice as wide as tall. */
function perRow(sizes: readonly Size[], form: TidyForm): number {
  if (form !== 'grid') return form === 'row' ? sizes.length : 1;
  let best = { count: 1, cost: Infinity };
  for (let count = Math.min(sizes.length, 2 * Math.ceil(Math.sqrt(sizes.length))); count >= 1; count -= 1) {
    const { columns, rows } = gridOf(sizes, count);
    const cost = Math.max(extent(columns) / 2, extent(rows));
    if (cost < best.cost) best = { count, cost };
  }
  return best.count;
}

/** Widths of the columns and heights of the rows, in whole pixels. */
function gridOf(sizes: readonly Size[], count: number): { columns: number[]; rows: number[] } {
  const columns: number[] = [];
  const rows: number[] = [];
  for (const [at, { width, height }] of sizes.entries()) {
    const [row, column] = [Math.floor(at / count), at % count];
    columns[column] = Math.max(columns[column] ?? 0, Math.ceil(width));
    rows[row] = Math.max(rows[row] ?? 0, Math.ceil(height));
  }
  return { columns, rows };
}

const extent = (lengths: readonly number[]): number => lengths.reduce((sum, length) => sum + length + defaultGap, -defaultGap);
