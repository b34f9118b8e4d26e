import { describe, expect, test } from 'vitest';

import { limits } from './limits.ts';
import { changedTimer, msLeft, type Timer } from './timer.ts';

const started = changedTimer(null, 'start', 300, 1_000_000);
const after = (timer: Timer | null, action: 'pause' | 'resume' | 'add' | 'stop', now: number, seconds = 60): Timer | null =>
  changedTimer(timer, action, seconds, now);

describe('a timer', () => {
  test('ends its seconds after it is started, and a new start replaces it', () => {
    expect(started).toEqual({ seconds: 300, endsAt: 1_300_000, leftMs: null });
    expect(changedTimer(started, 'start', 60, 1_100_000)).toEqual({ seconds: 60, endsAt: 1_160_000, leftMs: null });
  });

  test('keeps what is left while it is paused', () => {
    const paused = after(started, 'pause', 1_120_500);
    expect(paused).toEqual({ seconds: 300, endsAt: null, leftMs: 179_500 });
    expect(after(paused, 'pause', 1_200_000)).toEqual(paused);
    expect(after(paused, 'resume', 2_000_000)).toEqual({ seconds: 300, endsAt: 2_179_500, leftMs: null });
  });

  test('has more time by what is added, running, paused or over', () => {
    expect(after(started, 'add', 1_120_000)).toEqual({ seconds: 360, endsAt: 1_360_000, leftMs: null });
    expect(after(after(started, 'pause', 1_120_000), 'add', 1_130_000)).toEqual({ seconds: 360, endsAt: null, leftMs: 240_000 });
    expect(after(started, 'add', 1_400_000)).toEqual({ seconds: 60, endsAt: 1_460_000, leftMs: null });
  });

  test('is never longer than a day', () => {
    const day = changedTimer(null, 'start', limits.timerSeconds, 0);
    expect(after(day, 'add', 0, 600)).toEqual(day);
    expect(after(day, 'add', 60_000, 600)).toEqual({ ...day, endsAt: limits.timerSeconds * 1_000 + 60_000 });
  });

  test('is as it was after what does not apply', () => {
    expect(after(started, 'resume', 1_100_000)).toEqual(started);
    expect(after(started, 'pause', 1_300_000)).toEqual(started);
    expect([after(null, 'pause', 0), after(null, 'resume', 0), after(null, 'add', 0), after(started, 'stop', 0)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('has nothing left when it is over', () => {
    expect([1_000_000, 1_299_999, 1_300_000, 1_400_000].map((now) => msLeft(started!, now))).toEqual([300_000, 1, 0, 0]);
  });
});
