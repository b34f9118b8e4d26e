/**
 * xml: reads XML without a document type, so that no entity can be defined; time and memory grow with the text alone.
 */
import { faultAt, type ImportFault, isImportFault } from './diagram.ts';

export type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  /** Its own text, without that of its children. */
  text: string;
  /** Where its tag begins. */
  readonly at: number;
};

/** Deeper than any drawing nests its tags. */
const deepest = 64;

const nameAt = /[A-Za-z_:][\w:.-]*/y;
const spaceAt = /\s+/y;
const entityAt = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/y;
const entities: ReadonlyMap<string, string> = new Map([['amp', '&'], ['lt', '<'], ['gt', '>'], ['quot', '"'], ['apos', "'"]]); // prettier-ignore

/** The root of a document. */
export function readXml(text: string, page: string | null = null): XmlElement | ImportFault {
  return new XmlReader(text, page).read();
}

class XmlReader {
  readonly #text: string;
  readonly #page: string | null;
  #at = 0;

  constructor(text: string, page: string | null) {
    this.#text = text;
    this.#page = page;
  }

  read(): XmlElement | ImportFault {
    const open: XmlElement[] = [];
    let root: XmlElement | null = null;
    while (this.#at < this.#text.length) {
      const start = this.#text.indexOf('<', this.#at);
      const fault = this.#readText(start === -1 ? this.#text.length : start, open.at(-1));
      if (fault !== null) return fault;
      if (start === -1) break;
      if (this.#text.startsWith('</', start)) {
        const closed = this.#readEnd(open.at(-1));
        if (closed !== null) return closed;
        open.pop();
        continue;
      }
      const skipped = this.#skipMarkup(open.at(-1));
      if (isImportFault(skipped)) return skipped;
      if (skipped) continue;
      if (root !== null && open.length === 0) return this.#fault('the end of the text', start);
      const tag = this.#readTag();
      if (isImportFault(tag)) return tag;
      root ??= tag.element;
      open.at(-1)?.children.push(tag.element);
      if (tag.isOpen) open.push(tag.element);
      if (open.length > deepest) return this.#fault(`at most ${deepest} tags within each other`, start);
    }
    const unclosed = open.at(-1);
    if (unclosed !== undefined) return this.#fault(`</${unclosed.name}>`, this.#text.length);
    return root ?? this.#fault('an XML element', 0);
  }

  #readText(end: number, parent: XmlElement | undefined): ImportFault | null {
    const start = this.#at;
    this.#at = end;
    if (parent === undefined)
      return /^[\s\uFEFF]*$/.test(this.#text.slice(start, end)) ? null : this.#fault('an XML element', start);
    const text = this.#decoded(start, end);
    if (typeof text !== 'string') return text;
    parent.text += text;
    return null;
  }

  #readEnd(element: XmlElement | undefined): ImportFault | null {
    const start = this.#at;
    this.#at += 2;
    const name = this.#take(nameAt);
    this.#take(spaceAt);
    if (element === undefined) return this.#fault('a tag that opens', start);
    if (name !== element.name || this.#text[this.#at] !== '>') return this.#fault(`</${element.name}>`, start);
    this.#at += 1;
    return null;
  }

  /** True if a comment, an instruction or a section of characters was read. */
  #skipMarkup(parent: XmlElement | undefined): boolean | ImportFault {
    const start = this.#at;
    if (this.#text.startsWith('<!DOCTYPE', start)) return this.#fault('no document type', start);
    for (const [opening, closing] of markup) {
      if (!this.#text.startsWith(opening, start)) continue;
      const end = this.#text.indexOf(closing, start + opening.length);
      if (end === -1) return this.#fault(closing, this.#text.length);
      if (opening === '<![CDATA[' && parent !== undefined) parent.text += this.#text.slice(start + opening.length, end);
      this.#at = end + closing.length;
      return true;
    }
    return false;
  }

  #readTag(): { readonly element: XmlElement; readonly isOpen: boolean } | ImportFault {
    const start = this.#at;
    this.#at += 1;
    const name = this.#take(nameAt);
    if (name === null) return this.#fault('the name of a tag', this.#at);
    const attributes = new Map<string, string>();
    const element = { name, attributes, children: [], text: '', at: start };
    for (;;) {
      const isSpaced = this.#take(spaceAt) !== null;
      if (this.#text.startsWith('/>', this.#at)) {
        this.#at += 2;
        return { element, isOpen: false };
      }
      if (this.#text[this.#at] === '>') {
        this.#at += 1;
        return { element, isOpen: true };
      }
      const from = this.#at;
      const key = isSpaced ? this.#take(nameAt) : null;
      if (key === null) return this.#fault('an attribute, > or />', from);
      if (attributes.has(key)) return this.#fault(`one attribute ${key}`, from);
      const value = this.#readValue();
      if (typeof value !== 'string') return value;
      attributes.set(key, value);
    }
  }

  #readValue(): string | ImportFault {
    this.#take(spaceAt);
    if (this.#text[this.#at] !== '=') return this.#fault('=', this.#at);
    this.#at += 1;
    this.#take(spaceAt);
    const quote = this.#text[this.#at];
    if (quote !== '"' && quote !== "'") return this.#fault('a value in quotes', this.#at);
    const start = this.#at + 1;
    const end = this.#text.indexOf(quote, start);
    if (end === -1) return this.#fault(quote, this.#text.length);
    const less = this.#text.slice(start, end).indexOf('<');
    if (less !== -1) return this.#fault(`${quote} or &lt;`, start + less);
    this.#at = end + 1;
    return this.#decoded(start, end, true);
  }

  /** The text with its entities; in a value, a line break is a space. */
  #decoded(start: number, end: number, isValue = false): string | ImportFault {
    const raw = this.#text.slice(start, end);
    const plain = (part: string): string => (isValue ? part.replaceAll(/[\t\r\n]/g, ' ') : part);
    let decoded = '';
    let done = 0;
    for (let at = raw.indexOf('&'); at !== -1; at = raw.indexOf('&', done)) {
      entityAt.lastIndex = at;
      const found = entityAt.exec(raw);
      const code = found?.[2] === undefined ? Number.parseInt(found?.[3] ?? '', 16) : Number(found[2]);
      const character = entities.get(found?.[1] ?? '') ?? characterOf(code);
      if (found === null || character === null) return this.#fault('&amp; or a character reference', start + at);
      decoded += plain(raw.slice(done, at)) + character;
      done = at + found[0].length;
    }
    return decoded + plain(raw.slice(done));
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  #fault = (expected: string, at: number): ImportFault => faultAt(this.#text, at, expected, this.#page);
}

const markup = [['<!--', '-->'], ['<?', '?>'], ['<![CDATA[', ']]>']] as const; // prettier-ignore

const characterOf = (code: number): string | null =>
  code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff) ? String.fromCodePoint(code) : null;
