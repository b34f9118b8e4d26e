/**
 * The only writer of SVG: every tag, attribute and text of a picture goes through it (SPEC.md).
 *
 * Tags and attributes are those listed here: script, events, styles and foreign content have no name. Numbers are finite, with at most
 * two decimals, so the same drawing gives the same bytes.
 */
import { num } from '../shapes/path-data.ts';

export type SvgTag =
  | 'svg' | 'g' | 'a' | 'title' | 'style' | 'defs' | 'pattern' | 'linearGradient' | 'stop'
  | 'rect' | 'circle' | 'path' | 'text' | 'tspan' | 'image'; // prettier-ignore

export type Attribute =
  | 'xmlns' | 'xml:space' | 'viewBox' | 'role' | 'data-id' | 'id' | 'offset' | 'stop-color' | 'patternUnits'
  | 'x' | 'y' | 'x1' | 'y1' | 'x2' | 'y2' | 'width' | 'height' | 'rx' | 'cx' | 'cy' | 'r' | 'd' | 'transform'
  | 'fill' | 'fill-opacity' | 'stroke' | 'stroke-width' | 'stroke-dasharray' | 'stroke-linecap' | 'stroke-linejoin' | 'opacity'
  | 'font-family' | 'font-size' | 'font-style' | 'font-weight' | 'text-decoration' | 'text-anchor' | 'direction' | 'unicode-bidi'
  | 'target' | 'rel' | 'preserveAspectRatio'; // prettier-ignore

/** Undefined values are not written. */
export type Attributes = { readonly [A in Attribute]?: string | number | undefined };

class MarkupText {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}
/** Finished markup: only the functions of this file create it. */
export type Markup = MarkupText;

export const emptyMarkup: Markup = new MarkupText('');

/** A tag around its children; strings are text. */
export function node(tag: SvgTag, attributes: Attributes, ...children: readonly (Markup | string)[]): Markup {
  return new MarkupText(`<${tag}${attributesText(attributes)}${closed(tag, children)}`);
}

export const sequence = (parts: readonly Markup[]): Markup => new MarkupText(parts.map(({ source }) => source).join(''));

/** A link around the content, or the content alone if the address is not http, https or mailto. */
export function linkMarkup(address: string | undefined, content: Markup): Markup {
  if (address === undefined || !/^(?:https?:\/\/|mailto:)[^\s"<>\\]+$/.test(address)) return content;
  const rest = attributesText({ target: '_blank', rel: 'noopener noreferrer' });
  return new MarkupText(`<a href="${escaped(address)}"${rest}>${content.source}</a>`);
}

/** The image at an address; null if that is neither base64 data of a raster format nor an image of the server. */
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

/** Text that needs no escaping, which is nearly all text. */
const plain = /^[ !#-%(-;=?-~\u00a0-\u2027\u202a-\ud7ff]*$/;

function escaped(text: string): string {
  if (plain.test(text)) return text;
  return drawable(text).replaceAll(/[&<>"']/g, (mark) => marks.get(mark) ?? '');
}

/** The text without control characters and others that XML 1.0 forbids; white space becomes a space. */
export function drawable(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ')
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, '');
}
