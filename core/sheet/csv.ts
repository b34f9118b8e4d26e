/**
 * csv: writes and reads a sheet as comma-separated values (RFC 4180; SH60 to SH65).
 *
 * A file has the values of cells up to the last filled row and column, with errors by name. A text that begins with = + - @ ',
 * a tab or a carriage return, or that would be read as a number or boolean, gets a leading apostrophe, so that no program takes
 * it for a formula. Empty text is an apostrophe, or nothing if a formula returns it. Texts with any separator are quoted, so that
 * commas are the only ones. In files that are read, lines end with LF, CRLF or CR.
 */
import type { SheetState } from '#schema/sheet.ts';
import { cellKey } from '#schema/sheet.ts';

import type { DecimalPoint } from './amount.ts';
import { type CsvField, fieldInput, numberInput } from './cell-input.ts';
import { decimalPointOf, separatorOf } from './csv-dialect.ts';
import { isoDayIn } from './iso-day.ts';
import { formulaIn } from './live-sheet.ts';
import { pieces } from './pieces.ts';
import { type SheetValues, shownFormat } from './snapshot.ts';
import { isSheetError, isPending } from './value.ts';
import { pendingText } from './describe-sheet.ts';

/** Pauses between rows. */
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
  const value = stored?.i === undefined ? null : values.value(sheet.id, key);
  if (value === null) return '';
  if (isPending(value)) return pendingText;
  if (typeof value === 'number') return numberInput(value, shownFormat(values, sheet, key));
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (isSheetError(value)) return value.e;
  return value === '' && formulaIn(stored) !== null ? '' : textField(value);
}

/** The field for the text of a cell. */
function textField(text: string): string {
  const input = fieldInput({ text, isQuoted: true })?.i;
  const isText = input !== undefined && 's' in input && !/^[=+\-@\t\r']/.test(text);
  const content = isText ? text : `'${text}`;
  return isoDayIn(text) !== null || /^\uFEFF|^sep=|[",;\t\r\n]/i.test(content) ? `"${content.replaceAll('"', '""')}"` : content;
}

/** The rows of a file, and the decimal sign of its numbers. */
export type CsvFile = { readonly rows: readonly (readonly CsvField[])[]; readonly point: DecimalPoint };

export function parseCsv(text: string): CsvFile {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const { separator, start } = separatorOf(content, fieldsOf);
  const rows = fieldsOf(content.slice(start), separator);
  return { rows, point: decimalPointOf(rows, separator) };
}

/** Rows of fields. Every character is examined once. */
function fieldsOf(text: string, separator: string): CsvField[][] {
  const rows: CsvField[][] = [];
  let fields: CsvField[] = [];
  let at = 0;
  while (at < text.length) {
    const { field, next } = fieldAt(text, at, separator);
    fields.push(field);
    at = next;
    const end = text[at];
    if (end === separator) {
      at += 1;
      if (at === text.length) fields.push({ text: '', isQuoted: false });
      if (at < text.length) continue;
    } else at += end === '\r' && text[at + 1] === '\n' ? 2 : 1;
    rows.push(fields);
    fields = [];
  }
  return rows;
}

function fieldAt(text: string, start: number, separator: string): { readonly field: CsvField; readonly next: number } {
  let at = start;
  if (text[at] !== '"') {
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
    return { field: { text: text.slice(start, at), isQuoted: false }, next: at };
  }
  const pieces: string[] = [];
  for (;;) {
    const end = text.indexOf('"', at + 1);
    pieces.push(text.slice(at + 1, end < 0 ? text.length : end));
    if (end < 0) return { field: { text: pieces.join('"'), isQuoted: true }, next: text.length };
    at = end + 1;
    if (text[at] !== '"') break;
  }
  let next = at;
  while (next < text.length && text[next] !== separator && text[next] !== '\n' && text[next] !== '\r') next += 1;
  return { field: { text: pieces.join('"') + text.slice(at, next), isQuoted: true }, next };
}
