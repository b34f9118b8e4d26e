/**
 * foreign-parts: what of a text has ink, in parts that our fonts have, or that none of them has and that are drawn as one.
 *
 * P1  A foreign part is a character and its marks, or both halves of a flag; it is as wide as the pen says.
 * P2  Left out is what the pen gives no width and no font of ours has: marks of foreign scripts on letters of ours, and of a
 *     picture of several code points all but the first.
 * P3  Left out are the characters that are never seen (soft hyphens, joiners, selectors), our fonts may have them or not: a
 *     rasteriser that tries several fonts on one line draws nothing of it where one of them drops such a character.
 */
import { unitsPerEm } from './font-table.ts';
import { type Font, metrics, typefacesOf } from './metrics.ts';
import { foreignAdvance, isFlagHalf, isPicture, joinsPicture, zeroWidthJoiner } from './pen.ts';

/** `widthEm` is null for what our fonts have. */
export type InkedPart = { readonly text: string; readonly widthEm: number | null };

export function foreignParts(text: string, font: Font): InkedPart[] {
  const parts: { text: string; widthEm: number | null; isHalf: boolean }[] = [];
  let before = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const isJoined = joinsPicture(codePoint) || (before === zeroWidthJoiner && isPicture(codePoint));
    before = codePoint;
    if (isJoined || isNeverSeen(codePoint)) continue;
    const widthEm = isInOurFonts(codePoint, font) ? null : foreignAdvance(codePoint) / unitsPerEm;
    const isHalf = isFlagHalf(codePoint);
    const last = parts.at(-1);
    const isMark = widthEm === 0;
    if (last !== undefined && (widthEm === null ? last.widthEm === null : isMark && last.widthEm !== null)) {
      last.text += character;
    } else if (isHalf && last?.isHalf === true) {
      last.text += character;
      last.widthEm = 1;
      last.isHalf = false;
    } else if (!isMark) {
      parts.push({ text: character, widthEm, isHalf });
    }
  }
  return parts;
}

/** True for what a text in that font has a file for. */
export const isInOurFonts = (codePoint: number, font: Font = 'sans'): boolean =>
  typefacesOf[font].some((typeface) => (metrics[typeface].glyphs[codePoint] ?? 0) !== 0);

const isNeverSeen = (codePoint: number): boolean =>
  codePoint === 0xad || (codePoint > 0x300 && /^\p{Default_Ignorable_Code_Point}$/u.test(String.fromCodePoint(codePoint)));
