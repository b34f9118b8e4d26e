/** table-grid: where the cells of a table are: below its title, in rows of equal height and columns of equal width, the head first. */
import type { Table } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { titleHeight } from './label-box.ts';

/** The height of the title; 0 without one. */
export const tableTitleHeight = ({ label = '', height }: Table): number =>
  label.trim() === '' ? 0 : Math.min(titleHeight, height);

export function tableGrid(table: Table): Rect {
  const title = tableTitleHeight(table);
  return { x: table.x, y: table.y + title, width: table.width, height: table.height - title };
}
