/** text: what people type and paste, made fit to be stored: no NUL, no lone surrogates, one kind of line break, a length. */
import { firstCharacters } from '#core/changeset/characters.ts';

/** At most `most` characters (code points). */
export function storable(text: string, most: number): string {
  const plain = text.replaceAll('\u0000', '').replaceAll('\r\n', '\n').replaceAll('\r', '\n').toWellFormed();
  return plain.length <= most ? plain : firstCharacters(plain, most);
}
