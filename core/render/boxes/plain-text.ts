/** plain-text: words without a box, on a ground of their own when they have a fill. */
import type { Text } from '#schema/element.ts';

import { type Markup, emptyMarkup, sequence } from '../markup.ts';
import { outlineAttributes, paintOf } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { labelOf } from '../text-block.ts';
import { roundRect } from './round-rect.ts';

export function text(box: Text, scene: Scene): Markup {
  const { fill, stroke, ink } = paintOf(box, scene.theme, 'none');
  const edge = box.stroke === undefined ? { stroke: 'none' } : outlineAttributes(box, stroke, scene.theme.outline);
  const hasGround = fill !== 'none' || edge.stroke !== 'none';
  const ground = { x: box.x - 6, y: box.y - 4, width: box.width + 12, height: box.height + 8 };
  return sequence([
    hasGround ? roundRect(ground, 6, { fill, ...edge }) : emptyMarkup,
    labelOf(box, { ink, align: 'start', stand: 'top' }, scene),
  ]);
}
