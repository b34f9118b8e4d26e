/**
 * sizes: font sizes and line heights in pixels.
 *
 * `scale` is the largest of a fixed series of sizes at which the label fits its box without breaking a word, or the smallest if
 * none does.
 */
import type { Element, Text } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import { unitsPerEm, type Weight } from './font-table.ts';
import { WordBreaks } from './line-break.ts';
import type { Font } from './metrics.ts';
import { Pen } from './pen.ts';
import { isLineBreak, isSpace, wrapLabel } from './wrap-lines.ts';

export type TextSize = NonNullable<Text['text']>;

export const fontSizes: Readonly<Record<'sm' | 'md' | 'lg', number>> = { sm: 12, md: 16, lg: 24 };
const scaledSizes = [8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 96] as const;

/** Default `text` of an element: small for labels of arrows, medium for all others. */
export const defaultTextSize = (type: Element['type']): TextSize => (type === 'arrow' ? 'sm' : 'md');

/** The text size of an element; the default if it has none, or an unknown one. */
export const knownTextSize = ({ type, text }: Pick<Element, 'type' | 'text'>): TextSize =>
  text !== undefined && isTextSize(text) ? text : defaultTextSize(type);

export const isTextSize = (text: unknown): text is TextSize =>
  typeof text === 'number'
    ? text >= limits.textSizeMin && text <= limits.textSizeMax
    : text === 'scale' || (typeof text === 'string' && Object.hasOwn(fontSizes, text));

/** Of a text that does not scale with its box, in pixels. */
export const fixedSize = (text: Exclude<TextSize, 'scale'>): number => (typeof text === 'number' ? text : fontSizes[text]);

/** Standalone texts of a large size are headings; labels in boxes are not. */
export const labelWeight = (type: Element['type'], text: TextSize, bold?: boolean): Weight =>
  bold !== undefined ? weightOf(bold) : type === 'text' && (text === 'scale' || fixedSize(text) >= fontSizes.lg) ? 600 : 400;

const weightOf = (bold: boolean): Weight => (bold ? 600 : 400);

/** Of a title, which is bold unless its element says otherwise. */
export const titleWeight = ({ bold = true }: { readonly bold?: boolean }): Weight => weightOf(bold);

/** Distance in pixels from one line to the next. */
export const lineHeight = (sizePx: number): number => Math.round(sizePx * 1.25);

/** Font size in pixels of a label in a box of the given size. */
export function fontSize(
  text: TextSize,
  label: string,
  box: { width: number; height: number },
  font: Font,
  weight: Weight = 400,
): number {
  return text === 'scale' ? scaledSize(label, box, font, weight) : fixedSize(text);
}

function scaledSize(label: string, box: { width: number; height: number }, font: Font, weight: Weight): number {
  const widest = widestWord(label, font, weight);
  let best: number = scaledSizes[0];
  let [low, high] = [1, scaledSizes.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const size = scaledSizes[middle] ?? best;
    const lines = Math.floor(box.height / lineHeight(size));
    if (widest * size <= box.width && wrapLabel(label, box.width, size, font, weight).length <= lines) {
      best = size;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return best;
}

/** Width in em of the widest part of a label that no line breaks; of scripts without spaces between words, the widest syllable. */
export function widestWord(label: string, font: Font, weight: Weight = 400): number {
  const pen = new Pen(font, weight);
  const breaks = new WordBreaks();
  let widest = 0;
  for (const character of label) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (isSpace(codePoint) || isLineBreak(codePoint)) {
      pen.restart();
      breaks.restart();
    } else {
      const boundary = breaks.before(codePoint);
      if (boundary === 'word' || boundary === 'syllable') pen.restart();
      pen.advance(codePoint);
    }
    widest = Math.max(widest, pen.units);
  }
  return widest / unitsPerEm;
}
