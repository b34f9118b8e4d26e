/** label-text: the plain text of a label in Mermaid: entities, line breaks, markdown and HTML. */
import type { Losses } from '../diagram.ts';

const entities: ReadonlyMap<string, string> = new Map([
  ['quot', '"'], ['amp', '&'], ['lt', '<'], ['gt', '>'], ['nbsp', ' '], ['apos', "'"], ['semi', ';'], ['num', '#'], ['colon', ':'],
  ['lpar', '('], ['rpar', ')'], ['lsqb', '['], ['rsqb', ']'], ['lbrack', '['], ['rbrack', ']'], ['lcub', '{'], ['rcub', '}'],
  ['lbrace', '{'], ['rbrace', '}'], ['vert', '|'], ['grave', '`'], ['percnt', '%'], ['bsol', '\\'], ['ast', '*'], ['lowbar', '_'],
  ['equals', '='], ['minus', '−'], ['mdash', '—'], ['ndash', '–'], ['hellip', '…'], ['infin', '∞'], ['hearts', '♥'], ['laquo', '«'],
  ['raquo', '»'], ['rarr', '→'], ['larr', '←'],
]); // prettier-ignore

export function labelText(raw: string, source: string, losses: Losses): string {
  const text = raw.trim();
  const markdown = /^`([\s\S]*)`$/.exec(text)?.[1];
  return markdown === undefined ? plainLabel(text, source, losses) : markdownText(markdown, source, losses);
}

export function markdownText(raw: string, source: string, losses: Losses): string {
  const plain = withoutEmphasis(raw.split('\n').map((line) => line.trim()).join('\n')); // prettier-ignore
  if (plain !== raw) losses.coerce(source, 'markdown in a label', 'plain text');
  return plainLabel(plain, source, losses);
}

function plainLabel(raw: string, source: string, losses: Losses): string {
  const text = raw.replaceAll(
    /(\$\$[\s\S]*?\$\$)|<br[ \t]*\/?>|\\n/gi,
    (whole, formula?: string) => formula ?? (whole === '\\N' ? whole : '\n'),
  );
  const plain = text.replaceAll(/<\/?[A-Za-z][^<>]*>/g, '');
  if (plain !== text) losses.coerce(source, 'HTML in a label', 'plain text');
  const named = plain.replaceAll(/\bfa[bsrl]?:fa-[\w-]+[ \t]*/g, '');
  if (named !== plain) losses.drop(source, 'an icon in a label', 'labels are texts');
  return withEntities(named).split('\n').map((line) => line.trim()).join('\n').trim(); // prettier-ignore
}

const withoutEmphasis = (text: string): string =>
  text.replaceAll(/\*\*([^*]+)\*\*/g, '$1').replaceAll(/\*([^*]+)\*/g, '$1').replaceAll(/\b_([^_]+)_\b/g, '$1'); // prettier-ignore

function withEntities(text: string): string {
  return text.replaceAll(/[#&](?:#?(\d{1,7})|#?x([\da-f]{1,6})|([A-Za-z]{2,10}));/gi, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(String(hex ?? ''), 16) : Number(decimal);
    if (name !== undefined) return entities.get(String(name).toLowerCase()) ?? whole;
    const isText = code >= 32 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
    return isText ? String.fromCodePoint(code) : whole;
  });
}

/** A text that a label in Mermaid says within quotes, so that it is read as it was. */
export const quotedLabel = (text: string): string =>
  `"${text.replaceAll(/[#&"<>\\`*_]/g, (sign) => `#${sign.codePointAt(0)};`).replaceAll('\n', '<br>')}"`;

/** A text that ends at the end of its line, so that it is read as it was. */
export const plainText = (text: string): string =>
  text.replaceAll(/[#;&<>\\`]/g, (sign) => `#${sign.codePointAt(0)};`).replaceAll('\n', '<br>');
