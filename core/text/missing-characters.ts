/** missing-characters: the characters of a text that no built-in font draws. */
import { isInOurFonts } from './foreign-parts.ts';
import { type Font, knownFont } from './metrics.ts';

/** Each one once, in the order of the text. Marks are left out, as are characters that are never seen. */
export function missingCharacters(text: string, font?: Font): string[] {
  if (basicLatin.test(text)) return [];
  const own = knownFont(font);
  const missing = new Set<string>();
  for (const character of text)
    if (!isInOurFonts(character.codePointAt(0) ?? 0, own) && !withoutGlyph.test(character)) missing.add(character);
  return [...missing];
}

const basicLatin = /^[\n\r\t\u0020-\u007e]*$/;
const withoutGlyph = /^[\s\p{M}\p{Cc}\p{Emoji_Modifier}\p{Default_Ignorable_Code_Point}]$/u;
