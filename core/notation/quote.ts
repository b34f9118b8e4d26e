/**
 * quote: every text that a person wrote passes through here before it becomes part of line-oriented output.
 *
 * The result is one line between double quotes. Line breaks of any kind (LF, CR, CRLF, VT, FF, NEL, U+2028, U+2029) become
 * `\n`, quotes and backslashes are escaped, a tab becomes `\t`, and other control characters are dropped, so that nothing
 * inside can end the text or reach a terminal. Characters that change the direction of writing become `\uXXXX`, so that what
 * follows the text keeps its place.
 *
 * `quoteExactly` and `jsonOnOneLine` are lossless: the parser of the line form reads back the same text or value if it is
 * well-formed.
 */

import { exceeds, firstCharacters } from './characters.ts';

/** A text in line-oriented output. */
export function quote(text: string): string {
  return plain.test(text) ? `"${text}"` : `"${text.toWellFormed().replace(special, quotable)}"`;
}

/** At most `limit` characters (code points) of the text, quoted, with an ellipsis inside the quotes if it was truncated. */
export function quoteShort(text: string, characters: number): string {
  return exceeds(text, characters) ? quote(`${firstCharacters(text, characters - 1)}…`) : quote(text);
}

/** A text in the line form, without loss. */
export function quoteExactly(text: string): string {
  return plain.test(text) ? `"${text}"` : `"${text.replace(special, exact)}"`;
}

/** A JSON pointer in a message: escaped, and truncated after 200 characters. */
export const shownPointer = (pointer: string): string => quoteExactly(firstCharacters(pointer, 200)).slice(1, -1);

/** A value as JSON on one line, with nothing that could break the line or change its direction. */
export const jsonOnOneLine = (value: unknown): string => JSON.stringify(value).replace(beyondJson, unicode);

/** Characters that need no escape. Most texts consist only of these. */
const plain = /^[ !#-[\]-~\u00a1-\u00ac\u00ae-\u05ff]*$/;

/** Characters that need an escape: quotes, backslashes, controls (C0, DEL, C1), line separators, bidirectional controls. */
const special =
  // eslint-disable-next-line no-control-regex
  /\r\n|["\\\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Those that JSON itself does not escape. */
const beyondJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

function quotable(character: string): string {
  switch (character) {
    case '"':
      return '\\"';
    case '\\':
      return '\\\\';
    case '\t':
      return '\\t';
    case '\n':
    case '\r':
    case '\r\n':
    case '\v':
    case '\f':
    case '\u0085':
    case '\u2028':
    case '\u2029':
      return '\\n';
    default:
      return isBidi(character) ? unicode(character) : '';
  }
}

function exact(character: string): string {
  switch (character) {
    case '"':
      return '\\"';
    case '\\':
      return '\\\\';
    case '\t':
      return '\\t';
    case '\n':
      return '\\n';
    case '\r\n':
      return '\\u000d\\n';
    default:
      return unicode(character);
  }
}

const isBidi = (character: string): boolean => character.charCodeAt(0) > 0x9f;
const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
