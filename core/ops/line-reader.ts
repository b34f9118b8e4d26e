/**
 * line-reader: reads the parts that the line forms of operations share, over the tokens of one line.
 *
 * It remembers the first fault and stops there; what its methods return afterwards is ignored.
 */
import type { Placement } from '../notation/place.ts';
import { relations } from '../notation/place.ts';
import { isTextField } from '../fields/field-table.ts';
import { isParseError, ParseError } from '../notation/parse-error.ts';
import { readString } from '../notation/read-string.ts';
import { type Json, numberOf } from '../notation/json.ts';
import { type FieldToken, indexOutsideQuotes, type LineToken, type Word } from '../notation/scan.ts';

/** What the rest of a line may contain. */
export type RestForm = {
  readonly id?: true;
  /** One quoted text without a name is the label. */
  readonly label?: true;
  readonly fields?: true;
  readonly place?: true;
  /** Flags by their word, with the JSON member that each sets. */
  readonly flags?: ReadonlyMap<string, string>;
  /** `between <a> <b>`, as the members from and to. */
  readonly between?: true;
  /** `else:<message> ["<condition>"]`, any number of times, as the member else. */
  readonly sections?: true;
  /** Fields of the line that are members of their own, not fields of an element. */
  readonly members?: readonly string[];
};

export type LineMembers = { [member: string]: unknown };

export class LineReader {
  fault: ParseError | null = null;
  /** Where the text of a member starts, so that a fault inside it can be located. */
  readonly starts = new Map<string, number>();
  readonly #line: string;
  readonly #tokens: readonly LineToken[];
  #next = 0;

  /** The lines after this one that belong to it. */
  readonly block: string | null;

  constructor(line: string, tokens: readonly LineToken[], block: string | null = null) {
    this.block = block;
    this.#line = line;
    this.#tokens = tokens;
  }

  /** The next token, which must be a word that begins with neither a quote nor a bracket. */
  name(expected: string): string {
    const token = this.#tokens[this.#next];
    if (token?.kind === 'word' && /^["[{]/.test(token.raw)) this.#fail(token.at, expected);
    if (token !== undefined) this.starts.set('kind', token.at);
    return this.word(expected);
  }

  /** True if the next token is this field. */
  isAtField(key: string): boolean {
    const token = this.#tokens[this.#next];
    return token?.kind === 'field' && token.key === key;
  }

  get atEnd(): boolean {
    return this.#next === this.#tokens.length;
  }

  /** The next token, which must be a word. */
  word(expected: string): string {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'word') {
      this.#fail(token?.at ?? this.#line.length, expected);
      return '';
    }
    this.#next += 1;
    return token.raw;
  }

  /** The next token, which must be one of these words. */
  oneOf<const W extends string>(words: readonly [W, ...W[]], expected: string): W {
    const at = this.#tokens[this.#next]?.at ?? this.#line.length;
    const word = words.find((candidate) => this.takes(candidate));
    if (word === undefined) this.#fail(at, expected);
    return word ?? words[0];
  }

  /** Skips the next token if it is this word, and returns whether it was. */
  takes(word: string): boolean {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'word' || token.raw !== word) return false;
    this.#next += 1;
    return true;
  }

  /** The words up to the first field or stop word, exactly as the line has them. */
  text(member: string, expected: string, stops: (word: string) => boolean = () => false): string {
    const first = this.#tokens[this.#next];
    let last: Word | null = null;
    for (let token = first; token?.kind === 'word' && !stops(token.raw); token = this.#tokens[this.#next]) {
      last = token;
      this.#next += 1;
    }
    if (first === undefined || last === null) {
      this.#fail(first?.at ?? this.#line.length, expected);
      return '';
    }
    this.starts.set(member, first.at);
    return this.#line.slice(first.at, last.at + last.raw.length);
  }

  /** The two ends of an arrow, `a -> b` or `a->b`, as the members from and to. A quoted text after them is left to `rest`. */
  ends(expected: string, stops: (word: string) => boolean = () => false): { from: string; to: string } {
    let [hasArrow, isWhole] = [false, false];
    const text = this.text('from', expected, (word) => {
      if (stops(word) || (isWhole && word.startsWith('"'))) return true;
      const arrow = hasArrow ? -2 : indexOutsideQuotes(word, '->');
      hasArrow ||= arrow >= 0;
      isWhole ||= hasArrow && word.length > arrow + 2;
      return false;
    });
    const start = this.starts.get('from') ?? 0;
    const arrow = indexOutsideQuotes(text, '->');
    if (arrow === -1) this.#fail(start, expected);
    const rest = text.slice(arrow + 2);
    this.starts.set('to', start + arrow + 2 + (rest.length - rest.trimStart().length));
    return { from: text.slice(0, Math.max(0, arrow)).trim(), to: rest.trim() };
  }

  /** All remaining tokens, as members of the operation. */
  rest(form: RestForm): LineMembers {
    const rest: LineMembers = {};
    const fields: { [name: string]: Json } = {};
    let gap: { value: number; at: number } | null = null;
    for (let token = this.#tokens[this.#next]; token !== undefined && this.fault === null; token = this.#tokens[this.#next]) {
      this.#next += 1;
      if (token.kind === 'field') this.#field(token, form, rest, fields);
      else if (form.sections === true && token.raw.startsWith('else:')) this.#section(token, rest);
      else if (form.place === true && token.raw.startsWith('gap:')) {
        if (gap !== null) this.#fail(token.at, 'one gap:');
        gap = { value: this.#number(token.raw.slice(4), token.at + 4), at: token.at };
      } else if (form.between === true && token.raw === 'between') this.#between(token, rest);
      else if (form.label === true && token.raw.startsWith('"')) this.#label(token, fields);
      else this.#word(token, form, rest);
    }
    if (gap !== null) this.#gap(gap, rest);
    if (form.fields === true && Object.keys(fields).length > 0) rest['fields'] = fields;
    return rest;
  }

  /** Remembers a fault unless the condition holds or there is one already. */
  expect(condition: boolean, at: number | null, expected: string): void {
    if (!condition) this.#fail(at ?? this.#line.length, expected);
  }

  #field(token: FieldToken, form: RestForm, rest: LineMembers, fields: { [name: string]: Json }): void {
    const { key } = token;
    if ((key === 'id' && form.id === true) || form.members?.includes(key) === true) {
      if (Object.hasOwn(rest, key)) this.#fail(token.at, `${key} once`);
      rest[key] = this.#plainText(token);
      this.starts.set(key, token.valueAt);
      return;
    }
    if (form.fields !== true) return this.#fail(token.at, expectedIn(form));
    if (Object.hasOwn(fields, key)) return this.#fail(token.at, `${key} once`);
    fields[key] = valueOf(token);
    this.starts.set(`=${key}`, token.at);
  }

  #label({ raw, at }: Word, fields: { [name: string]: Json }): void {
    const read = readString(raw, 0);
    if (isParseError(read) || read.end < raw.length) return this.#fail(at, 'one label in quotes as a whole');
    if (Object.hasOwn(fields, 'label')) return this.#fail(at, 'label once');
    fields['label'] = read.text;
  }

  /** The text of a member that takes words. Quotes stay, as they distinguish a label from a ref. */
  #plainText(token: FieldToken): string {
    if (token.value.form === 'bare') return token.value.text;
    if (token.value.form === 'quoted') {
      return token.key === 'id' ? token.value.text : this.#line.slice(token.valueAt, this.#endOf(token));
    }
    this.#fail(token.valueAt, `a value for ${token.key}`);
    return '';
  }

  #endOf(token: FieldToken): number {
    const next = this.#tokens[this.#tokens.indexOf(token) + 1];
    return this.#line.slice(0, next?.at ?? this.#line.length).trimEnd().length;
  }

  #word(token: Word, form: RestForm, rest: LineMembers): void {
    const flag = form.flags?.get(token.raw);
    if (flag !== undefined) {
      rest[flag] = true;
      return;
    }
    const place = form.place === true ? this.#place(token) : null;
    if (place === null) return this.#fail(token.at, expectedIn(form));
    if (Object.hasOwn(rest, 'place')) return this.#fail(token.at, 'one placement');
    rest['place'] = place;
  }

  #between(token: Word, rest: LineMembers): void {
    if (Object.hasOwn(rest, 'from')) return this.#fail(token.at, 'one between');
    for (const [member, expected] of [
      ['from', 'between <a> <b>'],
      ['to', 'the second box of between <a> <b>'],
    ] as const) {
      this.starts.set(member, this.#tokens[this.#next]?.at ?? this.#line.length);
      rest[member] = this.word(expected);
    }
  }

  #section({ raw, at }: Word, rest: LineMembers): void {
    const message = raw.slice('else:'.length);
    if (message === '') this.#fail(at + 'else:'.length, 'a message');
    const next = this.#tokens[this.#next];
    const quoted = next?.kind === 'word' && next.raw.startsWith('"') ? next : null;
    const label = quoted === null ? null : readString(quoted.raw, 0);
    if (quoted !== null) this.#next += 1;
    if (isParseError(label)) return this.#fail(quoted?.at ?? at, 'a condition in quotes');
    const sections = Array.isArray(rest['else']) ? (rest['else'] as unknown[]) : [];
    rest['else'] = [...sections, { message, ...(label === null ? {} : { label: label.text }) }];
  }

  #place({ raw, at }: Word): Placement | null {
    const colon = raw.indexOf(':');
    const rel = raw.slice(0, colon);
    const value = raw.slice(colon + 1);
    if (rel === 'at') return this.#point(value, at + 3);
    const relation = rel === 'inside' ? rel : relations.find((name) => name === rel);
    if (relation === undefined) return null;
    if (value === '') this.#fail(at + colon + 1, 'a ref or a quoted label');
    this.starts.set('place', at + colon + 1);
    return { rel: relation, ref: value };
  }

  #point(text: string, at: number): Placement {
    const comma = text.indexOf(',');
    if (comma === -1) this.#fail(at, 'x,y');
    return { rel: 'at', x: this.#number(text.slice(0, comma), at), y: this.#number(text.slice(comma + 1), at + comma + 1) };
  }

  #number(text: string, at: number): number {
    const number = numberOf(text);
    if (number === null) this.#fail(at, 'a number');
    return number ?? 0;
  }

  #gap(gap: { value: number; at: number }, rest: LineMembers): void {
    const place = rest['place'] as Placement | undefined;
    if (place === undefined || place.rel === 'at' || place.rel === 'inside') {
      this.#fail(gap.at, 'gap: only with a placement beside or after an element, or align');
    } else rest['place'] = { ...place, gap: gap.value };
  }

  #fail(at: number, expected: string): void {
    this.fault ??= new ParseError(at, expected);
  }
}

/** The value of a field: null unsets it, and a number in a text field is text. */
function valueOf({ key, value }: FieldToken): Json {
  switch (value.form) {
    case 'none':
      return null;
    case 'quoted':
      return value.text;
    case 'json':
      return value.json;
    case 'bare':
      return bareValue(key, value.text);
  }
}

function bareValue(key: string, text: string): Json {
  if (text === 'true') return true;
  if (text === 'false') return false;
  return isTextField(key) ? text : (numberOf(text) ?? text);
}

function expectedIn(form: RestForm): string {
  const parts: string[] = [];
  if (form.label === true) parts.push('a label in quotes');
  if (form.fields === true) parts.push('key=value (a value with spaces in quotes)');
  else if (form.id === true) parts.push('id=<id>');
  for (const member of form.members ?? []) parts.push(`${member}=`);
  if (form.between === true) parts.push('between <a> <b>');
  if (form.sections === true) parts.push('else:<message>');
  if (form.place === true) parts.push('a placement such as right-of:<x> or at:x,y');
  parts.push(...(form.flags?.keys() ?? []));
  return parts.length === 0 ? 'the end of the line' : parts.join(', or ');
}
