/**
 * number-format: how a cell's value is written: by name, or by a format code of spreadsheets such as `#,##0.00 "EUR"`.
 *
 * F1  Texts stay as they are unless the code has a section for them; truth values are TRUE and FALSE; errors their name.
 * F2  A code that cannot be read shows the value as `general` does.
 */
import { format, isDateFormat, isValidFormat } from 'numfmt';

import type { NumberFormatName } from '#schema/sheet.ts';

import { numberText } from './coerce.ts';
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

/** What a formula's TEXT or a cell's format makes of a value; null for a code that cannot be read. */
export function formatNumber(value: Exclude<Scalar, { e: string }>, text: string): string | null {
  const code = formatCode(text);
  if (!isFormat(text)) return null;
  try {
    return format(code, value ?? 0, { dateSpanLarge: true, throws: true, nbsp: false });
  } catch {
    return null;
  }
}

/** [F1] [F2] A cell as it is shown. */
export function shownText(value: Scalar, nf: string | undefined): string {
  if (value === null) return '';
  if (isSheetError(value)) return value.e;
  const formatted = nf === undefined || nf === 'general' ? null : formatNumber(value, nf);
  if (formatted !== null) return formatted;
  return typeof value === 'number' ? generalText(value) : typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : value;
}

/** At most eleven characters of digits, as in a cell of ordinary width. */
function generalText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-9)) return numberText(value);
  return numberText(Number(value.toPrecision(11)));
}
