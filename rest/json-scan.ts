/**
 * The scan that precedes the parsing of a JSON body: refuses everything that two parsers could read differently and containers with more
 * values than any call takes, and finds where a long text can be divided.
 *
 * It is one pass, skips strings by their closing quote, and stops at the first fault, so that a body that will be refused costs little. It
 * does not find all errors of syntax: those are left to the parser.
 */
import { limits } from '#schema/limits.ts';

/** A container that is too long to be parsed at once. `cuts` are offsets of commas in it; `parts` are its own long members. */
export type LongContainer = {
  readonly start: number;
  /** The offset of the closing bracket. */
  readonly end: number;
  readonly isObject: boolean;
  readonly cuts: readonly number[];
  readonly parts: readonly LongContainer[];
};

type OpenContainer = {
  isObject: boolean;
  start: number;
  values: number;
  names: Set<string>;
  /** The offset of the last comma, or of the opening bracket. */
  separator: number;
  cuts: number[];
  parts: LongContainer[];
};

const quote = 0x22;
const backslash = 0x5c;
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
  #expectsName = false;
  /** The reason to refuse the text. */
  fault: string | null = null;
  /** The member of the outermost object whose list has too many entries. */
  tooLong: string | null = null;
  /** The member of the outermost object that is being scanned. */
  #member = '';
  /** The outermost container, if it is long and the text is divided there. */
  long: LongContainer | null = null;

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
        const from = Math.max(this.#index, this.#lastQuote) + 1;
        const end = text.indexOf('"', from);
        // The parser finds that the string has no end.
        if (end === -1) return this.#stop(null);
        if (isEscaped(text, from, end)) {
          // Stays at the start of the string.
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
        this.#close(unit === closeBrace);
      } else if (unit === comma) {
        const fault = this.#separate();
        if (fault !== null) return this.#stop(fault);
      } else if (unit === minus || (unit >= 0x30 && unit <= 0x39)) {
        const end = endOfNumber(text, this.#index);
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
    return false;
  }

  #stop(fault: string | null): false {
    this.fault = fault;
    this.long = null;
    this.#index = this.#text.length;
    return false;
  }

  #string(raw: string): string | null {
    // A text without such escapes came from valid UTF-8 and is well-formed.
    const value = (this.#expectsName ? anyEscape : riskyEscape).test(raw) ? unescaped(raw) : raw;
    if (value !== raw && (!value.isWellFormed() || value.includes('\0'))) return 'contains a NUL character or a lone surrogate';
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

  /** Brackets that do not match are left to the parser, which gets such a text undivided. */
  #close(isObject: boolean): void {
    this.#expectsName = false;
    const end = this.#index;
    const container = this.#containers[this.#depth - 1];
    if (container === undefined || container.isObject !== isObject) return void this.#stop(null);
    this.#depth -= 1;
    const { start, cuts, parts } = container;
    if (end - start <= this.#pieceLength) return;
    const long: LongContainer = { start, end, isObject, cuts, parts };
    container.cuts = [];
    container.parts = [];
    const parent = this.#containers[this.#depth - 1];
    if (this.#depth === 0) this.long = long;
    else if (parent !== undefined) {
      if (parent.separator > (parent.cuts.at(-1) ?? parent.start)) parent.cuts.push(parent.separator);
      parent.parts.push(long);
    }
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
const tooManyMembers = `has an object with more than ${limits.jsonMembers} members`;
const tooManyEntries = `has a list of more than ${limits.jsonEntries} entries`;

/** Compared as a whole, which is much faster than one by one. */
const longRun = '\\'.repeat(4_096);

/** True for a quote after an odd number of backslashes. None of them is before `from`, so that each run is counted once. */
function isEscaped(text: string, from: number, at: number): boolean {
  let start = at;
  while (start - longRun.length >= from && text.endsWith(longRun, start)) start -= longRun.length;
  while (start - 1 >= from && text.charCodeAt(start - 1) === backslash) start -= 1;
  return (at - start) % 2 === 1;
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
