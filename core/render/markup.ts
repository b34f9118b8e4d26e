/**
 * markup: the one writer of SVG, through which every tag, attribute and word of a picture goes.
 *
 * M1  Tags and attributes are those listed here: no script, no event, no style, no foreign content can be named.
 * M2  Text and attribute values are escaped, and characters that XML forbids or that draw nothing are left out.
 * M3  Numbers are finite, with at most two decimals: the same drawing gives the same bytes.
 * M4  An address is written only when it is http, https or mailto, an image only as base64 data of a raster format or from
 *     the images of the server itself.
 */
import { num } from '../shapes/path-data.ts';

export type SvgTag =
  | 'svg' | 'g' | 'a' | 'title' | 'style' | 'defs' | 'pattern' | 'linearGradient' | 'stop'
  | 'rect' | 'circle' | 'path' | 'text' | 'tspan' | 'image'; // prettier-ignore

export type Attribute =
  | 'xmlns' | 'xml:space' | 'viewBox' | 'role' | 'data-id' | 'id' | 'offset' | 'stop-color' | 'patternUnits'
  | 'x' | 'y' | 'x1' | 'y1' | 'x2' | 'y2' | 'width' | 'height' | 'rx' | 'cx' | 'cy' | 'r' | 'd' | 'transform'
  | 'fill' | 'fill-opacity' | 'stroke' | 'stroke-width' | 'stroke-dasharray' | 'stroke-linecap' | 'stroke-linejoin' | 'opacity'
  | 'font-family' | 'font-size' | 'font-style' | 'font-weight' | 'text-decoration' | 'text-anchor'
  | 'target' | 'rel' | 'preserveAspectRatio'; // prettier-ignore

/** A value left undefined is not written. */
export type Attributes = { readonly [A in Attribute]?: string | number | undefined };

class MarkupText {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}
/** Finished markup: made by the functions of this file alone. */
export type Markup = MarkupText;

export const emptyMarkup: Markup = new MarkupText('');

/** A tag around its children; a string among them is text. */
export function node(tag: SvgTag, attributes: Attributes, ...children: readonly (Markup | string)[]): Markup {
  return new MarkupText(`<${tag}${attributesText(attributes)}${closed(tag, children)}`);
}

export const sequence = (parts: readonly Markup[]): Markup => new MarkupText(parts.map(({ source }) => source).join(''));

/** A link around the content; the content alone when the address is none that a drawing may lead to (M4). */
export function linkMarkup(address: string | undefined, content: Markup): Markup {
  if (address === undefined || !/^(?:https?:\/\/|mailto:)[^\s"<>\\]+$/.test(address)) return content;
  const rest = attributesText({ target: '_blank', rel: 'noopener noreferrer' });
  return new MarkupText(`<a href="${escaped(address)}"${rest}>${content.source}</a>`);
}

/** The image at an address; null when that is neither base64 data of a raster format nor an image of the server (M4). */
export function imageOf(address: string, attributes: Attributes): Markup | null {
  const isData = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/.test(address);
  if (!isData && !/^\/api\/v1\/images\/img_[a-z0-9]{1,64}$/.test(address)) return null;
  return new MarkupText(`<image href="${address}"${attributesText(attributes)}/>`);
}

function attributesText(attributes: Attributes): string {
  let text = '';
  for (const name in attributes) {
    const value = attributes[name as Attribute];
    if (value === undefined) continue;
    text += ` ${name}="${typeof value === 'number' ? num(value) : escaped(value)}"`;
  }
  return text;
}

function closed(tag: SvgTag, children: readonly (Markup | string)[]): string {
  if (children.length === 0) return '/>';
  let inner = '';
  for (const child of children) inner += typeof child === 'string' ? escaped(child) : child.source;
  return `>${inner}</${tag}>`;
}

const marks: ReadonlyMap<string, string> = new Map([['&', '&amp;'], ['<', '&lt;'], ['>', '&gt;'], ['"', '&quot;'], ["'", '&#39;']]); // prettier-ignore

/** What is written as it is: nearly all that is ever written, so it costs one look. */
const plain = /^[ !#-%(-;=?-~\u00a0-\u2027\u202a-\ud7ff]*$/;

function escaped(text: string): string {
  if (plain.test(text)) return text;
  return drawable(text).replaceAll(/[&<>"']/g, (mark) => marks.get(mark) ?? '');
}

/** The text without what XML 1.0 forbids and without other control characters; white space becomes a space (M2). */
export function drawable(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ')
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, '');
}
