/** since-text: a moment for people: the time since or until then, and the day from a week on. */
import { uiTexts } from '../strings/ui.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `now` and `moment` in milliseconds since the Unix epoch. */
export function sinceText(moment: number, now: number, locale?: string): string {
  const distance = moment - now;
  const length = Math.abs(distance);
  if (length < minuteMs) return uiTexts.justNow;
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (length < hourMs) return relative.format(Math.trunc(distance / minuteMs), 'minute');
  if (length < dayMs) return relative.format(Math.trunc(distance / hourMs), 'hour');
  if (length < 7 * dayMs) return relative.format(Math.round(distance / dayMs), 'day');
  return dayText(moment, locale);
}

/** The day alone. */
export const dayText = (moment: number, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(moment);
