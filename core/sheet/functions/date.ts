/** date: functions of dates and times as serial numbers. */
import { parseDate, parseTime } from 'numfmt';

import { numberKey, toNumber } from '../coerce.ts';
import { addMonths, dayOf, daysInMonth, lastSerial, secondsOfDay, serialAt, serialOf, weekdayOf } from '../serial-date.ts';
import { badNumber, badValue, gridOf, isGrid, isSheetError, type Scalar, scalarOf, type Value } from '../value.ts';
import type { FormulaWork } from '../recalculation-budget.ts';
import { type SheetFunction, single, whole } from './define.ts';

const inRange = (serial: number): Scalar => (serial < 0 || serial >= lastSerial + 1 ? badNumber : serial);

/** A function of one date or time. */
const ofDay = (name: string, fn: (serial: number) => number): SheetFunction =>
  single(name, 'n', (serial) => (isSheetError(inRange(serial)) ? badNumber : fn(serial)));

function isoWeek(serial: number): number {
  const day = Math.floor(serial);
  const thursday = day - ((weekdayOf(day) + 6) % 7) + 3;
  return Math.floor((thursday - serialOf(dayOf(thursday).year, 1, 1)) / 7) + 1;
}

/** First days of the week for the types of WEEKDAY and WEEKNUM, 0 for Sunday. */
const firstDays: ReadonlyMap<number, number> = new Map([[1, 0], [2, 1], [11, 1], [12, 2], [13, 3], [14, 4], [15, 5], [16, 6], [17, 0]]); // prettier-ignore

function weekday(serial: number, kind = 1): Scalar {
  if (isSheetError(inRange(serial))) return badNumber;
  if (kind === 3) return (weekdayOf(serial) + 6) % 7;
  const first = firstDays.get(kind);
  return first === undefined ? badNumber : ((weekdayOf(serial) - first + 7) % 7) + 1;
}

function weeknum(serial: number, kind = 1): Scalar {
  if (isSheetError(inRange(serial))) return badNumber;
  if (kind === 21) return isoWeek(serial);
  const first = firstDays.get(kind);
  if (first === undefined) return badNumber;
  const newYear = serialOf(dayOf(serial).year, 1, 1);
  return Math.floor((Math.floor(serial) - newYear + ((weekdayOf(newYear) - first + 7) % 7)) / 7) + 1;
}

function datedif(from: number, to: number, unit: string): Scalar {
  const [start, end] = [Math.floor(from), Math.floor(to)];
  if (start > end || isSheetError(inRange(start)) || isSheetError(inRange(end))) return badNumber;
  const [a, b] = [dayOf(start), dayOf(end)];
  const months = (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day ? 1 : 0);
  switch (unit.toUpperCase()) {
    case 'D':
      return end - start;
    case 'M':
      return months;
    case 'Y':
      return Math.floor(months / 12);
    case 'YM':
      return months % 12;
    case 'MD':
      return b.day >= a.day ? b.day - a.day : end - serialOf(b.year, b.month - 1, a.day);
    case 'YD':
      return end - serialOf(b.year - (b.month < a.month || (b.month === a.month && b.day < a.day) ? 1 : 0), a.month, a.day);
    default:
      return badNumber;
  }
}

function days360(from: number, to: number, european = false): number {
  const [a, b] = [dayOf(from), dayOf(to)];
  let [first, second] = [a.day, b.day];
  if (european) {
    first = Math.min(first, 30);
    second = Math.min(second, 30);
  } else {
    if (first === 31 || (a.month === 2 && first === daysInMonth(a.year, 2))) first = 30;
    if (second === 31 && first === 30) second = 30;
  }
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + second - first;
}

function yearfrac(from: number, to: number, basis = 0): Scalar {
  const [start, end] = [Math.floor(Math.min(from, to)), Math.floor(Math.max(from, to))];
  if (isSheetError(inRange(start)) || isSheetError(inRange(end))) return badNumber;
  switch (basis) {
    case 0:
      return days360(start, end) / 360;
    case 1: {
      const [a, b] = [dayOf(start), dayOf(end)];
      const years = b.year - a.year + 1;
      const isWithinAYear = b.year === a.year || (years === 2 && (b.month < a.month || (b.month === a.month && b.day <= a.day)));
      if (!isWithinAYear) return (end - start) / ((serialOf(b.year + 1, 1, 1) - serialOf(a.year, 1, 1)) / years);
      const leap = [a.year, b.year].some(
        (year) => daysInMonth(year, 2) === 29 && serialOf(year, 2, 29) >= start && serialOf(year, 2, 29) <= end,
      );
      const isLeapYear = a.year === b.year && daysInMonth(a.year, 2) === 29;
      return (end - start) / (leap || isLeapYear ? 366 : 365);
    }
    case 2:
      return (end - start) / 360;
    case 3:
      return (end - start) / 365;
    case 4:
      return days360(start, end, true) / 360;
    default:
      return badNumber;
  }
}

/** The weekend days, Monday first: a number in the function's table, or seven digits 0 and 1. */
function weekendOf(value: Scalar): readonly boolean[] | null {
  if (typeof value === 'string')
    return /^[01]{7}$/.test(value) && value !== '1111111' ? Array.from(value).map((digit) => digit === '1') : null;
  const kind = value === null ? 1 : toNumber(value);
  if (typeof kind !== 'number') return null;
  const free = (day: number): number[] => (kind <= 7 ? [(day + 5) % 7, (day + 6) % 7] : [day]);
  if (kind >= 1 && kind <= 7) return Array.from({ length: 7 }, (_, index) => free(kind - 1).includes(index));
  return kind >= 11 && kind <= 17 ? Array.from({ length: 7 }, (_, index) => index === (kind - 11 + 6) % 7) : null;
}

function holidaysOf(value: Value | undefined, work: FormulaWork): ReadonlySet<number> | null {
  if (isGrid(value)) work.spend(value.cells.length * 3);
  const days = new Set<number>();
  for (const cell of value === undefined ? [] : gridOf(value).cells) {
    const day = toNumber(cell);
    if (isSheetError(day)) return null;
    if (cell !== null) days.add(Math.floor(day));
  }
  return days;
}

type Calendar = { readonly isWork: (serial: number) => boolean; readonly perWeek: number; readonly holidays: readonly number[] };

function calendarOf(weekend: Scalar, holidays: Value | undefined, work: FormulaWork): Calendar | null {
  const [free, days] = [weekendOf(weekend), holidaysOf(holidays, work)];
  if (free === null || days === null) return null;
  const isWeekday = (serial: number): boolean => free[(weekdayOf(serial) + 6) % 7] !== true;
  return {
    isWork: (serial) => isWeekday(serial) && !days.has(serial),
    perWeek: free.filter((isFree) => !isFree).length,
    holidays: [...days].filter(isWeekday),
  };
}

function countWork(calendar: Calendar, from: number, to: number): number {
  const [start, end] = [Math.min(from, to), Math.max(from, to)];
  const weeks = Math.floor((end - start + 1) / 7);
  let count = weeks * calendar.perWeek;
  count -= calendar.holidays.filter((day) => day >= start && day < start + weeks * 7).length;
  for (let day = start + weeks * 7; day <= end; day += 1) if (calendar.isWork(day)) count += 1;
  return from <= to ? count : -count;
}

const networkdays = (name: string, international: boolean): SheetFunction =>
  whole(name, international ? '11?1*' : '11?*', ([from = null, to = null, ...rest], { work }) => {
    const [start, end] = [toNumber(scalarOf(from)), toNumber(scalarOf(to))];
    if (isSheetError(start)) return start;
    if (isSheetError(end)) return end;
    if (isSheetError(inRange(start)) || isSheetError(inRange(end))) return badNumber;
    const calendar = calendarOf(international ? scalarOf(rest[0] ?? 1) : 1, international ? rest[1] : rest[0], work);
    return calendar === null ? badValue : countWork(calendar, Math.floor(start), Math.floor(end));
  });

const workday = (name: string, international: boolean): SheetFunction =>
  whole(name, international ? '11?1*' : '11?*', ([from = null, count = null, ...rest], { work }) => {
    const [start, days] = [toNumber(scalarOf(from)), toNumber(scalarOf(count))];
    if (isSheetError(start)) return start;
    if (isSheetError(days)) return days;
    const calendar = calendarOf(international ? scalarOf(rest[0] ?? 1) : 1, international ? rest[1] : rest[0], work);
    if (calendar === null) return badValue;
    if (isSheetError(inRange(start)) || Math.abs(days) > lastSerial) return badNumber;
    const step = Math.sign(days);
    let [day, left] = [Math.floor(start), Math.abs(Math.trunc(days))];
    while (left > 0) {
      work.spend(1);
      day += step;
      if (isSheetError(inRange(day))) return badNumber;
      if (calendar.isWork(day)) left -= 1;
    }
    return day;
  });

function parsed(
  text: string,
  parse: (text: string) => { readonly value: unknown } | undefined,
  pick: (serial: number) => number,
): Scalar {
  const value = text.length > 64 ? undefined : parse(text)?.value;
  return typeof value === 'number' && value >= 0 ? pick(value) : badValue;
}

export const dateFunctions: readonly SheetFunction[] = [
  single('DATE', 'nnn', (year, month, day) => {
    const full = Math.trunc(year) + (year >= 0 && year < 1900 ? 1900 : 0);
    return full < 0 || full > 9999 ? badNumber : inRange(serialOf(full, Math.trunc(month), Math.trunc(day)));
  }),
  single('TIME', 'nnn', (hours, minutes, seconds) => {
    const total = Math.trunc(hours) * 3600 + Math.trunc(minutes) * 60 + Math.trunc(seconds);
    return total < 0 ? badNumber : (total / 86_400) % 1;
  }),
  ofDay('YEAR', (serial) => dayOf(serial).year), ofDay('MONTH', (serial) => dayOf(serial).month), ofDay('DAY', (serial) => dayOf(serial).day),
  ofDay('HOUR', (serial) => Math.floor(secondsOfDay(serial) / 3600)), ofDay('MINUTE', (serial) => Math.floor(secondsOfDay(serial) / 60) % 60),
  ofDay('SECOND', (serial) => secondsOfDay(serial) % 60), ofDay('ISOWEEKNUM', isoWeek),
  single('WEEKDAY', 'n?n', weekday), single('WEEKNUM', 'n?n', weeknum),
  single('EDATE', 'nn', (serial, months) => (isSheetError(inRange(serial)) ? badNumber : inRange(addMonths(Math.floor(serial), Math.trunc(months))))),
  single('EOMONTH', 'nn', (serial, months) => {
    if (isSheetError(inRange(serial))) return badNumber;
    const { year, month } = dayOf(serial);
    return inRange(serialOf(year, month + Math.trunc(months) + 1, 0));
  }),
  single('DAYS', 'nn', (end, start) => numberKey(Math.floor(end) - Math.floor(start))),
  single('DAYS360', 'nn?b', (from, to, european) => days360(from, to, european)),
  single('DATEDIF', 'nnt', datedif), single('YEARFRAC', 'nn?n', (from, to, basis = 0) => yearfrac(from, to, Math.trunc(basis))),
  single('DATEVALUE', 't', (text) => parsed(text, parseDate, Math.floor)), single('TIMEVALUE', 't', (text) => parsed(text, parseTime, (time) => time % 1)),
  networkdays('NETWORKDAYS', false), networkdays('NETWORKDAYS.INTL', true), workday('WORKDAY', false), workday('WORKDAY.INTL', true),
  { ...whole('NOW', '', (_, { now }) => serialAt(now)), volatile: true },
  { ...whole('TODAY', '', (_, { now }) => Math.floor(serialAt(now))), volatile: true },
]; // prettier-ignore
