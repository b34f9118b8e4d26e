/**
 * inline-text: what stands in a paragraph, heading, item or cell, as plain text, with its links and images beside it.
 *
 * X1  Emphasis is dropped, its words stay. Raw HTML stays as the text that it is. A line break of the markdown is a space.
 * X2  Links are http, https and mailto; of any other only the words stay.
 * X3  An image of the gallery (`img_…`, or an address that ends in `/images/img_…`) is one; a remote one is a link, and nothing
 *     is fetched; of any other its description stays.
 */
import type { Token } from 'marked';

import { Link } from '#schema/element.ts';
import { isValid } from '#schema/validate.ts';

import type { ArticleLink } from './block.ts';
import { decodeEntities } from './entities.ts';

export type Inline = {
  readonly text: string;
  readonly links: readonly ArticleLink[];
  readonly images: readonly { readonly imageId: string; readonly alt: string }[];
};

export function inlineText(tokens: readonly Token[]): Inline {
  const found = { text: '', links: new Array<ArticleLink>(), images: new Array<Inline['images'][number]>() };
  for (const token of tokens) read(token, found);
  const text = found.text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
  return { ...found, text };
}

type InlineContent = { text: string; links: ArticleLink[]; images: Inline['images'][number][] };

function read(token: Token, found: InlineContent): void {
  switch (token.type) {
    case 'br':
      found.text += '\n';
      return;
    case 'codespan':
    case 'escape':
      found.text += onOneLine(textOf(token));
      return;
    case 'html':
      found.text += onOneLine(token.raw);
      return;
    case 'checkbox':
      return;
    case 'link':
      link(token, found);
      return;
    case 'image':
      image(token, found);
      return;
    default:
      if ('tokens' in token && token.tokens !== undefined) for (const inner of token.tokens) read(inner, found);
      else found.text += onOneLine(decodeEntities(textOf(token)));
  }
}

/** [X2] */
function link(token: Token, found: InlineContent): void {
  const start = found.text.length;
  const inner = 'tokens' in token ? (token.tokens ?? []) : [];
  for (const part of inner) read(part, found);
  const url = 'href' in token ? addressOf(token.href) : null;
  if (url === null) return;
  const text = found.text.slice(start).trim();
  if (text === '') found.text += url;
  found.links.push({ text: text === '' ? url : text, url });
}

/** [X3] */
function image(token: Token, found: InlineContent): void {
  const href = 'href' in token && typeof token.href === 'string' ? token.href : '';
  const alt = onOneLine(decodeEntities(textOf(token))).trim();
  const imageId = galleryForm.exec(href)?.[1];
  if (imageId !== undefined) {
    found.images.push({ imageId, alt });
    return;
  }
  const url = addressOf(href);
  found.text += alt === '' ? (url ?? '') : alt;
  if (url !== null) found.links.push({ text: alt === '' ? url : alt, url });
}

const galleryForm = /(?:^|\/images\/)(img_[a-z0-9]{1,60})$/;

/** The address as an element's link may carry it; null for one that it may not. */
const addressOf = (href: unknown): string | null => (typeof href === 'string' && isValid(Link, href) ? href : null);

const textOf = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw);
const onOneLine = (text: string): string => text.replaceAll('\r', '').replaceAll('\n', ' ');
