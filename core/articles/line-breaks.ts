/** line-breaks: the positions of line breaks in a text, to set it in several pieces. */
import type { Weight } from '../text/font-table.ts';
import type { Font } from '../text/metrics.ts';
import { isLineBreak } from '../text/wrap-lines.ts';
import { wrapLabel } from '../text/wrap-lines.ts';

export type TextLine = { readonly start: number; readonly end: number };

/** The lines of `wrapLabel` by their offsets in the text. Any run of them, cut out of the text, breaks into the same lines. */
export function lineBreaks(text: string, width: number, sizePx: number, font: Font, weight: Weight): TextLine[] {
  let at = 0;
  return wrapLabel(text, width, sizePx, font, weight).map((line) => {
    const start = line === '' ? at : text.indexOf(line, at);
    const end = start + line.length;
    at = afterBreak(text, end);
    return { start, end };
  });
}

/** The offset after the white space at the end of a line, including at most one line break. */
function afterBreak(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isLineBreak(code)) return code === 0x0d && text[at + 1] === '\n' ? at + 2 : at + 1;
    if (text.charAt(at).trim() !== '') return from;
  }
  return text.length;
}
