/**
 * csv-dialect: the separator of a file and its decimal sign (SH65).
 *
 * A first line `sep=;` names the separator. Otherwise it is the one of comma, semicolon and tab by which most rows have the same
 * number of fields. Files with commas between fields have decimal points. In others the numbers decide; of files with
 * semicolons whose numbers say nothing, as those with `1,234` alone, decimal commas are expected.
 */
import type { DecimalPoint } from './amount.ts';
import type { CsvField } from './cell-input.ts';

export type CsvSeparator = ',' | ';' | '\t';
type Rows = readonly (readonly CsvField[])[];

/** Characters by which the separator is found. */
const sampleCharacters = 65_536;

/** `start`: where the rows begin. */
export function separatorOf(
  text: string,
  fieldsOf: (sample: string, separator: string) => Rows,
): { readonly separator: string; readonly start: number } {
  const named = /^sep=([^\r\n"])(?:\r\n|\r|\n|$)/i.exec(text);
  if (named?.[1] !== undefined) return { separator: named[1], start: named[0].length };
  const sample = sampleOf(text);
  let best = { separator: ',' as CsvSeparator, ...regularity(fieldsOf(sample, ',')) };
  for (const separator of [';', '\t'] as const) {
    if (!sample.includes(separator)) continue;
    const rows = fieldsOf(sample, separator);
    const found = regularity(rows);
    const isBetter =
      found.share > best.share ||
      (found.share === best.share && found.share > 0 && (onlyDecimalCommas(rows) || found.fields > best.fields));
    if (isBetter) best = { separator, ...found };
  }
  return { separator: best.separator, start: 0 };
}

/** Whole lines from the start. */
function sampleOf(text: string): string {
  if (text.length <= sampleCharacters) return text;
  const end = Math.max(text.lastIndexOf('\n', sampleCharacters), text.lastIndexOf('\r', sampleCharacters));
  return text.slice(0, end < 0 ? sampleCharacters : end);
}

/** The most frequent number of fields above one, and the share of rows with it. */
function regularity(rows: Rows): { readonly share: number; readonly fields: number } {
  const counts = new Map<number, number>();
  let filled = 0;
  for (const row of rows) {
    if (row.length === 1 && row[0]?.text === '') continue;
    filled += 1;
    if (row.length > 1) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  }
  let [share, fields] = [0, 1];
  for (const [length, count] of counts) if (count / filled > share) [share, fields] = [count / filled, length];
  return { share, fields };
}

/** True if every comma outside quotes is between digits. */
const onlyDecimalCommas = (rows: Rows): boolean =>
  rows.every((row) => row.every(({ text, isQuoted }) => isQuoted || !/(?:^|\D),|,(?:\D|$)/.test(text)));

/** The decimal sign of the numbers in a file. */
export function decimalPointOf(rows: Rows, separator: string): DecimalPoint {
  if (separator === ',') return '.';
  const has = (form: RegExp): boolean => rows.some((row) => row.some(({ text }) => form.test(text)));
  // Three digits after the sign may be thousands.
  const [points, commas] = [
    has(/^[+-]?(?:\d*\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{4,}\.\d+)$/),
    has(/^[+-]?(?:\d[\d.]*,(?:\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+)(?: ?[%€£])?$/),
  ];
  return points ? '.' : commas || separator === ';' ? ',' : '.';
}
