/**
 * Parses JSON bodies strictly: it refuses everything that two parsers could read differently.
 *
 * The scan is one pass and skips strings by their closing quote, so that a large body costs little more than JSON.parse.
 */
import { limits } from '#schema/limits.ts';
import type { ValueError } from '#schema/validate.ts';

export type JsonText = { readonly value: unknown } | { readonly error: ValueError };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes bytes as UTF-8 without a byte order mark and NUL. */
export function readText(bytes: Uint8Array): { readonly text: string } | { readonly error: ValueError } {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return failure('is not valid UTF-8');
  }
  if (text.startsWith('\uFEFF')) return failure('starts with a byte order mark');
  if (text.includes('\0')) return failure('contains a NUL character');
  return { text };
}

export function readJson(bytes: Uint8Array): JsonText {
  const read = readText(bytes);
  if ('error' in read) return read;
  const refusal = scan(read.text);
  if (refusal !== null) return failure(refusal);
  try {
    return { value: JSON.parse(read.text) as unknown };
  } catch (error) {
    return failure(`is not JSON: ${error instanceof SyntaxError ? placeOf(error) : 'it cannot be parsed'}`);
  }
}

const failure = (message: string): { readonly error: ValueError } => ({ error: { pointer: '', message } });

/** The parser's message without the excerpt of the body that it quotes. */
function placeOf(error: SyntaxError): string {
  const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec(error.message);
  return place === null ? 'it ends too early or is empty' : `unexpected character ${place[0]}`;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const minus = 0x2d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** The reason to refuse a text that may be JSON; null if JSON.parse can decide. */
function scan(text: string): string | null {
  /** For each depth, whether an object is open, and its names; the sets are reused. */
  const objects: boolean[] = [];
  const names: Set<string>[] = [];
  let expectsName = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === quote) {
      const end = endOfString(text, index + 1);
      if (end === -1) return null;
      const raw = text.slice(index + 1, end);
      const value = raw.includes('\\') ? unescaped(raw) : raw;
      // A text without escapes came from valid UTF-8 and is well-formed.
      if (value !== raw && (!value.isWellFormed() || value.includes('\0'))) return 'contains a NUL character or a lone surrogate';
      if (expectsName) {
        if (value === '__proto__') return 'has a member named __proto__';
        const namesHere = names[objects.length];
        if (namesHere === undefined) names[objects.length] = new Set([value]);
        else if (namesHere.has(value)) return `repeats the member ${JSON.stringify(value.slice(0, 64))} in one object`;
        else namesHere.add(value);
        expectsName = false;
      }
      index = end;
    } else if (unit === openBrace || unit === openBracket) {
      objects.push(unit === openBrace);
      if (objects.length > limits.jsonDepth) return `is nested more than ${limits.jsonDepth} deep`;
      expectsName = unit === openBrace;
      if (expectsName && (names[objects.length]?.size ?? 0) > 0) names[objects.length]?.clear();
    } else if (unit === closeBrace || unit === closeBracket) {
      objects.pop();
      expectsName = false;
    } else if (unit === comma) {
      expectsName = objects.at(-1) === true;
    } else if (unit === minus || (unit >= 0x30 && unit <= 0x39)) {
      const end = endOfNumber(text, index);
      // No number of four characters is too large for a double.
      if (end - index > 4 && isTooLarge(text.slice(index, end))) return 'contains a number that is too large for a double';
      index = end - 1;
    }
  }
  return null;
}

/** The index of the closing quote, or -1. Each run of backslashes is counted once, so this is linear. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (end - 1 - escapes >= from && text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}

function unescaped(raw: string): string {
  try {
    const value: unknown = JSON.parse(`"${raw}"`);
    return typeof value === 'string' ? value : raw;
  } catch {
    return raw;
  }
}

function endOfNumber(text: string, from: number): number {
  let end = from + 1;
  for (; end < text.length; end += 1) {
    const unit = text.charCodeAt(end);
    const inNumber =
      (unit >= 0x30 && unit <= 0x39) || unit === 0x2e || unit === 0x65 || unit === 0x45 || unit === 0x2b || unit === 0x2d;
    if (!inNumber) break;
  }
  return end;
}

/** Text that is not a number is left to the parser. */
const isTooLarge = (literal: string): boolean => Math.abs(Number(literal)) === Infinity;
