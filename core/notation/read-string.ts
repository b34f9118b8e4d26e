/**
 * read-string: reads text between double quotes, with the escapes of JSON. The line form uses fewer of them.
 *
 * Raw control characters except NUL represent themselves. The result is well-formed Unicode without NUL.
 */
import { ParseError } from './parse-error.ts';

export type StringRead = { readonly text: string; readonly end: number };

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** The quoted text that starts with the opening quote at `at`, and the offset after its closing quote. */
export function readString(line: string, at: number): StringRead | ParseError {
  let text = '';
  let from = at + 1;
  for (let place = from; place < line.length; place += 1) {
    const code = line.charCodeAt(place);
    if (code === 34) {
      text += line.slice(from, place);
      return faultyText(text, at) ?? { text, end: place + 1 };
    }
    if (code !== 92) continue;
    text += line.slice(from, place);
    const escape = line[place + 1] ?? '';
    if (escape === 'u') {
      const digits = line.slice(place + 2, place + 6);
      if (!isHex(digits)) return new ParseError(place, 'four hexadecimal digits after \\u');
      text += String.fromCharCode(Number.parseInt(digits, 16));
      place += 5;
    } else {
      const character = escapes.get(escape);
      if (character === undefined) return new ParseError(place, 'one of the escapes \\" \\\\ \\n \\t \\uXXXX');
      text += character;
      place += 1;
    }
    from = place + 1;
  }
  return new ParseError(line.length, 'a closing quote');
}

function faultyText(text: string, at: number): ParseError | null {
  if (!text.isWellFormed()) return new ParseError(at, 'well-formed Unicode (no lone surrogate)');
  return text.includes('\u0000') ? new ParseError(at, 'text without NUL') : null;
}

function isHex(digits: string): boolean {
  if (digits.length !== 4) return false;
  for (let at = 0; at < 4; at += 1) {
    const code = digits.charCodeAt(at);
    const hex = (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
    if (!hex) return false;
  }
  return true;
}
