/** text: typed and pasted text made storable: without NUL and lone surrogates, with one kind of line break, within a length. */
import { firstCharacters } from '#core/notation/characters.ts';
import type { Json } from '#core/notation/json.ts';

/** At most `most` characters (code points). */
export function storable(text: string, most: number): string {
  const plain = text.replaceAll('\u0000', '').replaceAll('\r\n', '\n').replaceAll('\r', '\n').toWellFormed();
  return plain.length <= most ? plain : firstCharacters(plain, most);
}

/** All texts in a value made storable, at any depth; the number of members limits the work. */
export function storableIn<T extends Json>(value: T): T {
  if (typeof value === 'string') return storable(value, Infinity) as T;
  if (Array.isArray(value)) return value.map(storableIn) as Json as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, storableIn(member)])) as Json as T;
}
