/**
 * quote: the one way in which anything a person wrote gets into output made of lines.
 * Q1  The result is one line between double quotes, and no line break of any kind is in it: LF, CR, CRLF, VT, FF, NEL,
 *     U+2028 and U+2029 become `\n`.
 * Q2  Quotes and backslashes are escaped, a tab is `\t`, other control characters are dropped: nothing inside can end
 *     the text or reach a terminal.
 * Q3  Characters that turn the direction of writing are written as `\uXXXX`: what stands after the text keeps its place.
 * Q4  `quoteExactly` and `jsonOnOneLine` lose nothing: the parser of the line form reads back the very text or value, if it is
 *     well-formed.
 */

import { exceeds, firstCharacters } from './characters.ts';

/** A text as line-oriented output shows it. */
export function quote(text: string): string {
  return plain.test(text) ? `"${text}"` : `"${text.toWellFormed().replace(special, quotable)}"`;
}

/** At most so many characters (code points) of the text, quoted, with an ellipsis inside the quotes where it was cut. */
export function quoteShort(text: string, characters: number): string {
  return exceeds(text, characters) ? quote(`${firstCharacters(text, characters - 1)}…`) : quote(text);
}

/** A text as the line form writes it; nothing is lost. */
export function quoteExactly(text: string): string {
  return plain.test(text) ? `"${text}"` : `"${text.replace(special, exact)}"`;
}

/** A JSON pointer as a message shows it: what a line cannot hold is escaped, and what is past 200 characters is cut. */
export const shownPointer = (pointer: string): string => quoteExactly(firstCharacters(pointer, 200)).slice(1, -1);

/** A value as JSON, on one line that nothing in it can break or turn around. */
export const jsonOnOneLine = (value: unknown): string => JSON.stringify(value).replace(beyondJson, unicode);

/** Letters and what else needs no look: most texts are nothing but this. */
const plain = /^[ !#-[\]-~\u00a1-\u00ac\u00ae-\u05ff]*$/;

/** All that needs an escape: quotes, backslashes, controls (C0, DEL, C1), line separators, bidirectional controls. */
const special =
  // eslint-disable-next-line no-control-regex
  /\r\n|["\\\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Of those, what JSON itself does not escape. */
const beyondJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

function quotable(found: string): string {
  switch (found) {
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
      return isBidi(found) ? unicode(found) : '';
  }
}

function exact(found: string): string {
  switch (found) {
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
      return unicode(found);
  }
}

const isBidi = (character: string): boolean => character.charCodeAt(0) > 0x9f;
const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
