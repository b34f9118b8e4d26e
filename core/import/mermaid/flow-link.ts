/** flow-link: an arrow between nodes of a flowchart, with its text. */
import type { Shape } from '#schema/element.ts';
import type { EndHead } from '#schema/heads.ts';

import { headsFrom } from '../../arrows/end-heads.ts';
import { type EdgeFields, type ImportFault, isImportFault, type Losses } from '../diagram.ts';
import type { MermaidText } from './mermaid-text.ts';

export type FlowLink = { readonly id: string | null; readonly text: string; readonly fields: EdgeFields };

const whole = /[xo<]?(?:--+[-xo>]|==+[=xo>]|-?\.+-[xo>]?|~~~+)/y;
const opening = /[xo<]?(?:--|==|-\.)/y;
const closings = { '-': /--+[-xo>]/y, '=': /==+[=xo>]/y, '.': /\.+-[xo>]?/y } as const;

/** The link here; null if there is none. */
export function readLink(source: MermaidText, losses: Losses): FlowLink | ImportFault | null {
  const start = source.at;
  const id = source.match(/([\w-]+)@(?=[xo<]?[-=~])/y)?.[1] ?? null;
  const at = source.at;
  const complete = source.take(whole);
  if (complete !== null) {
    source.skipSpaces();
    const text = source.takes('|') ? piped(source) : '';
    if (isImportFault(text)) return text;
    return { id, text, fields: fieldsOf(complete, complete, `line ${source.lineAt(start)}`, losses) };
  }
  const open = source.take(opening);
  if (open === null) {
    source.at = start;
    return id === null ? null : source.fault('an arrow, such as -->', at);
  }
  return withText(source, open, { id, start }, losses);
}

/** `-- text -->` */
function withText(
  source: MermaidText,
  open: string,
  { id, start }: { readonly id: string | null; readonly start: number },
  losses: Losses,
): FlowLink | ImportFault {
  const line = open.includes('.') ? '.' : open.endsWith('=') ? '=' : '-';
  source.skipSpaces();
  const quoted = source.quoted();
  if (isImportFault(quoted)) return quoted;
  const text = quoted ?? source.until(line === '.' ? '.-' : line + line);
  source.skipSpaces();
  const close = text === null ? null : (source.take(closings[line]) ?? null);
  if (text === null || close === null)
    return source.fault(`the end of the arrow, such as ${{ '-': '-->', '=': '==>', '.': '.->' }[line]}`);
  return { id, text, fields: fieldsOf(open, close, `line ${source.lineAt(start)}`, losses) };
}

function piped(source: MermaidText): string | ImportFault {
  const start = source.at;
  const quoted = source.quoted();
  if (isImportFault(quoted)) return quoted;
  const text = quoted ?? source.until('|');
  source.skipSpaces();
  if (text === null || !source.takes('|')) return source.fault('the closing |', start);
  return text;
}

function fieldsOf(open: string, close: string, place: string, losses: Losses): EdgeFields {
  if (open.includes('~')) return { heads: 'none', border: 'none' };
  const [first, last] = [open[0] ?? '', close.at(-1) ?? ''];
  const heads = headsFrom([headOf(first, place, losses), headOf(last, place, losses)]);
  const isThick = close.includes('=');
  if (isThick) losses.coerce(place, 'a thick line', 'a line');
  const border: Shape['border'] = open.includes('.') || close.includes('.') ? 'dotted' : 'solid';
  return { ...(heads !== 'end' && { heads }), ...(border !== 'solid' && { border }) };
}

function headOf(sign: string, place: string, losses: Losses): EndHead {
  if (sign === 'x' || sign === 'o') losses.coerce(place, sign === 'x' ? 'a cross as head' : 'a circle as head', 'an arrowhead');
  return sign === '>' || sign === '<' || sign === 'x' || sign === 'o' ? 'arrow' : 'none';
}
