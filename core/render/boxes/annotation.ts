/** A numbered mark with text beside it. */
import type { Annotation } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { type Markup, node, sequence } from '../markup.ts';
import { inkOn } from '../colour.ts';
import { inkOf, paintOf } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { labelOf, linesIn } from '../text-block.ts';

/** The square around its circle, which is at its left. */
export function markOf({ x, y, width, height }: Rect): Rect {
  const radius = Math.min(14, width / 4, height / 2);
  return { x, y: y + height / 2 - radius, width: radius * 2, height: radius * 2 };
}

export function annotation(box: Annotation, scene: Scene): Markup {
  const { theme } = scene;
  const { stroke } = paintOf({ ...box, fill: box.fill ?? 'blue' }, theme);
  const mark = stroke === 'none' ? theme.palette.blue.stroke : stroke;
  const around = markOf(box);
  const radius = around.width / 2;
  const [cx, cy] = [around.x + radius, around.y + radius];
  const number = box.number === undefined ? 'i' : String(box.number);
  const sizePx = Math.max(6, Math.min(radius, (radius * 3.2) / number.length));
  return sequence([
    node('circle', { cx, cy, r: radius, fill: mark }),
    linesIn(around, [number], 1, number, { sizePx, weight: 600, ink: inkOn(mark) }, scene),
    labelOf(box, { ink: inkOf(box.textColor, theme) ?? theme.ink, align: 'start' }, scene),
  ]);
}
