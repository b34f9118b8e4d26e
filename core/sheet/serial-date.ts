/**
 * serial-date: dates as numbers: 1 is 1899-12-31, so that 45292 is 2024-01-01, as in other spreadsheets from March 1900 on.
 *
 * The proleptic Gregorian calendar in UTC; the fraction is the time of day. Algorithm: Howard Hinnant, days_from_civil.
 */

const epoch = 25_569;
/** 9999-12-31, and the first valid date. */
export const lastSerial = 2_958_465;

export type Day = { readonly year: number; readonly month: number; readonly day: number };

/** Months and days out of range carry over into the next or previous ones. */
export function serialOf(year: number, month: number, day: number): number {
  const months = year * 12 + (month - 1);
  const [y, m] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  const shifted = m <= 2 ? y - 1 : y;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (m + (m > 2 ? -3 : 9)) + 2) / 5);
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468 + epoch + (day - 1);
}

export function dayOf(serial: number): Day {
  const days = Math.floor(serial) - epoch + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
  };
}

/** 0 for Sunday to 6. */
export const weekdayOf = (serial: number): number => (((Math.floor(serial) - 1) % 7) + 7) % 7;

export const daysInMonth = (year: number, month: number): number => dayOf(serialOf(year, month + 1, 0)).day;

/** The date this many months later, or the last day of that month. */
export function addMonths(serial: number, months: number): number {
  const { year, month, day } = dayOf(serial);
  const first = dayOf(serialOf(year, month + months, 1));
  return serialOf(first.year, first.month, Math.min(day, daysInMonth(first.year, first.month)));
}

/** A time in ms since the Unix epoch. */
export const serialAt = (ms: number): number => ms / 86_400_000 + epoch;

export const secondsOfDay = (serial: number): number => Math.round((serial - Math.floor(serial)) * 86_400) % 86_400;
