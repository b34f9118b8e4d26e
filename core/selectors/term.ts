/** term: parses a selector into its terms (SL1, SL4). */
import { reservedWords } from '#schema/ids.ts';

import { ParseError, isParseError } from '../notation/parse-error.ts';
import { readString } from '../notation/read-string.ts';
import { indexOutsideQuotes, scanWords } from '../notation/scan.ts';

/** Names one element. */
export type Operand = { readonly kind: 'ref'; readonly text: string } | { readonly kind: 'label'; readonly text: string };

type TextTerm<K extends string> = { readonly kind: K; readonly text: string };
type ElementTerm<K extends string> = { readonly kind: K; readonly of: Operand };
export type Term =
  | Operand
  | TextTerm<'contains'>
  | TextTerm<'type'>
  | TextTerm<'shape'>
  | TextTerm<'group'>
  | ElementTerm<'in'>
  | ElementTerm<'from'>
  | ElementTerm<'to'>
  | ElementTerm<'downstream'>
  | ElementTerm<'upstream'>
  | { readonly kind: 'arrow'; readonly from: Operand; readonly to: Operand }
  | { readonly kind: 'selected' };

const textKeys = [
  ['label~', 'contains'],
  ['type:', 'type'],
  ['shape:', 'shape'],
  ['group:', 'group'],
] as const;
const elementKeys = [
  ['in:', 'in'],
  ['from:', 'from'],
  ['to:', 'to'],
  ['downstream:', 'downstream'],
  ['upstream:', 'upstream'],
] as const;

/** Terms that start with a key. */
export const selectorKeys: readonly string[] = [...textKeys, ...elementKeys].map(([key]) => key);

/** The terms of a selector, at least one, or the parse error. */
export function readSelector(text: string): Term[] | ParseError {
  const words = scanWords(text);
  if (isParseError(words)) return words;
  const terms: Term[] = [];
  for (const { raw, at } of joinArrows(words)) {
    const term = readTerm(raw, at);
    if (isParseError(term)) return term;
    terms.push(term);
  }
  return terms.length === 0 ? new ParseError(0, 'a selector: a ref, a quoted label, or terms such as type:shape') : terms;
}

/** The operand in a text, or the parse error. */
export function readOperand(text: string, at = 0): Operand | ParseError {
  const trimmed = text.trim();
  if (trimmed === '') return new ParseError(at, 'a ref or a quoted label');
  if (trimmed.startsWith('"')) {
    const read = readString(trimmed, 0);
    if (isParseError(read)) return new ParseError(at + read.at, read.expected);
    return read.end === trimmed.length
      ? { kind: 'label', text: read.text }
      : new ParseError(at + read.end, 'nothing after the closing quote');
  }
  const stop = indexOfAny(trimmed, ' \t"');
  return stop === -1 ? { kind: 'ref', text: trimmed } : new ParseError(at + stop, 'one ref, or a label in quotes as a whole');
}

/** The two ends of `a -> b`; null if the text contains no arrow. */
export function readEnds(text: string, at = 0): { from: Operand; to: Operand } | ParseError | null {
  const arrow = indexOutsideQuotes(text, '->');
  if (arrow === -1) return null;
  const from = readOperand(text.slice(0, arrow), at);
  if (isParseError(from)) return from;
  const to = readOperand(text.slice(arrow + 2), at + arrow + 2);
  return isParseError(to) ? to : { from, to };
}

function readTerm(raw: string, at: number): Term | ParseError {
  for (const [key, kind] of textKeys) {
    if (raw.startsWith(key)) return readText(raw.slice(key.length), at + key.length, kind);
  }
  for (const [key, kind] of elementKeys) {
    if (!raw.startsWith(key)) continue;
    const of = readOperand(raw.slice(key.length), at + key.length);
    return isParseError(of) ? of : { kind, of };
  }
  const ends = readEnds(raw, at);
  if (ends !== null) return isParseError(ends) ? ends : { kind: 'arrow', ...ends };
  if (raw === 'selected') return { kind: 'selected' };
  if (reservedWords.has(raw))
    return new ParseError(at, `a selector, and ${raw} is a reserved word: write the quoted label, or a longer ref`);
  return readOperand(raw, at);
}

function readText(raw: string, at: number, kind: (typeof textKeys)[number][1]): Term | ParseError {
  if (raw === '')
    return new ParseError(at, kind === 'contains' ? 'the text that labels contain' : kind === 'group' ? 'a group' : 'a kind');
  if (!raw.startsWith('"')) return { kind, text: raw };
  const read = readString(raw, 0);
  if (isParseError(read)) return new ParseError(at + read.at, read.expected);
  return read.end === raw.length ? { kind, text: read.text } : new ParseError(at + read.end, 'nothing after the closing quote');
}

/** Words with `a -> b`, `a ->b` and `a-> b` joined into one. */
function joinArrows(words: readonly { raw: string; at: number }[]): { raw: string; at: number }[] {
  const joined: { raw: string; at: number }[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last !== undefined && !isKeyed(last.raw) && (word.raw.startsWith('->') || last.raw.endsWith('->'))) last.raw += word.raw;
    else joined.push({ raw: word.raw, at: word.at });
  }
  return joined;
}

const isKeyed = (raw: string): boolean => selectorKeys.some((key) => raw.startsWith(key));

function indexOfAny(text: string, characters: string): number {
  for (let at = 0; at < text.length; at += 1) if (characters.includes(text.charAt(at))) return at;
  return -1;
}
