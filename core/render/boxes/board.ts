/** board: a plan board with its columns. */
import type { Shape } from '#schema/element.ts';

import { titleHeight } from '../../text/label-box.ts';
import { type Markup, sequence } from '../markup.ts';
import { inkOf, outlined, paintOf } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { textIn } from '../text-block.ts';
import { roundRect } from './round-rect.ts';
import { stripTitle } from './title-strip.ts';

const gap = 12;

export function board(box: Shape, scene: Scene): Markup {
  const { theme } = scene;
  const { stroke } = paintOf(box, theme);
  const columns = box.planBoard?.columns ?? [];
  const width = (box.width - gap * (columns.length + 1)) / Math.max(1, columns.length);
  const [top, height] = [box.y + titleHeight + 4, box.height - titleHeight - 4 - gap];
  const drawn = columns.map(({ name, wipLimit }, index) => {
    const place = { x: box.x + gap + index * (width + gap), y: top, width, height };
    if (width < 8 || height < 8) return sequence([]);
    const head = { x: place.x + 10, y: top + 6, width: Math.max(0, width - 20), height: 20 };
    const limit = wipLimit === undefined ? '' : ` · ${wipLimit}`;
    return sequence([
      roundRect(place, 8, { fill: theme.panel.head }),
      textIn(head, name + limit, { sizePx: 13, weight: 600, ink: theme.muted, align: 'start' }, scene),
    ]);
  });
  const edge = outlined(box, box.fill === undefined && box.stroke === undefined ? theme.panel.stroke : stroke, theme.outline);
  return sequence([
    roundRect(box, 10, { fill: theme.panel.fill, ...edge }),
    stripTitle(box, inkOf(box.textColor, theme) ?? theme.ink, scene),
    ...drawn,
  ]);
}
