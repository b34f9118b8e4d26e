/**
 * wrap-lines: breaks a label into lines of a width, in linear time: what follows a break is measured again, and that is less
 * than a line.
 *
 * A line breaks at spaces, after hyphens within a word and where UAX #14 allows it beside ideographs (./line-break.ts); spaces
 * at a break are dropped. LF, CR, CR LF, VT, FF, NEL, U+2028 and U+2029 always break; an empty line between two of them stays,
 * one at the end is dropped. A word wider than the line is broken where the line is full, never inside an emoji or before a mark
 * without width; every line has at least one character. A blank label has no lines.
 */
import { unitsPerEm, type Weight } from './font-table.ts';
import { WordBreaks } from './line-break.ts';
import type { Font } from './metrics.ts';
import { Pen } from './pen.ts';

/** The lines of `text` at `sizePx` in a box `widthPx` wide. */
export function wrapLabel(text: string, widthPx: number, sizePx: number, font: Font = 'sans', weight: Weight = 400): string[] {
  if (text.trim() === '') return [];
  // A hundredth of a pixel of tolerance, so that a text fits a box that was made as wide as the text.
  const room = Math.max(0, ((widthPx + 0.01) * unitsPerEm) / sizePx) || 0;
  const pen = new Pen(font, weight);
  const breaks = new WordBreaks();
  const lines: string[] = [];
  let start = 0;
  /**
   * The last possible break: the line ends at `end`, the next one begins at `next`; there is none while `next` is not past
   * start.
   */
  let end = 0;
  let next = 0;
  /** The last place where a word that is wider than the line may be broken. */
  let forced = 0;
  let index = 0;
  while (index < text.length) {
    const codePoint = text.codePointAt(index) ?? 0;
    const after = index + (codePoint > 0xffff ? 2 : 1);
    if (isLineBreak(codePoint)) {
      lines.push(text.slice(start, index).trimEnd());
      index = codePoint === 0x0d && text[after] === '\n' ? after + 1 : after;
      start = index;
      next = index;
      pen.restart();
      breaks.restart();
      continue;
    }
    if (isSpace(codePoint)) {
      if (next !== index || index === start) end = index;
      next = after;
      pen.advance(codePoint);
      breaks.restart();
      index = after;
      continue;
    }
    const boundary = breaks.before(codePoint);
    if (boundary !== 'none') forced = index;
    if (boundary === 'word' && index > start && next !== index) {
      end = index;
      next = index;
    }
    const before = pen.units;
    pen.advance(codePoint);
    if (pen.units > room && pen.units > before && (next > start || forced > start)) {
      if (next <= start) {
        end = forced;
        next = forced;
      }
      if (end > start) lines.push(text.slice(start, end).trimEnd());
      start = next;
      index = next;
      pen.restart();
      breaks.restart();
      continue;
    }
    if (codePoint === hyphen && index > start && next !== index) {
      end = after;
      next = after;
    }
    index = after;
  }
  if (start < text.length) lines.push(text.slice(start).trimEnd());
  return lines;
}

const hyphen = 0x2d;

/** Spaces at which a line may break, without no-break spaces. */
export function isSpace(codePoint: number): boolean {
  return (
    codePoint === 0x20 ||
    codePoint === 0x09 ||
    codePoint === 0x3000 ||
    (codePoint >= 0x2000 && codePoint <= 0x200b && codePoint !== 0x2007)
  );
}

export function isLineBreak(codePoint: number): boolean {
  return (codePoint >= 0x0a && codePoint <= 0x0d) || codePoint === 0x85 || codePoint === 0x2028 || codePoint === 0x2029;
}
