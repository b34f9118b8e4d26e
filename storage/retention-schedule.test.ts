import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { nextTurn, sweepMarginMs, type SweepState } from './retention-schedule.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Some midnight of this place. */
const midnight = new Date(2026, 5, 1).getTime();

/** Looks every hour, by a clock that jumps; answers when was swept, and how far the clock was ahead then. */
function looks(hours: number, aheadAt: (hourNumber: number) => number, start: SweepState | null = null) {
  let state = start;
  const nights: { at: number; ahead: number }[] = [];
  let hourly = 0;
  for (let index = 0; index < hours; index += 1) {
    const at = midnight + index * hour + aheadAt(index);
    const turn = nextTurn(state, at);
    state = turn.state;
    if (turn.hourly) hourly += 1;
    if (turn.nightly) nights.push({ at: index, ahead: aheadAt(index) });
  }
  return { nights, hourly, state };
}

describe('the turn to sweep', () => {
  test('[N1] comes once an hour and once a night, at night, however many look', () => {
    const { nights, hourly } = looks(24 * 30, () => 0);
    expect(hourly).toBe(24 * 30);
    expect(nights.length).toBe(23);
    for (const { at } of nights.slice(1)) expect(at % 24).toBe(3);
    const state = looks(24 * 10, () => 0).state;
    const at = midnight + 10 * day + 3 * hour;
    const first = nextTurn(state, at);
    expect([first.hourly, first.nightly]).toEqual([true, true]);
    const second = nextTurn(first.state, at + 1_000);
    expect([second.hourly, second.nightly]).toEqual([false, false]);
  });

  test('[N1] a server that is off at night sweeps by day', () => {
    let state: SweepState | null = null;
    const swept: number[] = [];
    for (let index = 0; index < 24 * 20; index += 1) {
      if (index % 24 < 9 || index % 24 > 16) continue;
      const turn = nextTurn(state, midnight + index * hour);
      state = turn.state;
      if (turn.nightly) swept.push(index);
    }
    expect(swept.length).toBeGreaterThan(7);
  });

  test('[N3] nothing younger than 30 days goes when a clock jumps for less than a week, however far and often', () => {
    for (const days of [-400, -31, -3, 1.9, 3, 31, 400]) {
      for (const lasting of [1, 30, 24 * 6]) {
        const { nights } = looks(24 * 60, (index) => (index > 24 * 20 && index <= 24 * 20 + lasting ? days * day : 0));
        expect(nights.length).toBeGreaterThan(20);
        // What it deletes is this old: it must be over by the true clock.
        for (const { ahead } of nights)
          expect(limits.changesetRetentionDays * day + sweepMarginMs - ahead).toBeGreaterThanOrEqual(30 * day);
      }
    }
  });

  test('[N3] nodes whose clocks are far apart sweep nothing; a clock that stays is believed after a week', () => {
    expect(looks(24 * 60, (index) => (index % 2) * 31 * day).nights).toEqual([]);
    const [first] = looks(24 * 60, (index) => (index > 24 * 20 ? 31 * day : 0)).nights.filter(({ ahead }) => ahead > 0);
    expect(first!.at - 24 * 20).toBeGreaterThanOrEqual(7 * 24);
  });
});
