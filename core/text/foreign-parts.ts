/**
 * foreign-parts: splits the visible part of a text into parts that the fonts have and foreign parts, each drawn as one.
 *
 * A foreign part is a character with its marks, with the width that the pen measures. Left out are
 * characters to which the pen gives no width and that no font has: marks of foreign scripts on known letters, and all but the
 * first code point of an emoji. Invisible characters (soft hyphens, joiners, selectors) are always left out: a rasterizer that
 * tries several fonts on one line draws nothing if one of them lacks such a character.
 */
import { unitsPerEm } from './font-table.ts';
import { type Font, metricsOf, type Typeface, typefacesOf } from './metrics.ts';
import { foreignAdvance, isPicture, joinsPicture, zeroWidthJoiner } from './pen.ts';

/** `widthEm` is null for parts that the fonts have. */
export type InkedPart = { readonly text: string; readonly widthEm: number | null };

export function foreignParts(text: string, font: Font): InkedPart[] {
  const parts: { text: string; readonly widthEm: number | null }[] = [];
  let before = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const isJoined = joinsPicture(codePoint) || (before === zeroWidthJoiner && isPicture(codePoint));
    before = codePoint;
    if (isJoined || isNeverSeen(codePoint)) continue;
    const widthEm = isInOurFonts(codePoint, font) ? null : foreignAdvance(codePoint) / unitsPerEm;
    const last = parts.at(-1);
    const isMark = widthEm === 0;
    if (last !== undefined && (widthEm === null ? last.widthEm === null : isMark && last.widthEm !== null)) {
      last.text += character;
    } else if (!isMark) {
      parts.push({ text: character, widthEm });
    }
  }
  return parts;
}

/** True if a text in that font has a file with the character. */
export const isInOurFonts = (codePoint: number, font: Font = 'sans'): boolean => typefacesOf[font].some(hasGlyph(codePoint));

/** The same without the files of other scripts, before which the operator's fonts come. */
export const isInBasicFonts = (codePoint: number): boolean =>
  typefacesOf.sans.filter((typeface) => typeface !== 'scripts').some(hasGlyph(codePoint));

const hasGlyph =
  (codePoint: number) =>
  (typeface: Typeface): boolean =>
    (metricsOf(typeface).glyphs[codePoint] ?? 0) !== 0;

const isNeverSeen = (codePoint: number): boolean =>
  codePoint === 0xad || (codePoint > 0x300 && /^\p{Default_Ignorable_Code_Point}$/u.test(String.fromCodePoint(codePoint)));
