/** Where the rows of a table are, for arrows that end at one. */
import type { Box } from '#schema/element.ts';

import { foldCase } from '../tab/fold.ts';
import { tableRows } from '../text/table-grid.ts';

/** The distance of the middle of a row from the middle of the table; null if no row begins with that cell, ignoring case. */
export function tableRow(box: Box, firstCell: string): number | null {
  if (box.type !== 'table') return null;
  const wanted = foldCase(firstCell.trim());
  const index = box.rows.findIndex(([cell = '']) => foldCase(cell.trim()) === wanted);
  if (index === -1) return null;
  const { top = 0, height = 0 } = tableRows(box)[index + 1] ?? {};
  return top + height / 2 - box.height / 2;
}
