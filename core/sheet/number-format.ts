/**
 * number-format: formats a cell's value by a named format or by a format code of spreadsheets such as `#,##0.00 "EUR"` (SH50).
 *
 * Text stays unchanged unless the code has a section for it; booleans are TRUE and FALSE; errors are shown by name. An invalid
 * code formats like `general`. `General` within a code is the same; `text` shows the text that formulas make of the number.
 */
import { format, getFormatDateInfo, isDateFormat, isPercentFormat, isTextFormat, isValidFormat, tokenize } from 'numfmt';

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

/** The code of a named format; the text itself if it is not a name. */
export const formatCode = (text: string): string => (Object.hasOwn(codes, text) ? codes[text as NumberFormatName] : text);

export const isFormat = (text: string): boolean => Object.hasOwn(codes, text) || (text.length <= 255 && isValidFormat(text));

/** True for a format that shows numbers as dates. */
export const isDayFormat = (text: string): boolean => isFormat(text) && isDateFormat(formatCode(text));

/** True for a format that shows the day, month or year: not for times of day or durations. */
export function showsDays(text: string): boolean {
  if (!isDayFormat(text)) return false;
  const { year, month, day } = getFormatDateInfo(formatCode(text));
  return year || month || day;
}

/** What a format shows apart from plain numbers; null for those. */
export function formatKind(text: string): 'date' | 'datetime' | 'time' | 'percent' | 'currency' | null {
  if (text === 'general' || text === 'integer' || text === 'decimal' || text === 'text') return null;
  if (!isFormat(text)) return null;
  const code = formatCode(text);
  if (isDateFormat(code)) {
    const { hours, minutes, seconds } = getFormatDateInfo(code);
    return !showsDays(text) ? 'time' : hours || minutes || seconds ? 'datetime' : 'date';
  }
  if (isPercentFormat(code)) return 'percent';
  return /\p{Sc}|\[\$[^-\]]|"\s*[A-Z]{3}\s*"/u.test(code) ? 'currency' : null;
}

/** The value in a format, for TEXT and for cells; null for an invalid code. */
export function formatNumber(value: Exclude<Scalar, { e: string }>, text: string): string | null {
  const code = formatCode(text);
  if (!isFormat(text)) return null;
  if (typeof value === 'number' && isTextFormat(code)) return numberText(value);
  const numberCode = typeof value === 'number' && /general/i.test(code) ? withoutGeneral(code) : code;
  try {
    const formatted = format(numberCode, value ?? 0, { dateSpanLarge: true, throws: true, nbsp: false });
    return numberCode === code ? formatted : formatted.replaceAll(generalPlace, generalText(Math.abs(Number(value))));
  } catch {
    return null;
  }
}

/** A placeholder without meaning, as codes with concrete digits would fill the cache of parsed codes. */
const withoutGeneral = (code: string): string =>
  tokenize(code)
    .map(({ type, raw }) => (type === 'GENERAL' ? `"${generalPlace}"` : raw))
    .join('');
const generalPlace = '\u{f0000}';

/** The displayed text of a cell. */
export function shownText(value: Scalar, nf: string | undefined): string {
  if (value === null) return '';
  if (isSheetError(value)) return value.e;
  const formatted = nf === undefined || nf === 'general' ? null : formatNumber(value, nf);
  if (formatted !== null) return formatted;
  return typeof value === 'number' ? generalText(value) : typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : value;
}

/** The number in the format `general`. */
function generalText(value: number): string {
  if (Math.abs(value) >= 1e15) return exponentText(value);
  if (Number.isInteger(value)) return numberText(value);
  const before = String(Math.trunc(Math.abs(value))).length;
  const rounded = Number(value.toPrecision(Math.max(10, before)));
  return Math.abs(rounded) >= 1e15 ? exponentText(rounded) : numberText(rounded);
}
