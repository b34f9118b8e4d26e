/**
 * html-pieces: splits raw HTML of an article into tags and text, in linear time. Nothing is rendered or executed.
 *
 * Comments and declarations are dropped. A tag is only what HTML knows as one: `Vec<T>` is text.
 */
import { decodeEntities } from '../notation/entities.ts';

export type HtmlTag = {
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
};
export type HtmlPiece = { readonly text: string } | { readonly tag: HtmlTag };

export function htmlPieces(source: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  let text = '';
  const add = (piece: HtmlPiece): void => {
    if (text !== '') pieces.push({ text });
    text = '';
    pieces.push(piece);
  };
  let at = 0;
  while (at < source.length) {
    const next = source.indexOf('<', at);
    text += source.slice(at, next === -1 ? undefined : next);
    if (next === -1) break;
    const end = endOfInvisible(source, next);
    if (end !== null) {
      at = end;
      continue;
    }
    tagForm.lastIndex = next;
    const [whole, slash, name = '', attributes = ''] = tagForm.exec(source) ?? [];
    const lower = name.toLowerCase();
    if (whole !== undefined && elements.has(lower))
      add({ tag: { name: lower, isClosing: slash === '/', attributes: attributesOf(attributes) } });
    else text += whole ?? '<';
    at = next + (whole?.length ?? 1);
  }
  if (text !== '') pieces.push({ text });
  return pieces;
}

/** The end of a comment or a declaration that starts here; null for anything else. */
function endOfInvisible(source: string, at: number): number | null {
  const close = source.startsWith('<!--', at) ? '-->' : /^<[!?][A-Za-z[]/.test(source.slice(at, at + 3)) ? '>' : null;
  if (close === null) return null;
  const end = source.indexOf(close, at + 2);
  return end === -1 ? source.length : end + close.length;
}

const tagForm = /<(\/?)([A-Za-z][A-Za-z0-9]{0,15})((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/y;
const attributeForm = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

function attributesOf(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of source.matchAll(attributeForm))
    attributes.set(name.toLowerCase(), decodeEntities(double ?? single ?? bare ?? ''));
  return attributes;
}

/** Elements of which neither tags nor contents are shown. */
export const leftOutElements: ReadonlySet<string> = new Set(
  'script style template iframe object video audio canvas svg math noscript select textarea'.split(' '),
);
/** The same, for those that have no contents. */
export const leftOutTags: ReadonlySet<string> = new Set('embed input link meta source track'.split(' '));

/** Elements that begin and end a block. */
export const blockElements: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p picture pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

const elements: ReadonlySet<string> = new Set([
  ...leftOutElements,
  ...leftOutTags,
  ...blockElements,
  ...(
    'a abbr acronym b bdi bdo big br button cite code col colgroup data del dfn em font i img ins kbd label map mark meter output ' +
    'progress q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'
  ).split(' '),
]);
