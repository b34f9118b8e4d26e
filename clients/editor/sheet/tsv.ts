/**
 * tsv: cells as text for other spreadsheets: one line for each row, tabs between fields, fields with tabs, line breaks or quotes
 * quoted.
 */

export const toTsv = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.map(field).join('\t')).join('\n');

const field = (text: string): string => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function fromTsv(text: string): string[][] {
  const source = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  const rows: string[][] = [[]];
  for (let at = 0; at <= source.length;) {
    const row = rows.at(-1) ?? [];
    const read = source[at] === '"' ? quoted(source, at) : plain(source, at);
    row.push(read.text);
    if (source[read.end] === '\n') rows.push([]);
    at = read.end + 1;
  }
  return rows;
}

type Read = { readonly text: string; readonly end: number };

function plain(source: string, start: number): Read {
  let end = start;
  while (end < source.length && source[end] !== '\t' && source[end] !== '\n') end += 1;
  return { text: source.slice(start, end), end };
}

/** A quote that is never closed is an ordinary character. */
function quoted(source: string, start: number): Read {
  let text = '';
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] !== '"') text += source[at];
    else if (source[at + 1] === '"') {
      text += '"';
      at += 1;
    } else if (at + 1 === source.length || source[at + 1] === '\t' || source[at + 1] === '\n') return { text, end: at + 1 };
    else break;
  }
  return plain(source, start);
}
