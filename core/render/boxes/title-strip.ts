/** The strip along the upper edge with the title of a frame, lane, table, board or sheet. */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { labelBox } from '../../text/label-box.ts';
import { drawnLabel } from '../../text/label-lines.ts';
import { defaultTextSize, fontSize, lineHeight } from '../../text/sizes.ts';
import { textWidth } from '../../text/width.ts';
import { wrapLabel } from '../../text/wrap-lines.ts';
import type { Markup } from '../markup.ts';
import type { Scene } from '../scene.ts';
import { textIn } from '../text-block.ts';

/** The title on one line, small enough for the strip. `taken`: pixels at the right end that are used otherwise. */
export function stripTitle(box: Box, ink: string, scene: Scene, taken = 0): Markup {
  const { line, sizePx } = titleLine(box, taken);
  const style = { sizePx, ink, weight: 600, align: 'start', font: box.font ?? 'sans' } as const;
  return textIn(line, drawnLabel(box), style, scene);
}

/** The rectangle of the title's text; null without text. */
export function titleRect(box: Box, taken = 0): Rect | null {
  const text = drawnLabel(box);
  if (text.trim() === '') return null;
  const { line, sizePx } = titleLine(box, taken);
  const [first = '', ...others] = wrapLabel(text, line.width, sizePx, box.font ?? 'sans', 600);
  const width = others.length > 0 ? line.width : textWidth(first, sizePx, box.font ?? 'sans', 600);
  return { ...line, width };
}

function titleLine(box: Box, taken: number): { readonly line: Rect; readonly sizePx: number } {
  const strip = labelBox(box);
  const place = { ...strip, x: strip.x + 4, width: Math.max(0, strip.width - 8 - taken) };
  const wantedPx = fontSize(box.text ?? defaultTextSize(box.type), drawnLabel(box), place, box.font ?? 'sans');
  const sizePx = lineHeight(wantedPx) > strip.height ? Math.max(6, Math.floor(strip.height / 1.25)) : wantedPx;
  return { line: { ...place, y: strip.y + (strip.height - lineHeight(sizePx)) / 2, height: lineHeight(sizePx) }, sizePx };
}
