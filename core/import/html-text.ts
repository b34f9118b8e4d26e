/** html-text: the plain text of a label in HTML, with a line for each line that is drawn. */
import { decodeEntities } from '../notation/entities.ts';

const lineBreaks = /<br\b[^<>]*>|<\/?(?:p|div|li|ul|ol|h[1-6]|tr|table|tbody|pre|blockquote)\b[^<>]*>/gi;
const cellEnds = /<\/t[dh]>\s*<t[dh]\b[^<>]*>/gi;

export type HtmlText = {
  readonly text: string;
  /** Something is drawn in bold, in a size or color of its own, or the like. */
  readonly isFormatted: boolean;
  /** The address of its first link. */
  readonly link: string | null;
  /** The lines between its rules, if it has rules. */
  readonly sections: readonly (readonly string[])[] | null;
};

export function htmlText(html: string): HtmlText {
  if (!/[<&]/.test(html)) return { text: plainLines(html), isFormatted: false, link: null, sections: null };
  const parts = html.split(/<hr\b[^<>]*>/i).map(plainText);
  const text = parts.filter((part) => part !== '').join('\n');
  const sections = parts.length === 1 ? null : parts.map((part) => (part === '' ? [] : part.split('\n')));
  const link = /<a\b[^<>]*?\bhref="([^"<>]*)"/i.exec(html)?.[1];
  return {
    text,
    isFormatted: /<(?:b|i|u|s|font|span|strong|em|sup|sub|img|code|h[1-6])\b/i.test(html),
    link: link === undefined ? null : decodeEntities(link),
    sections,
  };
}

function plainText(html: string): string {
  const marked = html.replaceAll(/\s+/g, ' ').replaceAll(cellEnds, ' | ').replaceAll(lineBreaks, '\n');
  return plainLines(decodeEntities(marked.replaceAll(/<[!/A-Za-z][^<>]*>/g, '')));
}

/** Lines without spaces around them; a line that ends twice, as `</div><div>` does, is one. */
const plainLines = (text: string): string =>
  text.replaceAll('\u00a0', ' ').split('\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').trim()).filter((line) => line !== '').join('\n'); // prettier-ignore
