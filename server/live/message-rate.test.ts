import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { MessageRate } from './message-rate.ts';

const { messagesPerBurst, messagesPerSecond, floodSeconds } = limits;
const start = 1_800_000_000_000;

/** Sends `count` messages spread evenly over `ms` and returns how many passed before one exceeded the rate. */
function passed(rate: MessageRate, count: number, ms: number, from: number = start): number {
  for (let sent = 0; sent < count; sent += 1) if (rate.exceeds(from + Math.floor((sent * ms) / count))) return sent;
  return count;
}

describe('message-rate', () => {
  test('[LV8] a burst passes up to its limit, and the next message exceeds it', () => {
    expect(passed(new MessageRate(), messagesPerBurst, 1)).toBe(messagesPerBurst);
    expect(passed(new MessageRate(), messagesPerBurst + 1, 1)).toBe(messagesPerBurst);
  });

  test('[LV8] the maximum rate is allowed indefinitely, a slightly higher one for less than a minute', () => {
    const minute = 60_000;
    expect(passed(new MessageRate(), messagesPerSecond * 60, minute)).toBe(messagesPerSecond * 60);
    const more = messagesPerSecond + 25;
    const sent = passed(new MessageRate(), more * 60, minute);
    expect(sent).toBeLessThan(more * 60);
    expect(sent).toBeGreaterThanOrEqual(messagesPerSecond * floodSeconds);
  });

  test('an occasional burst is allowed', () => {
    const rate = new MessageRate();
    for (let burst = 0; burst < 20; burst += 1) {
      expect(passed(rate, messagesPerBurst, 500, start + burst * 10_000)).toBe(messagesPerBurst);
    }
  });

  test('exactly the messages of the last seconds count, for any pauses and if the clock is set back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ pauseMs: fc.integer({ min: -2_000, max: 15_000 }), count: fc.integer({ min: 1, max: 700 }) }), { maxLength: 40 }), // prettier-ignore
        (waves) => {
          const rate = new MessageRate();
          const counts = new Map<number, number>();
          let now = start;
          let latest = 0;
          for (const { pauseMs, count } of waves) {
            now += pauseMs;
            const second = Math.floor(now / 1_000);
            if (second < latest) {
              // The clock was set back: the count is only an estimate from here on.
              for (let sent = 0; sent < count; sent += 1) rate.exceeds(now);
              return;
            }
            latest = second;
            for (let sent = 0; sent < count; sent += 1) {
              counts.set(second, (counts.get(second) ?? 0) + 1);
              let total = 0;
              for (let back = 0; back < floodSeconds; back += 1) total += counts.get(second - back) ?? 0;
              const tooMany = counts.get(second)! > messagesPerBurst || total > messagesPerSecond * floodSeconds;
              expect(rate.exceeds(now)).toBe(tooMany);
              if (tooMany) return;
            }
          }
        },
      ),
      fuzz(),
    );
  });
});
