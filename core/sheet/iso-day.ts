/**
 * iso-day: dates and times in ISO 8601 form, `2024-03-15` and `2024-03-15 12:30:00`, for files and fields.
 *
 * From 1900-03-01, from when all spreadsheets count dates alike, to 9999-12-31. Seconds have as many decimals as needed to read
 * the same number back.
 */
import { dayOf, lastSerial, serialOf } from './serial-date.ts';

const firstSerial = 61;
const form = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?)?$/;

/** Null if the number cannot be written in this form. */
export function isoDay(serial: number): string | null {
  const whole = Math.floor(serial);
  if (whole < firstSerial || whole > lastSerial) return null;
  const { year, month, day } = dayOf(whole);
  const date = `${year}-${padded(month)}-${padded(day)}`;
  if (whole === serial) return date;
  for (let decimals = 0; decimals <= 9; decimals += 1) {
    const text = `${date} ${clockText((serial - whole) * 86_400, decimals)}`;
    if (isoDayIn(text)?.serial === serial) return text;
  }
  return null;
}

/** Null for text that is not such a date. */
export function isoDayIn(text: string): { readonly serial: number; readonly hasTime: boolean } | null {
  const [, years = '', months = '', days = '', hours, minutes = '0', seconds = '0'] = form.exec(text) ?? [];
  const [year, month, day] = [Number(years), Number(months), Number(days)];
  const serial = serialOf(year, month, day);
  const date = dayOf(serial);
  if (serial < firstSerial || date.year !== year || date.month !== month || date.day !== day) return null;
  if (hours === undefined) return { serial, hasTime: false };
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) >= 60) return null;
  const passed = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return { serial: serial + passed / 86_400, hasTime: true };
}

function clockText(seconds: number, decimals: number): string {
  const unit = 10 ** decimals;
  const units = Math.round(seconds * unit);
  const whole = Math.floor(units / unit);
  const fraction = decimals === 0 ? '' : `.${String(units % unit).padStart(decimals, '0')}`;
  return `${padded(Math.floor(whole / 3_600))}:${padded(Math.floor(whole / 60) % 60)}:${padded(whole % 60)}${fraction}`;
}

const padded = (part: number): string => String(part).padStart(2, '0');
