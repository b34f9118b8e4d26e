/**
 * mermaid-text: a position in a Mermaid text, and what its parsers read there.
 *
 * Front matter, directives and comments are blanked out first, so that positions stay those of the text that was sent. Every
 * method takes time in proportion to what it passes.
 */
import { countCharacters } from '../../notation/characters.ts';
import { ImportFault } from '../diagram.ts';

export class MermaidText {
  readonly text: string;
  at = 0;
  #counted = { line: 1, start: 0 };

  constructor(source: string) {
    this.text = blanked(source.startsWith('\ufeff') ? ` ${source.slice(1)}` : source);
  }

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The match of a sticky pattern here, which is passed. */
  take(pattern: RegExp): string | null {
    return this.match(pattern)?.[0] ?? null;
  }

  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** Spaces and tabs. */
  skipSpaces(): void {
    this.take(/[ \t]*/y);
  }

  /** White space and semicolons between statements. */
  skipBreaks(): void {
    this.take(/[\s;]*/y);
  }

  takesWord(word: string): boolean {
    const end = this.at + word.length;
    if (this.text.slice(this.at, end).toLowerCase() !== word.toLowerCase() || /[\p{L}\p{N}_]/u.test(this.text[end] ?? ''))
      return false;
    this.at = end;
    return true;
  }

  takes(part: string): boolean {
    if (!this.text.startsWith(part, this.at)) return false;
    this.at += part.length;
    return true;
  }

  /** The text before the first of these, which stays; null if none follows. */
  until(end: string): string | null {
    const found = this.text.indexOf(end, this.at);
    if (found === -1) return null;
    const text = this.text.slice(this.at, found);
    this.at = found;
    return text;
  }

  /** The rest of the line, without the break. */
  restOfLine(): string {
    return this.take(/[^\n\r]*/y)?.trim() ?? '';
  }

  /** A text between quotes; null if there is none. */
  quoted(): string | ImportFault | null {
    if (!this.takes('"')) return null;
    const start = this.at;
    const text = this.until('"');
    if (text === null) return this.fault('the closing "', start - 1);
    this.at += 1;
    return text;
  }

  /** Counts on from the line that was asked for last. */
  lineAt(at = this.at): number {
    let { line, start } = at >= this.#counted.start ? this.#counted : { line: 1, start: 0 };
    for (let found = this.text.indexOf('\n', start); found !== -1 && found < at; found = this.text.indexOf('\n', start)) {
      line += 1;
      start = found + 1;
    }
    this.#counted = { line, start };
    return line;
  }

  fault(expected: string, at = this.at): ImportFault {
    const start = this.text.lastIndexOf('\n', at - 1) + 1;
    return new ImportFault(this.lineAt(at), countCharacters(this.text.slice(start, at)) + 1, expected);
  }
}

/**
 * Front matter at the beginning, `%%{…}%%` and lines that begin with `%%` become spaces. Quotes around attributes of HTML become single
 * ones, so that they end no text.
 */
function blanked(source: string): string {
  const spaces = (text: string): string => text.replaceAll(/[^\n]/g, ' ');
  const text = source.replaceAll('\r\n', ' \n').replaceAll('\r', '\n').replaceAll('\0', '\ufffd');
  const front = /^\s*---[ \t]*\n/.exec(text);
  const end = front === null ? -1 : text.indexOf('\n---', front[0].length - 1);
  const matter = end === -1 ? 0 : end + 4;
  let result = spaces(text.slice(0, matter));
  let at = matter;
  for (let open = text.indexOf('%%{', at); open !== -1; open = text.indexOf('%%{', at)) {
    const close = text.indexOf('}%%', open);
    if (close === -1) break;
    result += text.slice(at, open) + spaces(text.slice(open, close + 3));
    at = close + 3;
  }
  return (result + text.slice(at))
    .replaceAll(/^[ \t]*%%.*$/gm, spaces)
    .replaceAll(/<\w[^<>]*>/g, (tag) => tag.replaceAll(/="([^"]*)"/g, "='$1'"));
}
