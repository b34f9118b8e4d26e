/**
 * font-runs: splits a line into runs, each drawn in one file of one font.
 *
 * A character is drawn in its font, in the file that has it, or else in Inter or a symbol font. Characters that no font has,
 * and the parts of an emoji of several code points, stay in the preceding run. The runs, in order, are the line. Widths do not depend
 * on the forms of Han characters, so text is measured without them.
 */
import type { HanForms } from './han-forms.ts';
import { type Font, metricsOf, type Typeface, typefacesOf, typefaceTables } from './metrics.ts';
import { isPicture, zeroWidthJoiner } from './pen.ts';

/** A file of a font: one block of its table. */
export type FontPart = { readonly font: Typeface; readonly block: number };
export type FontRun = FontPart & { readonly text: string };

/** The block of a font with the Latin letters. */
export const mainBlock = (font: Typeface): number => typefaceTables[font].blocks.length - 1;

export function fontRuns(line: string, font: Font, forms: HanForms = 'chinese'): FontRun[] {
  const main: FontPart = { font, block: mainBlock(font) };
  const runs: FontRun[] = [];
  let part = main;
  let from = 0;
  let before = 0;
  for (let index = 0; index < line.length; index += 1) {
    const codePoint = line.codePointAt(index) ?? 0;
    const own = before === zeroWidthJoiner && isPicture(codePoint) ? null : partOf(codePoint, font, forms);
    before = codePoint;
    if (own !== null && (own.font !== part.font || own.block !== part.block)) {
      if (index > from) runs.push({ ...part, text: line.slice(from, index) });
      from = index;
      part = own;
    }
    if (codePoint > 0xffff) index += 1;
  }
  if (from < line.length) runs.push({ ...part, text: line.slice(from) });
  return runs;
}

function partOf(codePoint: number, font: Font, forms: HanForms): FontPart | null {
  for (const typeface of typefacesOf[font]) {
    const part = partIn(typeface, codePoint);
    if (part === null) continue;
    return (typeface === 'scripts' && forms === 'japanese' ? partIn('japanese', codePoint) : null) ?? part;
  }
  return null;
}

function partIn(typeface: Typeface, codePoint: number): FontPart | null {
  const { glyphs, blocks } = metricsOf(typeface);
  const glyph = glyphs[codePoint] ?? 0;
  return glyph === 0 ? null : { font: typeface, block: blocks[glyph] ?? 0 };
}
