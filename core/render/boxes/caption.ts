/** The caption along the lower edge of an image or video, on a dark band. `radius`: of the lower corners. */
import type { Image, Video } from '#schema/element.ts';

import { labelBox } from '../../text/label-box.ts';
import { drawnLabel } from '../../text/label-lines.ts';
import { type Markup, node, emptyMarkup, sequence } from '../markup.ts';
import { d } from '../../shapes/path-data.ts';
import type { Scene } from '../scene.ts';
import { emphasisOf, textIn } from '../text-block.ts';

export function captionOn(box: Image | Video, radius: number, scene: Scene): Markup {
  const text = drawnLabel(box);
  if (text.trim() === '') return emptyMarkup;
  const place = labelBox(box);
  const [top, far, low] = [place.y - 4, box.x + box.width, box.y + box.height];
  const r = Math.min(radius, box.width / 2, low - top);
  const style = {
    sizePx: Math.max(6, Math.min(14, Math.floor(place.height / 1.25))),
    ink: '#ffffff',
    align: 'start',
    font: box.font ?? 'sans',
    weight: box.bold === true ? 600 : 400,
    ...emphasisOf(box),
  } as const;
  return sequence([
    node('path', {
      d: d`M${box.x} ${top}H${far}V${low - r}A${r} ${r} 0 0 1 ${far - r} ${low}H${box.x + r}A${r} ${r} 0 0 1 ${box.x} ${low - r}Z`,
      fill: '#0b1220',
      'fill-opacity': 0.72,
    }),
    textIn(place, text, style, scene),
  ]);
}
