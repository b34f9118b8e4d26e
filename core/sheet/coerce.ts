/**
 * coerce: converts and compares values as spreadsheets do.
 *
 * Text that looks like a number, an amount, a percentage, a date or a time is that number where a number is needed; TRUE is 1,
 * an empty cell 0, other text #VALUE!. A number becomes text with up to 15 significant digits, or all digits if it is a whole
 * number up to 2^53; booleans become TRUE and FALSE, an empty cell an empty text. Numbers sort before text, text before
 * booleans. Text is compared case-insensitively.
 */
import { parseValue } from 'numfmt';

import { badValue, isSheetError, type Scalar, type SheetError } from './value.ts';

/** The value as a number. */
export function toNumber(value: Scalar): number | SheetError {
  if (typeof value === 'number') return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' ? (numberIn(value) ?? badValue) : value;
}

/** The number that a text represents; null if none. Text longer than any number is not parsed. */
export function numberIn(text: string): number | null {
  const trimmed = text.trim();
  // Every number has a digit.
  if (trimmed.length > 64 || !/\d/.test(trimmed)) return null;
  const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(trimmed) ? Number(trimmed) : null;
  if (plain !== null) return Number.isFinite(plain) ? plain : null;
  const parsed = parseValue(trimmed);
  // A date without a year would be a different number each year.
  if (parsed === undefined || ('formatId' in parsed && parsed.formatId === 16)) return null;
  return typeof parsed.value === 'number' && Number.isFinite(parsed.value) ? parsed.value : null;
}

/** The value as text. */
export function toText(value: Scalar): string | SheetError {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : value;
}

export function toBoolean(value: Scalar): boolean | SheetError {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (value === null) return false;
  if (isSheetError(value)) return value;
  const word = value.length > 8 ? '' : value.trim().toUpperCase();
  if (word === 'TRUE' || word === 'FALSE') return word === 'TRUE';
  return badValue;
}

/** With an exponent below 1e-9, and from 1e15 on if 15 digits are not enough. */
export function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const rounded = Number(value.toPrecision(15));
  const size = Math.abs(rounded);
  if (size < 1e-9 || size >= (rounded === value ? 1e21 : 1e15)) return exponentText(rounded);
  const plain = String(rounded);
  return plain.includes('e') ? rounded.toFixed(20).replace(/0{1,20}$/, '') : plain;
}

/** The shortest digits that identify the number, with an exponent of at least two digits: `1.5E+300`. */
export function exponentText(value: number): string {
  const [digits = '0', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  return `${digits}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** Negative, 0 or positive. Neither value is an error. */
export function compareScalars(left: Exclude<Scalar, SheetError>, right: Exclude<Scalar, SheetError>): number {
  const [a, b] = [left ?? emptyAs(right), right ?? emptyAs(left)];
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return compareNumbers(Number(a), Number(b));
}

/** Sums of decimal fractions differ in their last binary digits. Numbers that are written the same are equal. */
export function compareNumbers(x: number, y: number): number {
  if (x === y) return 0;
  // Only numbers this close can have the same digits.
  if (Math.abs(x - y) <= Math.abs(x) * 1e-14 && numberKey(x) === numberKey(y)) return 0;
  return x < y ? -1 : 1;
}

export const foldCase = (text: string): string => text.toLowerCase();

/** Equal for numbers with the same 15 significant digits. */
export const numberKey = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const [x, y] = [foldCase(a), foldCase(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const rankOf = (value: Scalar): number => (typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2);
const emptyAs = (other: Scalar): number | string | boolean =>
  typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0;
