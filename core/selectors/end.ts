/** end: parses the end of an arrow, an operand that may name a side, a spot on that side, or a row of a table: `a.right@0.3`. */
import { type PinnedEnd, type Side, sides } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import { numberOf } from '../notation/json.ts';
import { isParseError, ParseError } from '../notation/parse-error.ts';
import { quoteExactly } from '../notation/quote.ts';
import { readString } from '../notation/read-string.ts';
import { type Operand, readOperand } from './term.ts';

/** Where on a box an arrow is attached. */
export type Attachment = Omit<PinnedEnd, 'element'>;
/** `text` is the operand as it was written. */
export type EndTerm = { readonly operand: Operand; readonly text: string; readonly at: Attachment };

const forms = 'a side such as .right or .right@0.3 (0 at the top or left, 1 at the bottom or right), or .row:<first cell>';

export function readEnd(text: string, at = 0): EndTerm | ParseError {
  const trimmed = text.trim();
  const dot = indexOfAttachment(trimmed);
  if (dot === -1) {
    const operand = readOperand(text, at);
    return isParseError(operand) ? operand : { operand, text: trimmed, at: {} };
  }
  const name = trimmed.slice(0, dot);
  const operand = readOperand(name, at);
  if (isParseError(operand)) return operand;
  const attachment = readAttachment(trimmed.slice(dot + 1), at + dot + 1);
  return isParseError(attachment) ? attachment : { operand, text: name, at: attachment };
}

/** The suffix of an end, empty where an arrow may be attached anywhere. */
export function printAttachment({ side, offset, row, level }: Attachment): string {
  if (level !== undefined) return `.level:${level}`;
  if (row !== undefined) return `.row:${/^[\w-]+$/.test(row) ? row : quoteExactly(row)}`;
  if (side === undefined) return '';
  return offset === undefined ? `.${side}` : `.${side}@${offset}`;
}

/** A quoted label may contain dots; refs and ids do not. */
function indexOfAttachment(text: string): number {
  if (!text.startsWith('"')) return text.indexOf('.');
  const label = readString(text, 0);
  return !isParseError(label) && text[label.end] === '.' ? label.end : -1;
}

function readAttachment(text: string, at: number): Attachment | ParseError {
  if (text.startsWith('row:')) return readRow(text.slice(4), at + 4);
  if (text.startsWith('level:')) return readLevel(text.slice(6), at + 6);
  const [name = '', offsetText, ...more] = text.split('@');
  const side = sides.find((candidate): candidate is Side => candidate === name);
  if (side === undefined || more.length > 0) return new ParseError(at, forms);
  if (offsetText === undefined) return { side };
  const offset = numberOf(offsetText);
  return offset !== null && offset >= 0 && offset <= 1
    ? { side, offset }
    : new ParseError(at + name.length + 1, 'a number from 0 to 1');
}

function readLevel(text: string, at: number): Attachment | ParseError {
  const level = numberOf(text);
  return level !== null && level >= 0 && level <= limits.sizeMax ? { level } : new ParseError(at, 'the pixels below the box');
}

function readRow(text: string, at: number): Attachment | ParseError {
  if (text === '') return new ParseError(at, 'the first cell of a row');
  if (!text.startsWith('"')) return { row: text };
  const cell = readString(text, 0);
  if (isParseError(cell)) return new ParseError(at + cell.at, cell.expected);
  return cell.end === text.length ? { row: cell.text } : new ParseError(at + cell.end, 'nothing after the closing quote');
}
