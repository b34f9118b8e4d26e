/**
 * scan: splits a line of the line form into tokens: words and `key=value` fields.
 *
 * Tokens end at a space or tab outside quotes. A field starts with a name and `=`; its value is empty, one quoted text, JSON
 * that starts with [ or { and ends at the matching bracket, or characters without quotes. Everything else is a word, kept
 * verbatim including quotes, for the operation to interpret.
 */
import { ParseError, isParseError } from './parse-error.ts';
import { type Json, readJson } from './json.ts';
import { readString } from './read-string.ts';

export type Word = { readonly kind: 'word'; readonly raw: string; readonly at: number };
export type FieldToken = {
  readonly kind: 'field';
  readonly key: string;
  readonly at: number;
  readonly valueAt: number;
  readonly value:
    | { readonly form: 'none' }
    | { readonly form: 'quoted' | 'bare'; readonly text: string }
    | { readonly form: 'json'; readonly json: Json };
};
export type LineToken = Word | FieldToken;

/** The tokens of a line from `start` on. */
export function scan(line: string, start = 0): LineToken[] | ParseError {
  const tokens: LineToken[] = [];
  for (let at = skipSpaces(line, start); at < line.length; at = skipSpaces(line, at)) {
    const keyEnd = endOfKey(line, at);
    const read = line[keyEnd] === '=' && keyEnd > at ? readField(line, at, keyEnd) : readWord(line, at);
    if (isParseError(read)) return read;
    tokens.push(read.token);
    at = read.end;
  }
  return tokens;
}

/** The words of a selector. Unlike in a line, a name and `=` have no meaning. */
export function scanWords(text: string): Word[] | ParseError {
  const words: Word[] = [];
  for (let at = skipSpaces(text, 0); at < text.length; at = skipSpaces(text, at)) {
    const read = readWord(text, at);
    if (isParseError(read)) return read;
    words.push(read.token);
    at = read.end;
  }
  return words;
}

/** Offsets of `mark` outside quotes. The text consists of whole words, so its quotes are balanced. */
export function indexOutsideQuotes(text: string, mark: string): number {
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') {
      const read = readString(text, at);
      if (isParseError(read)) return -1;
      at = read.end - 1;
    } else if (text.startsWith(mark, at)) return at;
  }
  return -1;
}

const isSpace = (code: number): boolean => code === 32 || code === 9;

function skipSpaces(line: string, start: number): number {
  let at = start;
  while (isSpace(line.charCodeAt(at))) at += 1;
  return at;
}

/** The end of the name that starts at `start`: a letter, then letters, digits, `-` and `_`. */
function endOfKey(line: string, start: number): number {
  let at = start;
  for (; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    const letter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
    const inner = (code >= 48 && code <= 57) || code === 45;
    if (!letter && !(inner && at > start)) break;
  }
  return at;
}

function readWord(line: string, start: number): { token: Word; end: number } | ParseError {
  let at = start;
  while (at < line.length) {
    const code = line.charCodeAt(at);
    if (isSpace(code)) break;
    if (code === 34) {
      const read = readString(line, at);
      if (isParseError(read)) return read;
      at = read.end;
    } else at += 1;
  }
  return { token: { kind: 'word', raw: line.slice(start, at), at: start }, end: at };
}

function readField(line: string, at: number, keyEnd: number): { token: FieldToken; end: number } | ParseError {
  const key = line.slice(at, keyEnd);
  const valueAt = keyEnd + 1;
  const first = line[valueAt];
  if (key === '__proto__') return new ParseError(at, 'another name than __proto__');
  if (first === '"') {
    const read = readString(line, valueAt);
    if (isParseError(read)) return read;
    return ended(line, read.end, { kind: 'field', key, at, valueAt, value: { form: 'quoted', text: read.text } });
  }
  if (first === '[' || first === '{') {
    const read = readJson(line, valueAt);
    if (isParseError(read)) return read;
    return ended(line, read.end, { kind: 'field', key, at, valueAt, value: { form: 'json', json: read.value } });
  }
  let end = valueAt;
  for (; end < line.length; end += 1) {
    const code = line.charCodeAt(end);
    if (isSpace(code)) break;
    if (code === 34) return new ParseError(end, 'a space (a value that contains a quote must be quoted as a whole)');
  }
  const text = line.slice(valueAt, end);
  return { token: { kind: 'field', key, at, valueAt, value: text === '' ? { form: 'none' } : { form: 'bare', text } }, end };
}

function ended(line: string, end: number, token: FieldToken): { token: FieldToken; end: number } | ParseError {
  return end === line.length || isSpace(line.charCodeAt(end)) ? { token, end } : new ParseError(end, 'a space after the value');
}
