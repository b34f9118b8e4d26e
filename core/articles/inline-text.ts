/**
 * inline-text: the content of a paragraph, heading, item or cell as plain text, with its links and images beside it.
 *
 * Emphasis is dropped, its words stay. Raw HTML stays as text. A line break in the markdown is a space. Links with http, https
 * and mailto are kept; of any other only the words stay. An image of the gallery (`img_…`, or an address that ends in
 * `/images/img_…`) is an image; a remote one becomes a link, and nothing is fetched; of any other its description stays.
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
  const content = { text: '', links: new Array<ArticleLink>(), images: new Array<Inline['images'][number]>() };
  for (const token of tokens) read(token, content);
  const text = content.text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
  return { ...content, text };
}

type InlineContent = { text: string; links: ArticleLink[]; images: Inline['images'][number][] };

function read(token: Token, content: InlineContent): void {
  switch (token.type) {
    case 'br':
      content.text += '\n';
      return;
    case 'codespan':
    case 'escape':
      content.text += onOneLine(textOf(token));
      return;
    case 'html':
      content.text += onOneLine(token.raw);
      return;
    case 'checkbox':
      return;
    case 'link':
      link(token, content);
      return;
    case 'image':
      image(token, content);
      return;
    default:
      if ('tokens' in token && token.tokens !== undefined) for (const inner of token.tokens) read(inner, content);
      else content.text += onOneLine(decodeEntities(textOf(token)));
  }
}

/** Adds a link, or its words if its address is not allowed. */
function link(token: Token, content: InlineContent): void {
  const start = content.text.length;
  const inner = 'tokens' in token ? (token.tokens ?? []) : [];
  for (const part of inner) read(part, content);
  const url = 'href' in token ? addressOf(token.href) : null;
  if (url === null) return;
  const text = content.text.slice(start).trim();
  if (text === '') content.text += url;
  content.links.push({ text: text === '' ? url : text, url });
}

/** Adds an image of the gallery, a link to a remote one, or its description. */
function image(token: Token, content: InlineContent): void {
  const href = 'href' in token && typeof token.href === 'string' ? token.href : '';
  const alt = onOneLine(decodeEntities(textOf(token))).trim();
  const imageId = galleryForm.exec(href)?.[1];
  if (imageId !== undefined) {
    content.images.push({ imageId, alt });
    return;
  }
  const url = addressOf(href);
  content.text += alt === '' ? (url ?? '') : alt;
  if (url !== null) content.links.push({ text: alt === '' ? url : alt, url });
}

const galleryForm = /(?:^|\/images\/)(img_[a-z0-9]{1,60})$/;

/** The address if an element's link may have it; null otherwise. */
const addressOf = (href: unknown): string | null => (typeof href === 'string' && isValid(Link, href) ? href : null);

const textOf = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw);
const onOneLine = (text: string): string => text.replaceAll('\r', '').replaceAll('\n', ' ');
