/** drawio-markup: tags and styles of draw.io as text. */

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'], ['<', '&lt;'], ['>', '&gt;'], ['"', '&quot;'], ['\n', '&#xa;'], ['\t', '&#x9;'], ['\r', '&#xd;'],
]); // prettier-ignore

/** Characters that XML cannot say are left out. */
const escaped = (text: string): string =>
  Array.from(text, (sign) => escapes.get(sign) ?? ((sign.codePointAt(0) ?? 0) < 32 || sign === '\ufffe' || sign === '\uffff' ? '' : sign)).join(''); // prettier-ignore

export function tag(name: string, attributes: Attributes, inner = ''): string {
  const written = Object.entries(attributes)
    .flatMap(([key, value]) => (value === null || value === undefined ? [] : [` ${key}="${escaped(typeof value === 'number' ? rounded(value) : value)}"`]))
    .join(''); // prettier-ignore
  return inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`;
}

/** Enough for every pixel of the canvas. */
const rounded = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** The parts that are set, as `a;b=1;`. */
export const styleText = (parts: readonly (string | null | undefined | false)[]): string =>
  parts.flatMap((part) => (typeof part === 'string' && part !== '' ? [`${part};`] : [])).join(''); // prettier-ignore

export const styleNumber = (value: number): string => rounded(value);
