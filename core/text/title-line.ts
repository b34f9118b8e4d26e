/** Where the title of a frame, lane, table, board or sheet is drawn in its strip. */
import type { Box } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { labelBox } from './label-box.ts';
import { drawnLabel } from './label-lines.ts';
import { knownFont } from './metrics.ts';
import { fontSize, knownTextSize, lineHeight, titleWeight } from './sizes.ts';
import { textWidth } from './width.ts';
import { wrapLabel } from './wrap-lines.ts';

/** The line of the title, small enough for the strip. `taken`: pixels at the right end that are used otherwise. */
export function titleLine(box: Box, taken: number): { readonly line: Rect; readonly sizePx: number } {
  const strip = labelBox(box);
  const place = { ...strip, x: strip.x + 4, width: Math.max(0, strip.width - 8 - taken) };
  const wantedPx = fontSize(knownTextSize(box), drawnLabel(box), place, knownFont(box.font));
  const sizePx = lineHeight(wantedPx) > strip.height ? Math.max(6, Math.floor(strip.height / 1.25)) : wantedPx;
  return { line: { ...place, y: strip.y + (strip.height - lineHeight(sizePx)) / 2, height: lineHeight(sizePx) }, sizePx };
}

/** The rectangle of the title's text; null without text. */
export function titleRect(box: Box, taken = 0): Rect | null {
  const text = drawnLabel(box);
  if (text.trim() === '') return null;
  const { line, sizePx } = titleLine(box, taken);
  const font = knownFont(box.font);
  const [first = '', ...others] = wrapLabel(text, line.width, sizePx, font, titleWeight(box));
  const width = others.length > 0 ? line.width : textWidth(first, sizePx, font, titleWeight(box));
  return { ...line, width };
}
