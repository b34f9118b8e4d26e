import { expect, test } from 'vitest';

import { ServerClock } from './server-clock.ts';

const at = Date.parse('Mon, 30 Nov 2026 12:00:00 GMT');
const date = new Date(at).toUTCString();

test('a clock that is off is corrected by the date of an answer, to half a second', () => {
  for (const off of [-3_600_000, -5_000, 5_000, 86_400_000]) {
    const clock = new ServerClock();
    const sent = at + 500 + off;
    clock.take(date, sent - 20, sent + 20);
    expect(clock.now(sent + 1_000)).toBe(at + 1_500);
  }
});

test('small differences, slow answers and answers without a date change nothing', () => {
  for (const [given, sent, answered] of [
    [date, at - 1_000, at - 900],
    [date, at - 20_000, at + 30_000],
    [null, at + 60_000, at + 60_000],
    ['soon', at + 60_000, at + 60_000],
  ] as const) {
    const clock = new ServerClock();
    clock.take(given, sent, answered);
    expect(clock.now(at)).toBe(at);
  }
});
