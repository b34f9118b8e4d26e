/** Text without a box, on a backing if it has a fill. */
import type { Text } from '#schema/element.ts';

import { type Markup, emptyMarkup, sequence } from '../markup.ts';
import { outlineAttributes, paintOf } from '../paint.ts';
import { penOf } from '../outline-pen.ts';
import type { Scene } from '../scene.ts';
import { labelOf } from '../text-block.ts';

export function text(box: Text, scene: Scene): Markup {
  const { fill, stroke, ink } = paintOf(box, scene.theme, 'none');
  const edge = box.stroke === undefined ? { stroke: 'none' } : outlineAttributes(box, stroke, scene.theme.outline);
  const hasBacking = fill !== 'none' || edge.stroke !== 'none';
  const backing = { x: box.x - 6, y: box.y - 4, width: box.width + 12, height: box.height + 8 };
  return sequence([
    hasBacking ? penOf(box.id, scene).rect(backing, { fill, ...edge }, 6) : emptyMarkup,
    labelOf(box, { ink, align: 'start', verticalAlign: 'top' }, scene),
  ]);
}
