/**
 * inline-text: the content of a paragraph, heading, item or cell as plain text, with its links and images beside it.
 *
 * Emphasis is dropped, its words stay. Of raw HTML, line breaks, links, images, raised and lowered signs are shown as such, and
 * of other tags their words. A line break in the markdown is a space. Links with http, https
 * and mailto are kept; of any other only the words stay. An image of the gallery (`img_…`, or an address that ends in
 * `/images/img_…`) is an image; a remote one becomes a link, and nothing is fetched; of any other its description stays.
 */
import type { Token } from 'marked';

import { decodeEntities } from '../notation/entities.ts';
import { htmlPieces } from './html-pieces.ts';
import { InlineContent, onOneLine, withFootnotes } from './inline-content.ts';

export type Inline = Pick<InlineContent, 'text' | 'links' | 'images'>;

export function inlineText(tokens: readonly Token[], leftOut: Set<string>): Inline {
  const content = new InlineContent(leftOut);
  for (const token of tokens) read(token, content);
  return trimmed(content);
}

/** The content with the space at both ends of its lines removed. */
export function trimmed({ text, links, images }: Inline): Inline {
  const lines = text.split('\n').map((line) => line.trim());
  return { links, images, text: lines.join('\n').trim() };
}

function read(token: Token, content: InlineContent): void {
  switch (token.type) {
    case 'br':
      content.add('\n');
      return;
    case 'codespan':
    case 'escape':
      content.add(onOneLine(textOf(token)));
      return;
    case 'html':
      for (const piece of htmlPieces(token.raw)) {
        if ('tag' in piece) content.tag(piece.tag);
        else content.add(onOneLine(decodeEntities(piece.text)));
      }
      return;
    case 'checkbox':
      return;
    case 'link':
      link(token, content);
      return;
    case 'image':
      content.image('href' in token && typeof token.href === 'string' ? token.href : '', decodeEntities(textOf(token)));
      return;
    default:
      if ('tokens' in token && token.tokens !== undefined) for (const inner of token.tokens) read(inner, content);
      else content.add(withFootnotes(onOneLine(decodeEntities(textOf(token)))));
  }
}

/** Adds a link, or its words if its address is not allowed. */
function link(token: Token, content: InlineContent): void {
  const start = content.end;
  const inner = 'tokens' in token ? (token.tokens ?? []) : [];
  for (const part of inner) read(part, content);
  content.link('href' in token ? token.href : null, start);
}

const textOf = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw);
