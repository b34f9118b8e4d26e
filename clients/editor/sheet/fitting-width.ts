/** fitting-width: the width of a column that fits the widest of its texts. */
import { textAt } from '#core/sheet/describe-sheet.ts';
import { cellKey } from '#schema/sheet.ts';

import { tabular } from './tabular.ts';
import { type SheetModel, defaultPx } from './use-sheet.ts';

const [least, most] = [40, 640];
/** The padding of a cell, and its border. */
const around = 19;

/** `near`: an element of the grid, which has the font of the cells. */
export function fittingWidth({ values, sheet, rows }: SheetModel, col: string, near: Element): number {
  const context = document.createElement('canvas').getContext('2d');
  const cell = near.closest('[role=grid]')?.querySelector('[role=gridcell]');
  if (context === null || cell === null || cell === undefined) return defaultPx.col;
  const { fontSize, fontFamily } = getComputedStyle(cell);
  let widest = 0;
  for (const { id } of rows.lines) {
    const key = cellKey(id, col);
    const stored = sheet.cells.get(key);
    const text = stored === undefined ? '' : textAt(values, sheet, key, stored);
    if (text === '' || sheet.merges.has(key)) continue;
    context.font = `${stored?.f?.i === true ? 'italic ' : ''}${stored?.f?.b === true ? 600 : 400} ${fontSize} ${fontFamily}`;
    // A text that is far wider than the widest column need not be measured.
    widest = Math.max(widest, context.measureText(tabular(text.slice(0, 200))).width);
  }
  return widest === 0 ? defaultPx.col : Math.min(most, Math.max(least, Math.ceil(widest) + around));
}
