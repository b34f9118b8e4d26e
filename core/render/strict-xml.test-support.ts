/**
 * Reads a document as XML 1.0 without a DTD, processing instruction, comment or CDATA section. Throws if it is not well-formed.
 */
export type XmlTag = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly within: readonly string[];
};

const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const entities: ReadonlyMap<string, string> = new Map([['amp', '&'], ['lt', '<'], ['gt', '>'], ['quot', '"'], ['#39', "'"]]); // prettier-ignore

/** Every tag in document order, and the text of the document. */
export function readXml(source: string): { readonly tags: XmlTag[]; readonly text: string } {
  if (!source.isWellFormed() || illegal.test(source)) throw new Error('a character that XML forbids');
  const tags: XmlTag[] = [];
  const open: string[] = [];
  let text = '';
  let at = 0;
  while (at < source.length) {
    const start = source.indexOf('<', at);
    const run = source.slice(at, start === -1 ? undefined : start);
    if (run.includes(']]>')) throw new Error(']]> in text');
    if (open.length === 0 && run.trim() !== '') throw new Error('text outside of the root');
    text += decoded(run);
    if (start === -1) break;
    const end = source.indexOf('>', start);
    if (end === -1) throw new Error('a tag without an end');
    const inner = source.slice(start + 1, end);
    at = end + 1;
    if (inner.startsWith('/')) {
      if (open.pop() !== inner.slice(1)) throw new Error(`</${inner.slice(1)}> closes nothing`);
      continue;
    }
    if (open.length === 0 && tags.length > 0) throw new Error('two roots');
    const isEmpty = inner.endsWith('/');
    const tag = readTag(isEmpty ? inner.slice(0, -1) : inner, [...open]);
    tags.push(tag);
    if (!isEmpty) open.push(tag.name);
  }
  if (open.length > 0) throw new Error(`${open.join(' ')} not closed`);
  return { tags, text };
}

function readTag(inner: string, within: readonly string[]): XmlTag {
  const name = /^[A-Za-z][\w:-]*/.exec(inner)?.[0];
  if (name === undefined) throw new Error(`<${inner.slice(0, 40)}`);
  const attributes = new Map<string, string>();
  let rest = inner.slice(name.length);
  while (rest !== '') {
    const found = /^ ([A-Za-z][\w:-]*)="([^"<]*)"/.exec(rest);
    if (found === null) throw new Error(`attributes:${rest.slice(0, 60)}`);
    const [whole, key = '', value = ''] = found;
    if (attributes.has(key)) throw new Error(`${key} twice`);
    attributes.set(key, decoded(value));
    rest = rest.slice(whole.length);
  }
  return { name, attributes, within };
}

const decoded = (text: string): string =>
  text.replaceAll(/&([^;]{0,8});?/g, (whole, name: string) => {
    const character = whole.endsWith(';') ? entities.get(name) : undefined;
    if (character === undefined) throw new Error(`entity ${whole}`);
    return character;
  });
