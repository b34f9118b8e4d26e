/**
 * The scan that precedes the parsing of a JSON body: refuses everything that two parsers could read differently and containers with more
 * values than any call takes, and finds where a long text can be divided.
 *
 * It is one pass, skips strings by their closing quote, and stops at the first fault, so that a body that will be refused costs little. It
 * does not find all errors of syntax: those are left to the parser.
 */
import { limits } from '#schema/limits.ts';

import { endsTooEarly, isEscaped, loneOrNul, type LongText, LongTextScan } from './json-long-text.ts';

/** A container that is too long to be parsed at once. `cuts` are offsets of commas in it; `parts` are its own long members. */
export type LongContainer = {
  readonly kind: 'container';
  readonly start: number;
  /** The offset of the closing bracket. */
  readonly end: number;
  readonly isObject: boolean;
  readonly cuts: readonly number[];
  readonly parts: readonly LongValue[];
};
export type LongValue = LongContainer | LongText;

type OpenContainer = {
  isObject: boolean;
  start: number;
  values: number;
  names: Set<string>;
  /** The offset of the last comma, or of the opening bracket. */
  separator: number;
  cuts: number[];
  parts: LongValue[];
};

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

export class JsonScan {
  readonly #text: string;
  readonly #pieceLength: number;
  /** A container for each depth; they are reused. */
  readonly #containers: OpenContainer[] = [];
  #depth = 0;
  #index = 0;
  /** The last escaped quote in the current string. */
  #lastQuote = -1;
  /** The scan of the current string, if it is long. */
  #longText: LongTextScan | null = null;
  #expectsName = false;
  /** The reason to refuse the text. */
  fault: string | null = null;
  /** The member of the outermost object whose list has too many entries. */
  tooLong: string | null = null;
  /** The member of the outermost object that is being scanned. */
  #member = '';
  /** The outermost value, if it is long and the text is divided there. */
  long: LongValue | null = null;

  constructor(text: string, pieceLength: number) {
    this.#text = text;
    this.#pieceLength = pieceLength;
  }

  /** Continues for a number of tokens, or of characters between them. False when the scan is over. */
  advance(tokens: number): boolean {
    const text = this.#text;
    const pauseAt = this.#index + 100 * tokens;
    for (let left = tokens; this.#index < text.length; this.#index += 1) {
      const unit = text.charCodeAt(this.#index);
      if (unit === quote) {
        // Either way the scan stays at the start of the string until it is over.
        if (this.#longText !== null) {
          if (this.#longText.advance(left)) return true;
          if (!this.#endLongText(this.#longText)) return false;
          continue;
        }
        const from = Math.max(this.#index, this.#lastQuote) + 1;
        const end = text.indexOf('"', from);
        if (end === -1) return this.#stop(endsTooEarly);
        if (end - this.#index > (this.#expectsName ? limits.jsonNameLength : this.#pieceLength)) {
          if (this.#expectsName) return this.#stop(nameTooLong);
          this.#longText = new LongTextScan(text, this.#index, this.#pieceLength);
          this.#index -= 1;
        } else if (isEscaped(text, from, end)) {
          this.#lastQuote = end;
          this.#index -= 1;
        } else {
          const fault = this.#string(text.slice(this.#index + 1, end));
          if (fault !== null) return this.#stop(fault);
          this.#index = end;
        }
      } else if (unit === openBrace || unit === openBracket) {
        if (this.#depth === limits.jsonDepth) return this.#stop(`is nested more than ${limits.jsonDepth} deep`);
        this.#open(unit === openBrace);
      } else if (unit === closeBrace || unit === closeBracket) {
        if (!this.#close(unit === closeBrace)) return false;
      } else if (unit === comma) {
        const fault = this.#separate();
        if (fault !== null) return this.#stop(fault);
      } else if (unit === minus || (unit >= 0x30 && unit <= 0x39)) {
        const end = endOfNumber(text, this.#index);
        if (end - this.#index >= longestNumber) return this.#stop(`contains a number of ${longestNumber} or more characters`);
        // No number of four characters is too large for a double.
        if (end - this.#index > 4 && isTooLarge(text.slice(this.#index, end)))
          return this.#stop('contains a number that is too large for a double');
        this.#index = end - 1;
      } else if (this.#index < pauseAt) continue;
      left -= 1;
      if (left === 0 || this.#index >= pauseAt) {
        this.#index += 1;
        return true;
      }
    }
    return this.#depth > 0 ? this.#stop(endsTooEarly) : false;
  }

  #stop(fault: string): false {
    this.fault = fault;
    this.long = null;
    this.#index = this.#text.length;
    return false;
  }

  #string(raw: string): string | null {
    // A text without such escapes came from valid UTF-8 and is well-formed.
    const value = (this.#expectsName ? anyEscape : riskyEscape).test(raw) ? unescaped(raw) : raw;
    if (value !== raw && (!value.isWellFormed() || value.includes('\0'))) return loneOrNul;
    if (!this.#expectsName) return null;
    this.#expectsName = false;
    if (value === '__proto__') return 'has a member named __proto__';
    const names = this.#containers[this.#depth - 1]?.names;
    if (names?.has(value) === true) return `repeats the member ${JSON.stringify(value.slice(0, 64))} in one object`;
    names?.add(value);
    if (this.#depth === 1) this.#member = value;
    return null;
  }

  #open(isObject: boolean): void {
    const start = this.#index;
    const container = this.#containers[this.#depth];
    this.#depth += 1;
    this.#expectsName = isObject;
    if (container === undefined) {
      const names = new Set<string>();
      this.#containers.push({ isObject, start, values: 1, names, separator: start, cuts: [], parts: [] });
      return;
    }
    container.isObject = isObject;
    container.start = start;
    container.values = 1;
    container.separator = start;
    if (container.names.size > 0) container.names.clear();
    if (container.cuts.length > 0) container.cuts = [];
  }

  /** False for a bracket that does not match. */
  #close(isObject: boolean): boolean {
    this.#expectsName = false;
    const end = this.#index;
    const container = this.#containers[this.#depth - 1];
    if (container === undefined || container.isObject !== isObject) {
      return this.#stop(`is not JSON: unexpected character at position ${end}`);
    }
    this.#depth -= 1;
    const { start, cuts, parts } = container;
    if (end - start <= this.#pieceLength) return true;
    const long: LongContainer = { kind: 'container', start, end, isObject, cuts, parts };
    container.cuts = [];
    container.parts = [];
    this.#addLong(long);
    return true;
  }

  /** False if the string has a fault. */
  #endLongText({ fault, found }: LongTextScan): boolean {
    this.#longText = null;
    if (fault !== null) return this.#stop(fault);
    if (found === null) return true;
    this.#index = found.end;
    this.#addLong(found);
    return true;
  }

  #addLong(long: LongValue): void {
    const parent = this.#containers[this.#depth - 1];
    if (this.#depth === 0 || parent === undefined) {
      this.long = long;
      return;
    }
    if (parent.separator > (parent.cuts.at(-1) ?? parent.start)) parent.cuts.push(parent.separator);
    parent.parts.push(long);
  }

  #separate(): string | null {
    const container = this.#containers[this.#depth - 1];
    if (this.#depth === 0 || container === undefined) return null;
    const { isObject, start, cuts } = container;
    this.#expectsName = isObject;
    container.separator = this.#index;
    container.values += 1;
    if (isObject && container.values > limits.jsonMembers) return tooManyMembers;
    if (!isObject && container.values > limits.jsonEntries) {
      if (this.#depth === 2 && this.#containers[0]?.isObject === true) this.tooLong = this.#member;
      return tooManyEntries;
    }
    if (this.#index - (cuts.at(-1) ?? start) > this.#pieceLength) cuts.push(this.#index);
    return null;
  }
}

const anyEscape = /\\/;
/** Of NUL and of surrogates. */
const riskyEscape = /\\u(?:0000|d[89a-f])/i;
const nameTooLong = `has a member name of more than ${limits.jsonNameLength} characters`;
/** No number that means anything to a double has as many. */
const longestNumber = 2_000;
const tooManyMembers = `has an object with more than ${limits.jsonMembers} members`;
const tooManyEntries = `has a list of more than ${limits.jsonEntries} entries`;

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
  for (; end < text.length && end - from < longestNumber; end += 1) {
    const unit = text.charCodeAt(end);
    const inNumber =
      (unit >= 0x30 && unit <= 0x39) || unit === 0x2e || unit === 0x65 || unit === 0x45 || unit === 0x2b || unit === 0x2d;
    if (!inNumber) break;
  }
  return end;
}

/** Text that is not a number is left to the parser. */
const isTooLarge = (literal: string): boolean => Math.abs(Number(literal)) === Infinity;
