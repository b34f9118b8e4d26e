/**
 * iso-day: days and moments as in ISO 8601, `2024-03-15` and `2024-03-15 12:30:00`, for files and fields.
 *
 * D1  From 1900-03-01 on, where all spreadsheets count days alike, to 9999-12-31. Seconds have as many decimals as the number
 *     needs: what is written is read as the very same number.
 */
import { dayOf, lastSerial, serialOf } from './serial-date.ts';

const firstSerial = 61;
const form = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?)?$/;

/** [D1] Null where it cannot be written so. */
export function isoDay(serial: number): string | null {
  const whole = Math.floor(serial);
  if (whole < firstSerial || whole > lastSerial) return null;
  const { year, month, day } = dayOf(whole);
  const date = `${year}-${padded(month)}-${padded(day)}`;
  if (whole === serial) return date;
  for (let decimals = 0; decimals <= 9; decimals += 1) {
    const written = `${date} ${clockText((serial - whole) * 86_400, decimals)}`;
    if (isoDayIn(written)?.serial === serial) return written;
  }
  return null;
}

/** Null for a text that is no such day. */
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
