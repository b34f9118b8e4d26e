/** inline-content: the text, links and images of a paragraph, heading, item or cell, collected from its parts. */
import { Link } from '#schema/links.ts';
import { isValid } from '#schema/validate.ts';

import type { ArticleLink } from './block.ts';
import { blockElements, type HtmlTag, leftOutElements, leftOutTags } from './html-pieces.ts';

type InlineImage = { readonly imageId: string; readonly alt: string };

type ContentEnd = { readonly text: number; readonly links: number };

export class InlineContent {
  text = '';
  readonly links: ArticleLink[] = [];
  readonly images: InlineImage[] = [];
  /** Names of HTML elements that are not shown. */
  readonly leftOut: Set<string>;
  readonly #open: { readonly name: string; readonly start: ContentEnd; readonly url: string | null }[] = [];
  /** The element that hides everything up to its end. */
  #hidden: string | null = null;

  constructor(leftOut: Set<string>) {
    this.leftOut = leftOut;
  }

  get isHidden(): boolean {
    return this.#hidden !== null;
  }

  add(text: string): void {
    if (this.#hidden === null) this.text += text;
  }

  /** The end of what has been read, where a link may begin. */
  get end(): ContentEnd {
    return { text: this.text.length, links: this.links.length };
  }

  /** Makes what follows `start` a link; without text, its address is the text. An image in it is no link of its own. */
  link(href: unknown, start: ContentEnd): void {
    const url = addressOf(href);
    if (url === null || this.#hidden !== null) return;
    this.links.length = start.links;
    const text = this.text.slice(start.text).trim();
    if (text === '') this.text += url;
    this.links.push({ text: text === '' ? url : text, url });
  }

  /** Adds an image of the gallery, a link to a remote one, or its description. */
  image(href: string, description: string): void {
    if (this.#hidden !== null) return;
    const alt = onOneLine(description).trim();
    const imageId = galleryForm.exec(href)?.[1];
    if (imageId !== undefined) {
      this.images.push({ imageId, alt });
      return;
    }
    const url = addressOf(href);
    this.text += alt === '' ? (url ?? '') : alt;
    if (url !== null) this.links.push({ text: alt === '' ? url : alt, url });
  }

  tag({ name, isClosing, attributes }: HtmlTag): void {
    if (this.#hidden !== null) {
      if (isClosing && name === this.#hidden) this.#hidden = null;
    } else if (leftOutElements.has(name) || leftOutTags.has(name)) {
      if (isClosing) return;
      this.leftOut.add(name);
      if (leftOutElements.has(name)) this.#hidden = name;
    } else if (name === 'br' || blockElements.has(name)) this.text += '\n';
    else if (name === 'img') this.image(attributes.get('src') ?? '', attributes.get('alt') ?? '');
    else if (isClosing) this.#close(name);
    else if (paired.has(name)) this.#open.push({ name, start: this.end, url: attributes.get('href') ?? null });
  }

  #close(name: string): void {
    const index = this.#open.findLastIndex((one) => one.name === name);
    const [opened] = index === -1 ? [] : this.#open.splice(index);
    if (opened === undefined) return;
    if (name === 'a' && this.text.length > opened.start.text) this.link(opened.url, opened.start);
    const signs = name === 'sup' ? superscripts : name === 'sub' ? subscripts : null;
    if (signs !== null) this.text = this.text.slice(0, opened.start.text) + inSigns(this.text.slice(opened.start.text), signs);
  }
}

const paired: ReadonlySet<string> = new Set(['a', 'sub', 'sup']);

const signsOf = (plain: string, raised: string): ReadonlyMap<string, string> =>
  new Map(Array.from(plain, (character, index) => [character, Array.from(raised)[index] ?? character]));
const superscripts = signsOf('0123456789+-−=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ');
const subscripts = signsOf('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎');

/** The text in raised or lowered signs if there is one for each of its characters. */
const inSigns = (text: string, signs: ReadonlyMap<string, string>): string => {
  const characters = Array.from(text, (character) => signs.get(character) ?? null);
  return characters.includes(null) ? text : characters.join('');
};

/** References to footnotes as raised numbers, as they are read in print. */
export const withFootnotes = (text: string): string =>
  text.replaceAll(footnoteForm, (_, number: string) => inSigns(number, superscripts));
const footnoteForm = /\[\^([0-9]{1,3})\]/g;

const galleryForm = /(?:^|\/images\/)(img_[a-z0-9]{1,60})$/;

/** The address if an element's link may have it; null otherwise. */
const addressOf = (href: unknown): string | null => (typeof href === 'string' && isValid(Link, href) ? href : null);

export const onOneLine = (text: string): string => text.replaceAll('\r', '').replaceAll('\n', ' ');
