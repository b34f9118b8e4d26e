/** ago: the time since a moment, in the reader's language, updated each minute; the exact time is its title. */
import { useEffect, useState } from 'react';

import { peopleTexts } from '../strings/people.ts';

const units = [
  { unit: 'second', ms: 1_000, upTo: 60_000 },
  { unit: 'minute', ms: 60_000, upTo: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, upTo: 86_400_000 },
  { unit: 'day', ms: 86_400_000, upTo: 2_592_000_000 },
] as const;

export function Ago({ at }: { readonly at: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()}>
      {agoText(at, Math.max(now, at))}
    </time>
  );
}

/** `now`, `5 minutes ago`, `yesterday`; the date after more than a month. */
export function agoText(at: number, now: number, locale?: string): string {
  const passed = now - at;
  if (passed < 10_000) return peopleTexts.now;
  const fitting = units.find(({ upTo }) => passed < upTo);
  if (fitting === undefined) return new Date(at).toLocaleDateString(locale);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(passed / fitting.ms), fitting.unit);
}
