/** A dark card with a play symbol and a title, which links to the video. */
import type { Video } from '#schema/element.ts';

import { linkMarkup, type Markup, node, emptyMarkup, sequence } from '../markup.ts';
import { d } from '../../shapes/path-data.ts';
import { outlineAttributes, paintOf } from '../paint.ts';
import { penOf } from '../outline-pen.ts';
import type { Scene } from '../scene.ts';
import { textIn } from '../text-block.ts';
import { captionOn } from './caption.ts';
import { hostOf } from './host.ts';

export function video(box: Video, scene: Scene): Markup {
  const { x, y, width, height } = box;
  const { stroke } = paintOf(box, scene.theme);
  const edge = box.stroke === undefined ? { stroke: 'none' } : outlineAttributes(box, stroke, scene.theme.outline);
  const radius = Math.min(32, width / 5, height / 5);
  const [cx, cy] = [x + width / 2, y + height / 2];
  const play = d`M${cx - radius * 0.32} ${cy - radius * 0.48}L${cx + radius * 0.55} ${cy}L${cx - radius * 0.32} ${cy + radius * 0.48}Z`;
  const card = sequence([
    penOf(box.id, scene).rect(box, { fill: '#1c2230', ...edge }, 8),
    height < 60
      ? emptyMarkup
      : textIn(
          { x: x + 12, y: y + 8, width: Math.max(0, width - 24), height: 16 },
          hostOf(box.url),
          { sizePx: 12, ink: '#b9c4d6', align: 'start' },
          scene,
        ),
    node('circle', { cx, cy, r: radius, fill: '#ffffff', 'fill-opacity': 0.16, stroke: '#ffffff', 'stroke-width': 1.5 }),
    node('path', { d: play, fill: '#ffffff' }),
    captionOn(box, 8, scene),
  ]);
  return box.link === undefined ? linkMarkup(box.url, card) : card;
}
