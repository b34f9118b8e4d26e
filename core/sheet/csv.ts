/**
 * csv: a sheet as comma-separated values (RFC 4180), out and in.
 *
 * Z1  Out: what cells show, as far as the last filled row and column. A text that begins with = + - @, a tab or a carriage
 *     return gets an apostrophe before it, so that no program that opens the file takes it for a formula.
 * Z2  In: a line ends with LF, CRLF or CR; numbers and TRUE, FALSE are those, `=…` is a formula, and what an
 *     apostrophe stands before is text.
 */
import type { CellInput, SheetState } from '#schema/sheet.ts';
import { cellKey } from '#schema/sheet.ts';

import { textAt } from './describe-sheet.ts';
import { pieces } from './pieces.ts';
import type { SheetValues } from './snapshot.ts';

/** [Z1] It stops between rows. */
export function* sheetCsv(values: SheetValues, sheet: SheetState): Generator<void, string> {
  let [bottom, right, count] = [-1, -1, 0];
  for (const [key, { i }] of sheet.cells) {
    if ((count += 1) % pieces === 0) yield;
    if (i === undefined) continue;
    const at = key.indexOf(':');
    bottom = Math.max(bottom, sheet.rows.rank.get(key.slice(0, at)) ?? -1);
    right = Math.max(right, sheet.cols.rank.get(key.slice(at + 1)) ?? -1);
  }
  const cols = sheet.cols.ids.slice(0, right + 1);
  let text = '';
  for (const row of sheet.rows.ids.slice(0, bottom + 1)) {
    text += `${cols.map((col) => fieldOf(values, sheet, cellKey(row, col))).join(',')}\r\n`;
    yield;
  }
  return text;
}

function fieldOf(values: SheetValues, sheet: SheetState, key: string): string {
  const stored = sheet.cells.get(key);
  if (stored === undefined) return '';
  const text = textAt(values, sheet, key, stored);
  const isText = typeof values.value(sheet.id, key) === 'string';
  const safe = isText && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** [Z2] Rows of fields. Every character is looked at once. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let fields: string[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const { field, next } = fieldAt(text, at);
    fields.push(field);
    at = next;
    const separator = text[at];
    if (separator === ',') {
      at += 1;
      if (at === text.length) fields.push('');
      if (at < text.length) continue;
    } else at += separator === '\r' && text[at + 1] === '\n' ? 2 : 1;
    rows.push(fields);
    fields = [];
  }
  return rows;
}

function fieldAt(text: string, start: number): { readonly field: string; readonly next: number } {
  let at = start;
  if (text[at] !== '"') {
    while (at < text.length && text[at] !== ',' && text[at] !== '\n' && text[at] !== '\r') at += 1;
    return { field: text.slice(start, at), next: at };
  }
  const pieces: string[] = [];
  for (;;) {
    const end = text.indexOf('"', at + 1);
    pieces.push(text.slice(at + 1, end < 0 ? text.length : end));
    if (end < 0) return { field: pieces.join('"'), next: text.length };
    at = end + 1;
    if (text[at] !== '"') break;
  }
  let next = at;
  while (next < text.length && text[next] !== ',' && text[next] !== '\n' && text[next] !== '\r') next += 1;
  return { field: pieces.join('"') + text.slice(at, next), next };
}

/** What a field of a file, or a text typed on a command line, puts into a cell; null for an empty one. */
export function inputOf(text: string): CellInput | null {
  if (text === '') return null;
  if (/^[+-]?(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})(?:[eE][+-]?\d{1,2})?$/.test(text)) return { n: Number(text) };
  if (text === 'TRUE' || text === 'FALSE') return { b: text === 'TRUE' };
  // A leading apostrophe stays: it says that what follows is text, and is not part of it.
  return { s: text };
}
