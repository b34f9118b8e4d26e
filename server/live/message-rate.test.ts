import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { MessageRate } from './message-rate.ts';

const { messagesPerBurst, messagesPerSecond, floodSeconds } = limits;
const start = 1_800_000_000_000;

/** Sends `count` messages spread evenly over `ms`, and answers how many passed before one was too many. */
function passed(rate: MessageRate, count: number, ms: number, from: number = start): number {
  for (let sent = 0; sent < count; sent += 1) if (rate.exceeds(from + Math.floor((sent * ms) / count))) return sent;
  return count;
}

describe('message-rate', () => {
  test('a burst passes up to its limit, and the next message is one too many', () => {
    expect(passed(new MessageRate(), messagesPerBurst, 1)).toBe(messagesPerBurst);
    expect(passed(new MessageRate(), messagesPerBurst + 1, 1)).toBe(messagesPerBurst);
  });

  test('the rate may be held for ever, and a little more not for ten seconds', () => {
    const minute = 60_000;
    expect(passed(new MessageRate(), messagesPerSecond * 60, minute)).toBe(messagesPerSecond * 60);
    const more = messagesPerSecond + 25;
    const sent = passed(new MessageRate(), more * 60, minute);
    expect(sent).toBeLessThan(more * 60);
    expect(sent).toBeGreaterThanOrEqual(messagesPerSecond * floodSeconds);
  });

  test('a burst now and then is no flood', () => {
    const rate = new MessageRate();
    for (let burst = 0; burst < 20; burst += 1) {
      expect(passed(rate, messagesPerBurst, 500, start + burst * 10_000)).toBe(messagesPerBurst);
    }
  });

  test('it counts exactly what came in the last seconds, whatever the pauses, also when the clock is put back', () => {
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
              // The clock was put back: the count is only an estimate from here on.
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
