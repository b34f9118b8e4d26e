/**
 * coerce: how spreadsheets read one kind of value as another, and how they compare values.
 *
 * C1  A text that looks like a number, an amount, a percentage, a date or a time is that number where a number is needed; TRUE
 *     is 1; nothing is 0. Other texts are #VALUE!.
 * C2  A number becomes a text of up to 15 significant digits, or of all digits if it is a whole number up to 2^53. Truth values
 *     become TRUE and FALSE, nothing becomes the empty text.
 * C3  Numbers come before texts, texts before truth values. Texts compare without regard to case.
 */
import { parseValue } from 'numfmt';

import { badValue, isSheetError, type Scalar, type SheetError } from './value.ts';

/** [C1] */
export function toNumber(value: Scalar): number | SheetError {
  if (typeof value === 'number') return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' ? (numberIn(value) ?? badValue) : value;
}

/** The number that a text stands for; null when it is none. Longer texts than numbers can be are not looked at. */
export function numberIn(text: string): number | null {
  const trimmed = text.trim();
  // Whatever stands for a number has a digit.
  if (trimmed.length > 64 || !/\d/.test(trimmed)) return null;
  const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(trimmed) ? Number(trimmed) : null;
  if (plain !== null) return Number.isFinite(plain) ? plain : null;
  const parsed = parseValue(trimmed);
  // A day without a year would be another number each year.
  if (parsed === undefined || ('formatId' in parsed && parsed.formatId === 16)) return null;
  return typeof parsed.value === 'number' && Number.isFinite(parsed.value) ? parsed.value : null;
}

/** [C2] */
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

/** [C2] Below 1e-9, and where 15 digits are too few for a number from 1e15 on, with an exponent. */
export function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const rounded = Number(value.toPrecision(15));
  const size = Math.abs(rounded);
  if (size < 1e-9 || size >= (rounded === value ? 1e21 : 1e15)) return exponentText(rounded);
  const plain = String(rounded);
  return plain.includes('e') ? rounded.toFixed(20).replace(/0{1,20}$/, '') : plain;
}

/** The shortest digits that tell the number from every other, with an exponent of at least two digits: `1.5E+300`. */
export function exponentText(value: number): string {
  const [digits = '0', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  return `${digits}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** [C3] Below 0, 0 or above 0. Neither is an error. */
export function compareScalars(left: Exclude<Scalar, SheetError>, right: Exclude<Scalar, SheetError>): number {
  const [a, b] = [left ?? emptyAs(right), right ?? emptyAs(left)];
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return compareNumbers(Number(a), Number(b));
}

/** Sums of decimal fractions differ in the last binary digits: what is written the same is equal. */
export function compareNumbers(x: number, y: number): number {
  if (x === y) return 0;
  // Only what is as near as that can have the same digits.
  if (Math.abs(x - y) <= Math.abs(x) * 1e-14 && numberKey(x) === numberKey(y)) return 0;
  return x < y ? -1 : 1;
}

export const foldCase = (text: string): string => text.toLowerCase();

/** Equal for numbers that agree in 15 significant digits. */
export const numberKey = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const [x, y] = [foldCase(a), foldCase(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const rankOf = (value: Scalar): number => (typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2);
const emptyAs = (other: Scalar): number | string | boolean =>
  typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0;
