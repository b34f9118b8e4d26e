/**
 * cell-input: turns text that is typed, pasted or read from a file into the input of a cell (SH40).
 *
 * A number must lose no digit as a double: up to 15 digits before and 15 after the point, or the exact digits of a double. In a
 * file, a number with leading zeros is text, and so is one whose exponent has no sign, as `1e5` is more often a name. Percentages,
 * amounts, grouped numbers and unquoted dates are numbers, typed or in a file, and bring their format to a cell that has none.
 */
import type { CellInput } from '#schema/sheet.ts';

import { amountIn, type DecimalPoint, withPoint } from './amount.ts';
import { exponentText } from './coerce.ts';
import { isoDay, isoDayIn } from './iso-day.ts';
import { formatKind, showsDays } from './number-format.ts';
import { isSheetError, type Scalar } from './value.ts';

/** `nf` is the format of the cell. Null for empty text. */
export function inputOf(text: string, nf?: string): CellInput | null {
  if (text === '') return null;
  const number = numberIn(text) ?? (nf !== undefined && showsDays(nf) ? (isoDayIn(text)?.serial ?? null) : null);
  if (number !== null) return { n: number };
  if (text === 'TRUE' || text === 'FALSE') return { b: text === 'TRUE' };
  // A leading apostrophe is kept in the input. It marks the rest as text and is not part of it.
  return { s: text };
}

/** An input with the format that the cell gets if it has none. */
export type FormattedInput = { readonly i: CellInput; readonly nf?: string };

/** What a person types or pastes into a cell with the format `nf` (SH44). Null for empty text. */
export function typedInput(text: string, nf?: string): FormattedInput | null {
  if (nf !== undefined && showsPercent(nf) && /^[+-]?[\d.]+$/.test(text) && numberIn(text) !== null)
    return { i: { n: Number(`${text}e-2`) } };
  // A cell for texts shows what was typed.
  const formatted = nf === 'text' ? null : (dayInput(text, nf) ?? amountInput(text, nf, '.'));
  if (formatted !== null) return formatted;
  const input = inputOf(text, nf);
  return input === null ? null : { i: input };
}

/** The text that a cell with a number is edited as, which `typedInput` reads as exactly this number. */
export function editedNumber(value: number, nf?: string): string {
  if (nf === undefined || !showsPercent(nf)) return numberInput(value, nf);
  const hundredfold = String(Number(`${value}e2`));
  return Number(`${hundredfold}e-2`) === value && /^-?[\d.]+$/.test(hundredfold) && amountIn(`${hundredfold}%`, '.')?.n === value
    ? `${hundredfold}%`
    : numberInput(value, nf);
}

const showsPercent = (nf: string): boolean => formatKind(nf) === 'percent';
const hasFormat = (nf: string | undefined): boolean => nf !== undefined && nf !== 'general';

function dayInput(text: string, nf: string | undefined): FormattedInput | null {
  const day = hasFormat(nf) ? null : isoDayIn(text);
  return day === null ? null : { i: { n: day.serial }, nf: day.hasTime ? 'datetime' : 'date' };
}

function amountInput(text: string, nf: string | undefined, point: DecimalPoint): FormattedInput | null {
  const amount = amountIn(text, point);
  return amount === null ? null : { i: { n: amount.n }, ...(!hasFormat(nf) && { nf: amount.nf }) };
}

export type CsvField = { readonly text: string; readonly isQuoted: boolean };

/** The input of a field in a file, with the format that the cell gets if it has none. */
export function fieldInput(
  { text, isQuoted }: CsvField,
  { nf, point = '.' }: { readonly nf?: string | undefined; readonly point?: DecimalPoint } = {},
): FormattedInput | null {
  if (/^[+-]?0\d|^[+-]?[\d.,]+[eE]\d+$/.test(text)) return { i: { s: text } };
  const formatted = (isQuoted ? null : dayInput(text, nf)) ?? amountInput(text, nf, point);
  if (formatted !== null) return formatted;
  const plain = withPoint(text, point);
  // A decimal point where decimals have a comma: a version, or a day.
  if (point === ',' && plain === text && /^[+-]?\d*\.\d+$/.test(text)) return { i: { s: text } };
  const input = isQuoted ? inputOf(plain) : inputOf(plain, nf);
  return input === null ? null : { i: input };
}

/** The constant with this value; for an error its name, for empty text none. */
export function constantOf(value: Scalar): CellInput | null {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return { n: value };
  if (typeof value === 'boolean') return { b: value };
  if (isSheetError(value)) return { s: value.e };
  return { s: /^[=']/.test(value) ? `'${value}` : value };
}

/** The text that `inputOf` reads as exactly this number, in a cell of this format. */
export function numberInput(value: number, nf?: string): string {
  const size = Math.abs(value);
  const day = nf !== undefined && showsDays(nf) ? isoDay(value) : null;
  return day ?? (size >= 1e15 || (size < 1e-6 && size > 0) ? exponentText(value) : String(value));
}

const shortForm = /^[+-]?(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})(?:[eE][+-]?\d{1,2})?$/;
const longForm = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;

/** Null for text that is not a number. */
function numberIn(text: string): number | null {
  const value = Number(text);
  // Negative zero becomes zero.
  if (shortForm.test(text)) return value === 0 ? 0 : value;
  const isExact = /[.eE]/.test(text) && text.length <= 340 && longForm.test(text) && digitsOf(text) === digitsOf(String(value));
  return isExact ? value : null;
}

/** The significant digits alone. */
const digitsOf = (number: string): string =>
  number
    .replace(/[eE].*$/, '')
    .replace(/[+.-]/g, '')
    .replace(/^0+|0+$/g, '');
