/** A numbered mark with text beside it. */
import type { Annotation } from '#schema/element.ts';

import { type Markup, node, sequence } from '../markup.ts';
import { inkOn } from '../colour.ts';
import { inkOf, paintOf } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { labelOf, linesIn } from '../text-block.ts';

export function annotation(box: Annotation, scene: Scene): Markup {
  const { theme } = scene;
  const { stroke } = paintOf({ ...box, fill: box.fill ?? 'blue' }, theme);
  const mark = stroke === 'none' ? theme.palette.blue.stroke : stroke;
  const radius = Math.min(14, box.width / 4, box.height / 2);
  const [cx, cy] = [box.x + radius, box.y + box.height / 2];
  const around = { x: cx - radius, y: cy - radius, width: radius * 2, height: radius * 2 };
  const number = box.number === undefined ? 'i' : String(box.number);
  const sizePx = Math.max(6, Math.min(radius, (radius * 3.2) / number.length));
  return sequence([
    node('circle', { cx, cy, r: radius, fill: mark }),
    linesIn(around, [number], 1, number, { sizePx, weight: 600, ink: inkOn(mark) }, scene),
    labelOf(box, { ink: inkOf(box.textColor, theme) ?? theme.ink, align: 'start' }, scene),
  ]);
}
