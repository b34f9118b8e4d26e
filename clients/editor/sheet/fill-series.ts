/**
 * fill-series: the values that continue a run of cells when it is filled further, as in other spreadsheets.
 *
 * Two or more numbers with one step are continued by it; a single number is repeated. Dates continue by days, a single one too, or
 * by months if that is their step; ends of months stay ends of months. Texts that end with a number count on, keeping leading
 * zeros; names of days, months and quarters start over after the last one; a text such as 2026-11-20 is a date. Anything else is
 * repeated, and so are runs of mixed kinds.
 */
import { addMonths, dayOf, daysInMonth, lastSerial, serialOf } from '#core/sheet/serial-date.ts';
import type { CellInput } from '#schema/sheet.ts';

/** A cell of the run. `isDay`: its number is shown as a date. */
export type RunCell = { readonly input: CellInput | null; readonly isDay: boolean };

/** The next `count` values after the run. A backward run is passed in reverse; a single cell then counts down. */
export function seriesAfter(run: readonly RunCell[], count: number, alone: 1 | -1 = 1): (CellInput | null)[] {
  const next = stepOf(run, alone) ?? ((place: number) => run[place % run.length]?.input ?? null);
  return Array.from({ length: count }, (_, index) => next(run.length + index));
}

/** The value at a place of the series, counted from the first of the run; null if the run is no series. */
type Series = (place: number) => CellInput | null;

function stepOf(run: readonly RunCell[], alone: number): Series | null {
  const numbers = run.flatMap(({ input }) => (input !== null && 'n' in input ? [input.n] : []));
  if (numbers.length === run.length) {
    const number = run.every(({ isDay }) => isDay) ? dayStep(numbers, alone) : numberStep(numbers);
    return number === null ? null : (place) => ({ n: number(place) });
  }
  const texts = run.flatMap(({ input }) => (input !== null && 's' in input ? [input.s] : []));
  const text =
    texts.length === run.length ? (writtenDays(texts, alone) ?? names(texts, alone) ?? countingSeries(texts, alone)) : null;
  return text === null ? null : (place) => ({ s: text(place) });
}

function numberStep(numbers: readonly number[]): ((place: number) => number) | null {
  const [first = 0, second = first] = numbers;
  const step = second - first;
  const isStep = numbers.every((number, place) => Math.abs(number - first - step * place) <= Math.abs(step) * 1e-9);
  return numbers.length > 1 && isStep ? (place) => tidy(first + step * place) : null;
}

/** Months are tried before days: a step of days is rarely the same number of months each time. */
function dayStep(numbers: readonly number[], alone: number): ((place: number) => number) | null {
  const [first = 0, second] = numbers;
  const isDay = (serial: number): boolean => serial >= 1 && serial <= lastSerial;
  if (!numbers.every(isDay)) return null;
  const kept = (at: (place: number) => number) => (place: number) => Math.min(lastSerial, Math.max(1, at(place)));
  if (second === undefined) return kept((place) => first + alone * place);
  const months = monthOf(second) - monthOf(first);
  const isEnd = numbers.every((number) => isEndOfMonth(number));
  const byMonth = (place: number): number => {
    const day = addMonths(first, months * place) + (first - Math.floor(first));
    const { year, month } = dayOf(day);
    return isEnd ? serialOf(year, month, daysInMonth(year, month)) + (first - Math.floor(first)) : day;
  };
  if (months !== 0 && numbers.every((number, place) => number === byMonth(place))) return kept(byMonth);
  const byDay = numberStep(numbers);
  return byDay === null ? null : kept(byDay);
}

function monthOf(serial: number): number {
  const { year, month } = dayOf(serial);
  return year * 12 + month;
}

function isEndOfMonth(serial: number): boolean {
  const { year, month, day } = dayOf(serial);
  return day === daysInMonth(year, month);
}

function writtenDays(texts: readonly string[], alone: number): ((place: number) => string) | null {
  const serials = texts.map((text) => {
    const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
    if (match === null) return null;
    const serial = serialOf(Number(match[1]), Number(match[2]), Number(match[3]));
    return isoDay(serial) === text ? serial : null;
  });
  const known = serials.filter((serial) => serial !== null);
  const step = known.length === texts.length ? dayStep(known, alone) : null;
  return step === null ? null : (place) => isoDay(step(place));
}

function isoDay(serial: number): string {
  const { year, month, day } = dayOf(serial);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const rounds: readonly (readonly string[])[] = [
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  ['Q1', 'Q2', 'Q3', 'Q4'],
];

/** In the case of the first text. */
function names(texts: readonly string[], alone: number): ((place: number) => string) | null {
  const [first = ''] = texts;
  for (const round of rounds) {
    const places = texts.map((text) => round.findIndex((name) => name.toLowerCase() === text.toLowerCase()));
    if (places.includes(-1)) continue;
    const [from = 0, next = from + alone] = places;
    const at = (place: number): number => (((from + (next - from) * place) % round.length) + round.length) % round.length;
    if (!places.every((known, place) => known === at(place))) return null;
    return (place) => inCaseOf(first, round[at(place)] ?? '');
  }
  return null;
}

function inCaseOf(like: string, name: string): string {
  if (like === like.toLowerCase()) return name.toLowerCase();
  return like.length > 2 && like === like.toUpperCase() ? name.toUpperCase() : name;
}

/** Numbers that a double represents exactly. */
function countingSeries(texts: readonly string[], alone: number): ((place: number) => string) | null {
  const parts = texts.map(numberAtEnd);
  const known = parts.filter((part) => part !== null);
  const [first, second] = known;
  if (first === undefined || known.length < parts.length || known.some(({ words }) => words !== first.words)) return null;
  const step = second === undefined ? alone : second.number - first.number;
  if (!known.every(({ number }, place) => number === first.number + step * place)) return null;
  const width = first.digits.startsWith('0') ? first.digits.length : 1;
  return (place) => `${first.words}${String(Math.abs(first.number + step * place)).padStart(width, '0')}`;
}

function numberAtEnd(text: string): { readonly words: string; readonly digits: string; readonly number: number } | null {
  let start = text.length;
  while (start > 0 && text.length - start < 16 && /\d/.test(text[start - 1] ?? '')) start -= 1;
  const digits = text.slice(start);
  return digits === '' || digits.length > 15 ? null : { words: text.slice(0, start), digits, number: Number(digits) };
}

/** Removes the rounding error of sums of decimal fractions. */
const tidy = (number: number): number => (Number.isInteger(number) ? number || 0 : Number(number.toPrecision(14)));
