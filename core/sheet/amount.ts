/**
 * amount: reads numbers as people and other programs write them: `50%`, `$5.00`, `12,50 €`, `1,234` (SH64).
 *
 * Every digit is kept, so the text is a number of at most 15 digits without leading zeros; thousands are grouped in threes. The
 * format shows the number as it was written.
 */

/** The sign before the decimals: in files with decimal commas, points group thousands. */
export type DecimalPoint = '.' | ',';
export type Amount = { readonly n: number; readonly nf: string };

const form = /^([+-]?)([$€£¥₹]?) ?([+-]?)(\d[\d.,'\u00a0\u202f]*)[ \u00a0\u202f]?([%$€£¥₹]?)$/;
const mostDigits = 15;

/** Null for other texts, and for a number without a symbol and groups. */
export function amountIn(text: string, point: DecimalPoint): Amount | null {
  if (text.length > 40) return null;
  const [, sign = '', before = '', innerSign = '', digits = '', after = ''] = form.exec(text) ?? [];
  if (digits === '' || (sign !== '' && innerSign !== '') || (before !== '' && after !== '')) return null;
  const number = plainNumber(digits, point);
  if (number === null || (before + after === '' && !number.isGrouped)) return null;
  const n = Number(`${sign}${innerSign}${number.text}${after === '%' ? 'e-2' : ''}`);
  return { n: n === 0 ? 0 : n, nf: formatOf(before, after, number) };
}

type PlainNumber = { readonly text: string; readonly decimals: number; readonly isGrouped: boolean };

function plainNumber(digits: string, point: DecimalPoint): PlainNumber | null {
  const [whole = '', fraction, ...more] = digits.split(point);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null;
  const isGrouped = !/^\d+$/.test(whole);
  const groups = point === '.' ? /^[1-9]\d{0,2}(?:,\d{3})+$/ : /^[1-9]\d{0,2}(?:([.'\u00a0\u202f])\d{3})(?:\1\d{3})*$/;
  if (isGrouped && !groups.test(whole)) return null;
  const plain = whole.replace(/\D/g, '');
  if (/^0\d/.test(plain) || plain.length + (fraction ?? '').length > mostDigits) return null;
  return { text: fraction === undefined ? plain : `${plain}.${fraction}`, decimals: (fraction ?? '').length, isGrouped };
}

function formatOf(before: string, after: string, { decimals }: PlainNumber): string {
  const fraction = decimals === 0 ? '' : `.${'0'.repeat(decimals)}`;
  if (after === '%') return decimals === 2 ? 'percent' : `0${fraction}%`;
  if (before === '$' && decimals === 2) return 'currency';
  if (before !== '') return `${before === '$' ? '$' : `"${before}"`}#,##0${fraction}`;
  if (after !== '') return `#,##0${fraction} "${after}"`;
  return decimals === 0 ? 'integer' : decimals === 2 ? 'decimal' : `#,##0${fraction}`;
}

/** The same number with a decimal point and without groups; the text itself if it is not a number with decimal commas. */
export function withPoint(text: string, point: DecimalPoint): string {
  if (point === '.') return text;
  // A point in such a file groups thousands, or the field is no number.
  return /^[+-]?\d*,\d+(?:[eE][+-]?\d+)?$/.test(text) ? text.replace(',', '.') : text;
}
