/** sheet: the place of a sheet: its title over a ruled grid with letters and numbers. */
import type { Shape } from '#schema/element.ts';

import { titleHeight } from '../../text/label-box.ts';
import { d, type Markup, node, nothing, sequence } from '../markup.ts';
import { inkOf, outlined, paintOf } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { linesIn } from '../text-block.ts';
import { roundRect } from './round-rect.ts';
import { stripTitle } from './title-strip.ts';

const cell = { width: 96, height: 26 };
const margin = 36;
/** Beyond these a grid is drawn no further: it would be ruled paper without end. */
const most = { columns: 26, rows: 60 };

export function sheet(box: Shape, scene: Scene): Markup {
  const { theme } = scene;
  const { stroke } = paintOf(box, theme);
  const edge = outlined(box, box.fill === undefined && box.stroke === undefined ? theme.panel.stroke : stroke, theme.outline);
  return sequence([
    roundRect(box, 6, { fill: theme.panel.fill }),
    box.height > titleHeight + cell.height * 2 && box.width > margin + cell.width ? grid(box, scene) : nothing,
    stripTitle(box, inkOf(box.textColor, theme) ?? theme.ink, scene),
    roundRect(box, 6, { fill: 'none', ...edge }),
  ]);
}

function grid(box: Shape, scene: Scene): Markup {
  const { theme } = scene;
  const [left, top, far, low] = [box.x + margin, box.y + titleHeight + cell.height, box.x + box.width, box.y + box.height];
  const columns = Math.min(most.columns, Math.floor((far - left) / cell.width));
  const rows = Math.min(most.rows, Math.floor((low - top) / cell.height));
  const upright = Array.from({ length: columns + 1 }, (_, index) => d`M${left + index * cell.width} ${top - cell.height}V${low}`);
  const level = Array.from({ length: rows + 1 }, (_, index) => d`M${box.x} ${top + index * cell.height}H${far}`);
  const style = { sizePx: 12, ink: theme.muted } as const;
  const letters = Array.from({ length: columns }, (_, index) =>
    linesIn(
      { x: left + index * cell.width, y: top - cell.height, ...cell },
      [String.fromCharCode(65 + index)],
      1,
      '',
      style,
      scene,
    ),
  );
  const numbers = Array.from({ length: rows }, (_, index) =>
    linesIn(
      { x: box.x, y: top + index * cell.height, width: margin, height: cell.height },
      [String(index + 1)],
      1,
      '',
      style,
      scene,
    ),
  );
  return sequence([
    node('rect', { x: box.x, y: top - cell.height, width: box.width, height: cell.height, fill: theme.panel.head }),
    node('path', {
      d: d`M${box.x} ${top - cell.height}H${far}${upright.join('')}${level.join('')}`,
      fill: 'none',
      stroke: theme.panel.stroke,
      'stroke-width': 1,
    }),
    ...letters,
    ...numbers,
  ]);
}
