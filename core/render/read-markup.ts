/**
 * read-markup: reads markup as `markup.ts` writes it, for programs that draw it in another way. It is no reader of XML: any other text
 * throws, as only a mistake of ours can cause it.
 */
import type { Attribute, SvgTag } from './markup.ts';

export type MarkupElement = {
  readonly tag: SvgTag;
  readonly attributes: ReadonlyMap<Attribute | 'href', string>;
  readonly children: readonly (MarkupElement | string)[];
};

type OpenElement = MarkupElement & { readonly children: (MarkupElement | string)[] };

const partAt = /<([A-Za-z]+)((?: [A-Za-z:0-9-]+="[^"]*")*)(\/?)>|<\/([A-Za-z]+)>|([^<]+)/y;
const attribute = / ([A-Za-z:0-9-]+)="([^"]*)"/g;

export function readMarkup(source: string): MarkupElement {
  const open: OpenElement[] = [];
  partAt.lastIndex = 0;
  while (partAt.lastIndex < source.length) {
    const at = partAt.lastIndex;
    const [, tag, attributes = '', end, closed, text] = partAt.exec(source) ?? unreadable(at);
    const parent = open.at(-1);
    if (tag !== undefined) {
      const element: OpenElement = { tag: tag as SvgTag, attributes: attributesIn(attributes), children: [] };
      parent?.children.push(element);
      if (end === '') open.push(element);
    } else if (text !== undefined) parent?.children.push(plain(text));
    else if (parent === undefined || parent.tag !== closed) unreadable(at);
    else if (open.length > 1) open.pop();
    else return parent;
  }
  return unreadable(source.length);
}

function attributesIn(text: string): MarkupElement['attributes'] {
  const attributes = new Map<Attribute | 'href', string>();
  for (const [, name = '', value = ''] of text.matchAll(attribute)) attributes.set(name as Attribute, plain(value));
  return attributes;
}

const marks: ReadonlyMap<string, string> = new Map([['&amp;', '&'], ['&lt;', '<'], ['&gt;', '>'], ['&quot;', '"'], ['&#39;', "'"]]); // prettier-ignore

const plain = (text: string): string =>
  text.includes('&') ? text.replaceAll(/&[a-z#0-9]+;/g, (mark) => marks.get(mark) ?? mark) : text;

function unreadable(at: number): never {
  throw new Error(`markup that no picture has, at ${at}`);
}
