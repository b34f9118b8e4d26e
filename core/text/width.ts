/** width: the width of a line of text, identical in browser and server. Linear in the text; line breaks have no width. */
import { unitsPerEm, type Weight } from './font-table.ts';

import type { Font } from './metrics.ts';
import { Pen } from './pen.ts';

/** Width in pixels of one line of text at `sizePx` pixels per em. */
export function textWidth(text: string, sizePx: number, font: Font = 'sans', weight: Weight = 400): number {
  const pen = new Pen(font, weight);
  for (let index = 0; index < text.length; index += 1) {
    const codePoint = text.codePointAt(index) ?? 0;
    if (codePoint > 0xffff) index += 1;
    pen.advance(codePoint);
  }
  return pen.units * (sizePx / unitsPerEm);
}
