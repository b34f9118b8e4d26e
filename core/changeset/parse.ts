/**
 * parse: parses operations from lines, JSON or both into operations with their positions, in linear time.
 *
 * Blank lines and lines that begin with # are skipped; a line that begins with { is a JSON operation. All lines are parsed: up
 * to ten parse errors and unknown operations are reported together, in line order, each with line and column (from 1, in
 * characters) and what was expected. JSON arrays have no positions. Selectors are parsed here as well, so that a malformed one
 * has a column.
 */
import { limits } from '#schema/limits.ts';
import type { OperationError } from '#schema/changeset.ts';
import { type Problem, problem } from '#schema/problem.ts';
import { validationErrors } from '#schema/validate.ts';

import { operationKinds } from '../ops/operation-list.ts';
import type { OperationKind } from '../ops/op.ts';
import { readEnd } from '../selectors/end.ts';
import { readOperand, readSelector } from '../selectors/term.ts';
import { countCharacters, exceeds } from '../notation/characters.ts';
import { ParseError, isParseError } from '../notation/parse-error.ts';
import { sizeOf } from './operation-size.ts';
import { mendedForm } from './mended-form.ts';
import { jsonFault, readJson } from '../notation/json.ts';
import { LineReader } from '../ops/line-reader.ts';
import { type LineSource, type Located, operationError } from './operation-error.ts';
import { jsonOnOneLine, shownPointer } from '../notation/quote.ts';
import { indexOutsideQuotes, scan } from '../notation/scan.ts';
import type { Operation } from './schema.ts';
import { unknownOperation } from './unknown-operation.ts';

export type LocatedOperation = Located & { readonly operation: Operation };
export type Parsed = { readonly operations: readonly LocatedOperation[] } | { readonly errors: OperationError[] };

/**
 * The operations of a text or a JSON array, or else up to ten errors: parse_error, unknown_operation, too_large (for more than `most`
 * operations).
 */
export function parseOperations(input: string | readonly unknown[], most: number = limits.operationsPerChangeset): Parsed {
  const reading = new ChangesetReader(most);
  if (typeof input === 'string') readLines(input.startsWith(byteOrderMark) ? input.slice(1) : input, reading);
  else for (const value of input) if (!reading.take({ index: reading.count }, () => readValue(value))) break;
  return reading.errors.length > 0 ? { errors: reading.errors } : { operations: reading.operations };
}

/** Editors put it at the beginning of a file; it is no part of the text. */
const byteOrderMark = '\ufeff';

/** The result of one line or JSON value: an operation, a parse error, or a refusal. */
type ParsedLine = ReadLine | Operation | ParseError | Problem;

/** An operation in the line form, with the places of its members. */
class ReadLine {
  readonly operation: Operation;
  readonly source: LineSource;

  constructor(operation: Operation, source: LineSource) {
    this.operation = operation;
    this.source = source;
  }
}

class ChangesetReader {
  readonly operations: LocatedOperation[] = [];
  readonly errors: OperationError[] = [];
  readonly #most: number;
  count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Reads one operation, unless there are enough errors. Returns false if parsing may stop. Columns of a fault refer to `line`. */
  take(where: Located, read: () => ParsedLine, line = ''): boolean {
    this.count += 1;
    if (this.count > this.#most) {
      const limit = this.#most;
      const detail = `A changeset holds at most ${limit} operations.`;
      this.errors.splice(0, Infinity, operationError(problem('too_large', { detail, limit }), where));
      return false;
    }
    if (this.errors.length >= limits.parseErrorsReported) return true;
    const outcome = read();
    if (isParseError(outcome)) {
      const column = where.line === undefined ? {} : { column: countCharacters(line.slice(0, outcome.at)) + 1 };
      const place = where.line === undefined ? '' : `Line ${where.line}, column ${column.column}: `;
      const hint = outcome.form === null ? {} : { hint: outcome.form };
      const detail = `${place}${where.line === undefined ? 'Expected' : 'expected'} ${outcome.expected}.`;
      this.#refuse(problem('parse_error', { detail, ...hint }), { ...where, ...column });
    } else if ('members' in outcome) this.#refuse(outcome, where);
    else if (this.errors.length === 0)
      this.operations.push(
        outcome instanceof ReadLine
          ? { ...where, operation: outcome.operation, source: outcome.source }
          : { ...where, operation: outcome },
      );
    return true;
  }

  #refuse(refusal: Problem, where: Located): void {
    this.errors.push(operationError(refusal, where));
  }
}

function readLines(text: string, reading: ChangesetReader): void {
  let number = 0;
  for (let start = 0; start <= text.length;) {
    let end = text.indexOf('\n', start);
    if (end === -1) end = text.length;
    number += 1;
    const line = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    start = end + 1;
    const first = firstOf(line);
    if (first === line.length || line[first] === '#') continue;
    const where = { index: reading.count, line: number, column: first + 1 };
    const block = blockAfter(line, first, text, start);
    if (block !== null && !isParseError(block)) {
      start = block.next;
      number += block.lines;
    }
    if (!reading.take(where, () => (isParseError(block) ? block : readLine(line, first, block)), line)) return;
  }
}

/** The lines up to one that is only the tag with which this line ends, and where the line after it begins. */
type Block = { readonly line: string; readonly text: string; readonly lines: number; readonly next: number };

function blockAfter(line: string, first: number, text: string, start: number): Block | ParseError | null {
  if (!line.startsWith('import', first) || exceeds(line, limits.charactersPerLine)) return null;
  const [marked = '', tag = ''] = /<<([A-Za-z_]\w*)[ \t]*$/.exec(line) ?? [];
  if (marked === '') return null;
  let lines = 0;
  for (let at = start; at <= text.length;) {
    let end = text.indexOf('\n', at);
    if (end === -1) end = text.length;
    lines += 1;
    if (text.slice(at, end).trimEnd() === tag)
      return { line: line.slice(0, -marked.length), text: text.slice(start, Math.max(start, at - 1)), lines, next: end + 1 };
    at = end + 1;
  }
  return new ParseError(line.length - marked.length, `a line that is only ${tag} after the text`);
}

function firstOf(line: string): number {
  let at = 0;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  return at;
}

function readLine(whole: string, first: number, block: Block | null): ParsedLine {
  const line = block?.line ?? whole;
  if (block !== null && block.text.length > limits.operationSize)
    return problem('too_large', { detail: blockTooLarge, hint: 'Import it in parts.', limit: limits.operationSize });
  if (exceeds(line, limits.charactersPerLine)) {
    const limit = limits.charactersPerLine;
    return problem('too_large', {
      detail: `A line holds at most ${limit} characters.`,
      hint: 'Split it into several operations.',
      limit,
    });
  }
  if (!line.isWellFormed()) return new ParseError(malformedAt(line), 'well-formed Unicode (no lone surrogate)');
  const nul = line.indexOf('\u0000');
  if (nul !== -1) return new ParseError(nul, 'text without NUL');
  return line[first] === '{' ? readJsonLine(line, first) : readWords(line, first, block?.text ?? null);
}

const blockTooLarge = `The text of an import holds at most ${limits.operationSize} characters.`;

function malformedAt(line: string): number {
  let at = 0;
  for (const character of line) {
    if (!character.isWellFormed()) break;
    at += character.length;
  }
  return at;
}

function readJsonLine(line: string, first: number): ParsedLine {
  const read = readJson(line, first);
  if (isParseError(read)) return new ParseError(read.at, read.expected, jsonForm);
  const rest = read.end + firstOf(line.slice(read.end));
  if (rest < line.length) return new ParseError(rest, 'the end of the line after the JSON operation', jsonForm);
  const outcome = readOperation(read.value);
  return isParseError(outcome) ? new ParseError(first, outcome.expected, outcome.form) : outcome;
}

function readValue(value: unknown): ParsedLine {
  const limit = limits.operationSize;
  if (sizeOf(value, limit) > limit)
    return problem('too_large', { detail: operationTooLarge, hint: 'Split it into several operations.', limit });
  const fault = jsonFault(value);
  return fault === null ? readOperation(value) : new ParseError(0, fault, jsonForm);
}

const operationTooLarge = `An operation in JSON holds at most ${limits.operationSize} characters, each value counting 8 more.`;

const jsonForm = 'An operation in JSON is an object such as {"op":"set","target":"a","fields":{"fill":"blue"}}.';

/** Parses an operation in JSON form. Faults have a pointer instead of a position. */
function readOperation(value: unknown): ParsedLine {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return new ParseError(0, 'an operation: an object with op', jsonForm);
  }
  const name: unknown = 'op' in value ? value.op : undefined;
  if (typeof name !== 'string') return new ParseError(0, 'a member op with the name of an operation', jsonForm);
  const kind = kinds.get(name);
  if (kind === undefined) return unknownOperation(name);
  const [fault] = validationErrors(kind.input, value);
  const form = fault === undefined ? jsonFormOf(kind) : hintFor(kind, value);
  if (fault !== undefined) {
    const member = fault.pointer === '' ? 'it' : shownPointer(fault.pointer);
    return new ParseError(0, `${name} in its JSON form, and ${member} ${fault.message}`, form);
  }
  const operation = value as Operation;
  const expected = kind.fault?.(operation) ?? null;
  if (expected !== null) return new ParseError(0, `${name} with ${expected}`, form);
  const unread = selectorFault(kind, operation, new Map());
  return unread === null ? operation : new ParseError(unread.at, unread.expected, hintFor(kind, value));
}

/** The members of an operation, with its example in JSON. */
function jsonFormOf(kind: OperationKind): string {
  const members = `The members of ${kind.name}: ${Object.keys(kind.input.properties).join(', ')}.`;
  const { lines } = kind.example;
  for (const { 0: line, index } of lines.matchAll(/^.+$/gm)) {
    if (!line.startsWith(`${kind.name} `)) continue;
    const block = blockAfter(line, 0, lines, index + line.length + 1);
    const read = isParseError(block) ? block : readWords(block?.line ?? line, 0, block?.text);
    if (read instanceof ReadLine) return `${members} Such as ${JSON.stringify(read.operation)}`;
  }
  return members;
}

/** What was probably meant, or else the form. */
function hintFor(kind: OperationKind, value: object): string {
  const mended = mendedForm(kind, value);
  const text = mended === null ? '' : jsonOnOneLine(mended);
  return mended === null || selectorFault(kind, mended as Operation, new Map()) !== null || exceeds(text, limits.hintCharacters)
    ? jsonFormOf(kind)
    : `Send ${text}`;
}

function readWords(line: string, first: number, block: string | null = null): ReadLine | ParseError | Problem {
  const tokens = scan(line, first);
  if (isParseError(tokens)) return tokens;
  const reader = new LineReader(line, tokens, block);
  const name = reader.word('an operation');
  if (reader.fault !== null) return reader.fault;
  const kind = kinds.get(name);
  if (kind === undefined) {
    return unknownOperation(indexOutsideQuotes(line, '->') === -1 ? name : 'arrow', name);
  }
  const operation = kind.read(reader) as Operation;
  const fault = reader.fault ?? missingIn(kind, operation, line) ?? selectorFault(kind, operation, reader.starts);
  return fault === null
    ? new ReadLine(operation, { text: line, starts: reader.starts })
    : new ParseError(fault.at, fault.expected, `Its form: ${kind.usage}`);
}

function missingIn(kind: OperationKind, operation: Operation, line: string): ParseError | null {
  const expected = kind.fault?.(operation) ?? null;
  return expected === null ? null : new ParseError(line.length, expected);
}

function selectorFault(kind: OperationKind, operation: Operation, starts: ReadonlyMap<string, number>): ParseError | null {
  const members = new Map<string, unknown>(Object.entries(operation));
  for (const name of kind.selectors ?? []) {
    const text = members.get(name);
    const read = typeof text === 'string' ? readSelector(text) : null;
    if (isParseError(read)) return new ParseError((starts.get(name) ?? 0) + read.at, read.expected);
  }
  for (const name of kind.ends ?? []) {
    const text = members.get(name);
    const read = typeof text === 'string' ? readEnd(text, starts.get(name) ?? 0) : null;
    if (isParseError(read)) return read;
  }
  const place = members.get('place');
  const ref = place instanceof Object && 'ref' in place ? place.ref : null;
  const read = typeof ref === 'string' ? readOperand(ref, starts.get('place') ?? 0) : null;
  return isParseError(read) ? read : null;
}

const kinds: ReadonlyMap<string, OperationKind> = new Map(operationKinds.map((kind) => [kind.name, kind]));
