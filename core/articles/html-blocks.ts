/**
 * html-blocks: a block of raw HTML in an article as blocks like those of markdown.
 *
 * Paragraphs, headings, lists, quotes, preformatted text and tables are shown, and of any other tag its words. A table of one
 * row is layout, so its cells are paragraphs. Nothing is executed, and no style is applied.
 */
import { limits } from '#schema/limits.ts';

import { addCode, addHeading, addTable, addText, bulletOf } from './add-blocks.ts';
import type { Block, BlockContext } from './block.ts';
import { decodeEntities } from '../notation/entities.ts';
import { blockElements, type HtmlTag, htmlPieces } from './html-pieces.ts';
import { InlineContent } from './inline-content.ts';
import { type Inline, trimmed } from './inline-text.ts';

export type HtmlTarget = { readonly blocks: Block[]; readonly leftOut: Set<string> };

export function addHtml(source: string, standing: BlockContext, target: HtmlTarget): void {
  const reader = new HtmlReader(standing, target);
  for (const piece of htmlPieces(source)) {
    if ('tag' in piece) reader.tag(piece.tag);
    else reader.text(piece.text);
  }
  reader.end();
}

class HtmlReader {
  readonly #standing: BlockContext;
  readonly #target: HtmlTarget;
  #content: InlineContent;
  #headingLevel: number | null = null;
  #isCode = false;
  #quotes = 0;
  /** The open lists, with the number of the next item; null: bullets. */
  readonly #lists: { next: number | null }[] = [];
  #marker: string | undefined;
  /** The rows of the open table, the last cell of the last row being read. */
  #rows: Inline[][] | null = null;
  #isInCell = false;

  constructor(standing: BlockContext, target: HtmlTarget) {
    this.#standing = standing;
    this.#target = target;
    this.#content = new InlineContent(target.leftOut);
  }

  text(text: string): void {
    const decoded = decodeEntities(text).replaceAll('\r', '');
    this.#content.add(this.#isCode ? decoded : decoded.replaceAll(/[ \t\n\f]+/g, ' '));
  }

  tag(tag: HtmlTag): void {
    const { name, isClosing } = tag;
    if (this.#content.isHidden || !blockElements.has(name)) this.#content.tag(tag);
    else if (this.#rows !== null) this.#inTable(tag);
    else {
      this.#flush();
      if (/^h[1-6]$/.test(name)) this.#headingLevel = isClosing ? null : Number(name.charAt(1));
      else if (name === 'pre') this.#isCode = !isClosing;
      else if (name === 'blockquote') this.#quotes = Math.max(0, this.#quotes + (isClosing ? -1 : 1));
      else if (name === 'ul' || name === 'ol') this.#list(tag);
      else if (name === 'li' && !isClosing) this.#item();
      else if (name === 'hr') this.#target.blocks.push({ kind: 'rule', ...this.#context() });
      else if (name === 'table' && !isClosing) this.#rows = [];
    }
  }

  end(): void {
    if (this.#rows === null) this.#flush();
    else this.#endTable();
  }

  #context(): BlockContext {
    const markers = this.#lists.map(({ next }, index) => (next === null ? bulletOf(this.#standing.lists.length + index) : '00.'));
    return {
      lists: [...this.#standing.lists, ...markers].slice(0, limits.articleDepth),
      isQuote: this.#standing.isQuote || this.#quotes > 0,
    };
  }

  /** Adds what was read as a block. */
  #flush(): void {
    const content = this.#isCode ? this.#content : trimmed(this.#content);
    const { blocks, leftOut } = this.#target;
    this.#content = new InlineContent(leftOut);
    if (content.text.trim() === '' && content.images.length === 0) return;
    if (this.#isCode) addCode(content.text.replace(/^\n/, '').trimEnd(), this.#context(), blocks);
    else if (this.#headingLevel !== null) addHeading(content, this.#headingLevel, this.#context(), blocks);
    else addText(content, this.#context(), blocks, this.#marker);
    this.#marker = undefined;
  }

  #list({ name, isClosing, attributes }: HtmlTag): void {
    if (isClosing) this.#lists.pop();
    else this.#lists.push({ next: name === 'ol' ? Number.parseInt(attributes.get('start') ?? '1', 10) || 1 : null });
    this.#marker = undefined;
  }

  #item(): void {
    const list = this.#lists.at(-1);
    if (list === undefined) this.#lists.push({ next: null });
    const number = list?.next ?? null;
    if (list !== undefined && number !== null) list.next = number + 1;
    this.#marker = number === null ? bulletOf(this.#standing.lists.length + this.#lists.length - 1) : `${number}.`;
  }

  #inTable({ name, isClosing }: HtmlTag): void {
    if (name === 'tr' || name === 'td' || name === 'th' || name === 'table') this.#endCell();
    if (name === 'table' && isClosing) this.#endTable();
    else if (name === 'tr' && !isClosing) this.#rows?.push([]);
    else if ((name === 'td' || name === 'th') && !isClosing) this.#isInCell = true;
    else if (this.#isInCell) this.#content.add('\n');
  }

  #endCell(): void {
    const { text, links, images } = this.#content;
    const content = trimmed({ text: text.replaceAll(/\n\s*\n/g, '\n'), links, images });
    this.#content = new InlineContent(this.#target.leftOut);
    if (this.#rows === null || (!this.#isInCell && content.text === '')) return;
    if (this.#rows.length === 0) this.#rows.push([]);
    this.#rows.at(-1)?.push(content);
    this.#isInCell = false;
  }

  #endTable(): void {
    this.#endCell();
    const rows = (this.#rows ?? []).filter((row) => row.length > 0);
    this.#rows = null;
    const columns = Math.max(0, ...rows.map((row) => row.length));
    const { blocks } = this.#target;
    if (rows.length < 2 || columns < 2) for (const cell of rows.flat()) addText(cell, this.#context(), blocks);
    else
      addTable(
        rows.map((row) => filled(row, columns)),
        this.#context(),
        blocks,
      );
  }
}

const filled = (row: readonly Inline[], columns: number): Inline[] =>
  Array.from({ length: columns }, (_, index) => row[index] ?? { text: '', links: [], images: [] });
