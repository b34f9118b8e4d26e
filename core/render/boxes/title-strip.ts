/** title-strip: the strip along the upper edge in which frames, lanes, tables, boards and sheets have their title. */
import type { Box } from '#schema/element.ts';

import { labelBox } from '../../text/label-box.ts';
import { drawnLabel } from '../../text/label-lines.ts';
import { defaultTextSize, fontSize, lineHeight } from '../../text/sizes.ts';
import type { Markup } from '../markup.ts';
import type { Scene } from '../scene.ts';
import { textIn } from '../text-block.ts';

/** The title on one line, small enough for the strip. `taken` are pixels at the right end that something else has. */
export function stripTitle(box: Box, ink: string, scene: Scene, taken = 0): Markup {
  const strip = labelBox(box);
  const place = { ...strip, x: strip.x + 4, width: Math.max(0, strip.width - 8 - taken) };
  const text = drawnLabel(box);
  const asked = fontSize(box.text ?? defaultTextSize(box.type), text, place, box.font ?? 'sans');
  const sizePx = lineHeight(asked) > strip.height ? Math.max(6, Math.floor(strip.height / 1.25)) : asked;
  const oneLine = { ...place, y: strip.y + (strip.height - lineHeight(sizePx)) / 2, height: lineHeight(sizePx) };
  return textIn(oneLine, text, { sizePx, ink, weight: 600, align: 'start', font: box.font ?? 'sans' }, scene);
}
