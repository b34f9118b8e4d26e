/** A table: rows under a row of column headers, below the title if there is one. */
import type { Table } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { cellPadding, shownSizePx, tableColumns, tableGrid, tableRows, tableTitleHeight } from '../../text/table-grid.ts';
import { type Markup, node, emptyMarkup, sequence } from '../markup.ts';
import { d } from '../../shapes/path-data.ts';
import { inkOf, outlineAttributes, paintOf } from '../paint.ts';
import { penOf } from '../outline-pen.ts';
import type { Scene } from '../scene.ts';
import { textIn } from '../text-block.ts';
import { roundRect } from './round-rect.ts';
import { stripTitle } from './title-strip.ts';

export function table(box: Table, scene: Scene): Markup {
  const { theme } = scene;
  const isPlain = box.fill === undefined || box.fill === 'neutral';
  const paint = paintOf(box, theme);
  const ink = inkOf(box.textColor, theme) ?? theme.ink;
  const head = isPlain || paint.fill === 'none' ? theme.panel.head : paint.fill;
  const headInk = isPlain ? ink : paint.ink;
  const rule = isPlain ? theme.panel.stroke : paint.stroke;
  const strip = tableTitleHeight(box);
  const grid = tableGrid(box);
  const columns = tableColumns(box);
  const rows = tableRows(box);
  const headHeight = rows[0]?.height ?? 0;
  const cells = [box.columns, ...box.rows].map((row, rowIndex) =>
    sequence(
      row.slice(0, box.columns.length).map((text, column) => {
        const { left = 0, width = 0 } = columns[column] ?? {};
        const { top = 0, height = 0 } = rows[rowIndex] ?? {};
        const place = { x: grid.x + left, y: box.y + top, width, height };
        return cell(place, text, box, rowIndex === 0 ? headInk : ink, rowIndex === 0, scene);
      }),
    ),
  );
  const rules = [
    ...rows.slice(1).map(({ top }) => d`M${grid.x} ${box.y + top}H${grid.x + grid.width}`),
    ...columns.slice(1).map(({ left }) => d`M${grid.x + left} ${grid.y}V${grid.y + grid.height}`),
  ];
  const edge = outlineAttributes(box, isPlain && box.stroke === undefined ? theme.panel.stroke : paint.stroke, theme.outline);
  const pen = penOf(box.id, scene);
  return sequence([
    roundRect(box, 6, { fill: theme.panel.fill }),
    node('path', { d: headPath(box, strip + headHeight), fill: head }),
    strip === 0 ? emptyMarkup : stripTitle(box, headInk, scene),
    pen.path((strip === 0 ? '' : d`M${grid.x} ${grid.y}H${grid.x + grid.width}`) + rules.join(''), {
      fill: 'none',
      stroke: rule,
      'stroke-width': 1,
      opacity: isPlain ? undefined : 0.5,
    }),
    ...cells,
    pen.rect(box, { fill: 'none', ...edge }, 6),
  ]);
}

/** Round corners above, square ones below. */
function headPath({ x, y, width }: Rect, height: number): string {
  const r = Math.min(6, width / 2, height);
  return d`M${x} ${y + height}V${y + r}A${r} ${r} 0 0 1 ${x + r} ${y}H${x + width - r}A${r} ${r} 0 0 1 ${x + width} ${y + r}V${y + height}Z`;
}

function cell(place: Rect, text: string, box: Table, ink: string, isHead: boolean, scene: Scene): Markup {
  const sizePx = shownSizePx(box, place.height);
  const room = { x: place.x + cellPadding, y: place.y, width: Math.max(0, place.width - 2 * cellPadding), height: place.height };
  const style = { sizePx, ink, align: 'start', font: box.font ?? 'sans', weight: isHead ? 600 : 400 } as const;
  return textIn(room, text, style, scene);
}
