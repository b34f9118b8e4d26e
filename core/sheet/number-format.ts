/**
 * number-format: how a cell's value is written: by name, or by a format code of spreadsheets such as `#,##0.00 "EUR"`.
 *
 * F1  Texts stay as they are unless the code has a section for them; truth values are TRUE and FALSE; errors their name.
 * F2  A code that cannot be read shows the value as `general` does.
 * F3  `general` shows all digits of a whole number below 1e15, and of other numbers ten significant digits, but never fewer than
 *     there are before the point. Numbers from 1e15 on have an exponent and all their digits. `General` within a code is the
 *     same; `text` shows the text that formulas make of the number.
 */
import { format, getFormatDateInfo, isDateFormat, isTextFormat, isValidFormat, tokenize } from 'numfmt';

import type { NumberFormatName } from '#schema/sheet.ts';

import { exponentText, numberText } from './coerce.ts';
import { isSheetError, type Scalar } from './value.ts';

const codes: Readonly<Record<NumberFormatName, string>> = {
  general: 'General',
  integer: '#,##0',
  decimal: '#,##0.00',
  percent: '0.00%',
  currency: '$#,##0.00',
  date: 'yyyy-mm-dd',
  datetime: 'yyyy-mm-dd hh:mm:ss',
  text: '@',
};

/** The code of a named format; the text itself when it names none. */
export const formatCode = (text: string): string => (Object.hasOwn(codes, text) ? codes[text as NumberFormatName] : text);

export const isFormat = (text: string): boolean => Object.hasOwn(codes, text) || (text.length <= 255 && isValidFormat(text));

/** True for a format that shows numbers as days. */
export const isDayFormat = (text: string): boolean => isFormat(text) && isDateFormat(formatCode(text));

/** True for a format that shows the day, month or year of numbers: not for the hours of a day, nor for a length of time. */
export function showsDays(text: string): boolean {
  if (!isDayFormat(text)) return false;
  const { year, month, day } = getFormatDateInfo(formatCode(text));
  return year || month || day;
}

/** What a formula's TEXT or a cell's format makes of a value; null for a code that cannot be read. */
export function formatNumber(value: Exclude<Scalar, { e: string }>, text: string): string | null {
  const code = formatCode(text);
  if (!isFormat(text)) return null;
  if (typeof value === 'number' && isTextFormat(code)) return numberText(value);
  const own = typeof value === 'number' && /general/i.test(code) ? withoutGeneral(code) : code;
  try {
    const formatted = format(own, value ?? 0, { dateSpanLarge: true, throws: true, nbsp: false });
    return own === code ? formatted : formatted.replaceAll(generalPlace, generalText(Math.abs(Number(value))));
  } catch {
    return null;
  }
}

/** [F3] A sign of no meaning holds the place: codes with digits of their own would fill the cache of parsed codes. */
const withoutGeneral = (code: string): string =>
  tokenize(code)
    .map(({ type, raw }) => (type === 'GENERAL' ? `"${generalPlace}"` : raw))
    .join('');
const generalPlace = '\u{f0000}';

/** [F1] [F2] A cell as it is shown. */
export function shownText(value: Scalar, nf: string | undefined): string {
  if (value === null) return '';
  if (isSheetError(value)) return value.e;
  const formatted = nf === undefined || nf === 'general' ? null : formatNumber(value, nf);
  if (formatted !== null) return formatted;
  return typeof value === 'number' ? generalText(value) : typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : value;
}

/** [F3] */
function generalText(value: number): string {
  if (Math.abs(value) >= 1e15) return exponentText(value);
  if (Number.isInteger(value)) return numberText(value);
  const before = String(Math.trunc(Math.abs(value))).length;
  const rounded = Number(value.toPrecision(Math.max(10, before)));
  return Math.abs(rounded) >= 1e15 ? exponentText(rounded) : numberText(rounded);
}
