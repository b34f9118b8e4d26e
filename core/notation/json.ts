/**
 * json: JSON as the changeset language accepts it, from text and from parsed values.
 *
 * At most 32 levels deep; no duplicate names in an object and no name `__proto__`; strings are well-formed Unicode without NUL;
 * numbers are finite, and there is no negative zero. A fault names its position in the text and what was expected there.
 */
import { limits } from '#schema/limits.ts';

import { ParseError, isParseError } from './parse-error.ts';
import { quoteShort } from './quote.ts';
import { readString } from './read-string.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonRead = { readonly value: Json; readonly end: number };

/** The JSON value that starts at `at`, and its end. */
export function readJson(text: string, at: number): JsonRead | ParseError {
  return readValue(text, at, 1);
}

/** What is wrong with a value from another parser, in words; null if it is acceptable. */
export function jsonFault(value: unknown, depth = 1): string | null {
  if (typeof value === 'string') return stringFault(value);
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'a finite number';
  if (typeof value === 'boolean' || value === null) return null;
  if (typeof value !== 'object') return 'a JSON value';
  if (depth > limits.jsonDepth) return tooDeep;
  if (Array.isArray(value)) {
    for (const entry of value) {
      const fault = jsonFault(entry, depth + 1);
      if (fault !== null) return fault;
    }
    return null;
  }
  for (const [name, member] of Object.entries(value)) {
    const fault = nameFault(name) ?? jsonFault(member, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

const tooDeep = `at most ${limits.jsonDepth} levels of JSON`;

/** Sticky, to match at a position. Linear: each part starts with a different character. */
const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The number if the whole text is one in JSON's form; null otherwise or if it is not finite. */
export function numberOf(text: string): number | null {
  numberForm.lastIndex = 0;
  if (!numberForm.test(text) || numberForm.lastIndex !== text.length) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value + 0 : null;
}

function stringFault(text: string): string | null {
  if (!text.isWellFormed()) return 'well-formed Unicode (no lone surrogate)';
  return text.includes('\u0000') ? 'text without NUL' : null;
}

function nameFault(name: string): string | null {
  return name === '__proto__' ? 'another name than __proto__' : stringFault(name);
}

function readValue(text: string, start: number, depth: number): JsonRead | ParseError {
  const at = skipSpace(text, start);
  switch (text.charAt(at)) {
    case '{':
      return depth > limits.jsonDepth ? new ParseError(at, tooDeep) : readObject(text, at, depth);
    case '[':
      return depth > limits.jsonDepth ? new ParseError(at, tooDeep) : readArray(text, at, depth);
    case '"': {
      const read = readString(text, at);
      return isParseError(read) ? read : { value: read.text, end: read.end };
    }
    case 't':
      return readWord(text, at, 'true', true);
    case 'f':
      return readWord(text, at, 'false', false);
    case 'n':
      return readWord(text, at, 'null', null);
    default:
      return readNumber(text, at);
  }
}

function readObject(text: string, start: number, depth: number): JsonRead | ParseError {
  const members: { [name: string]: Json } = {};
  let at = skipSpace(text, start + 1);
  if (text[at] === '}') return { value: members, end: at + 1 };
  for (;;) {
    if (text[at] !== '"') return new ParseError(at, 'a name in double quotes');
    const name = readString(text, at);
    if (isParseError(name)) return name;
    if (name.text === '__proto__') return new ParseError(at, 'another name than __proto__');
    if (Object.hasOwn(members, name.text)) {
      return new ParseError(at, `each name once, and ${quoteShort(name.text, 60)} is there twice`);
    }
    at = skipSpace(text, name.end);
    if (text[at] !== ':') return new ParseError(at, 'a colon');
    const member = readValue(text, at + 1, depth + 1);
    if (isParseError(member)) return member;
    members[name.text] = member.value;
    at = skipSpace(text, member.end);
    if (text[at] === '}') return { value: members, end: at + 1 };
    if (text[at] !== ',') return new ParseError(at, 'a comma or }');
    at = skipSpace(text, at + 1);
  }
}

function readArray(text: string, start: number, depth: number): JsonRead | ParseError {
  const items: Json[] = [];
  let at = skipSpace(text, start + 1);
  if (text[at] === ']') return { value: items, end: at + 1 };
  for (;;) {
    const item = readValue(text, at, depth + 1);
    if (isParseError(item)) return item;
    items.push(item.value);
    at = skipSpace(text, item.end);
    if (text[at] === ']') return { value: items, end: at + 1 };
    if (text[at] !== ',') return new ParseError(at, 'a comma or ]');
    at += 1;
  }
}

function readWord(text: string, at: number, word: string, value: Json): JsonRead | ParseError {
  return text.startsWith(word, at) ? { value, end: at + word.length } : new ParseError(at, 'a JSON value');
}

function readNumber(text: string, at: number): JsonRead | ParseError {
  numberForm.lastIndex = at;
  if (!numberForm.test(text)) return new ParseError(at, 'a JSON value');
  const end = numberForm.lastIndex;
  const value = Number(text.slice(at, end));
  return Number.isFinite(value) ? { value: value + 0, end } : new ParseError(at, 'a finite number');
}

function skipSpace(text: string, start: number): number {
  let at = start;
  for (; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 9 && code !== 10 && code !== 13) return at;
  }
}
