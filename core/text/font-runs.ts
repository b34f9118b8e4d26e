/**
 * font-runs: which part of a line is drawn in which file of which font.
 *
 * N1  A character is drawn in its font, in the file that has it; what the font does not have in Inter, if that has it.
 * N2  What none of them has, stay in the run that they follow.
 * N3  The runs, one after the other, are the line.
 */
import { type Font, fontTables, metrics } from './metrics.ts';

/** A file of a font: one block of its table. */
export type FontPart = { readonly font: Font; readonly block: number };
export type FontRun = FontPart & { readonly text: string };

/** The block of a font that has the Latin letters. */
export const mainBlock = (font: Font): number => fontTables[font].blocks.length - 1;

export function fontRuns(line: string, font: Font): FontRun[] {
  const main: FontPart = { font, block: mainBlock(font) };
  const runs: FontRun[] = [];
  let part = main;
  let from = 0;
  for (let index = 0; index < line.length; index += 1) {
    const codePoint = line.codePointAt(index) ?? 0;
    const own = partOf(codePoint, font) ?? (font === 'sans' ? null : partOf(codePoint, 'sans'));
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

function partOf(codePoint: number, font: Font): FontPart | null {
  const { glyphs, blocks } = metrics[font];
  const glyph = glyphs[codePoint] ?? 0;
  return glyph === 0 ? null : { font, block: blocks[glyph] ?? 0 };
}
