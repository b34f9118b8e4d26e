import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { nextTurn, sweepMarginMs, type SweepState } from './retention-schedule.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Midnight in the local time zone. */
const midnight = new Date(2026, 5, 1).getTime();

/** Asks for a turn every hour, with a clock that jumps. Returns the nightly sweeps, and how far ahead the clock was at each. */
function sweepsOf(hours: number, aheadAt: (hourNumber: number) => number, start: SweepState | null = null) {
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

describe('the sweep schedule', () => {
  test('RS2 a turn comes once an hour and once a night, at night, however many nodes ask', () => {
    const { nights, hourly } = sweepsOf(24 * 30, () => 0);
    expect(hourly).toBe(24 * 30);
    expect(nights.length).toBe(23);
    for (const { at } of nights.slice(1)) expect(at % 24).toBe(3);
    const state = sweepsOf(24 * 10, () => 0).state;
    const at = midnight + 10 * day + 3 * hour;
    const first = nextTurn(state, at);
    expect([first.hourly, first.nightly]).toEqual([true, true]);
    const second = nextTurn(first.state, at + 1_000);
    expect([second.hourly, second.nightly]).toEqual([false, false]);
  });

  test('RS2 a server that is off at night sweeps by day', () => {
    let state: SweepState | null = null;
    const sweepHours: number[] = [];
    for (let index = 0; index < 24 * 20; index += 1) {
      if (index % 24 < 9 || index % 24 > 16) continue;
      const turn = nextTurn(state, midnight + index * hour);
      state = turn.state;
      if (turn.nightly) sweepHours.push(index);
    }
    expect(sweepHours.length).toBeGreaterThan(7);
  });

  test('RS3 nothing younger than 30 days is deleted if a clock jumps for less than a week, however far', () => {
    for (const days of [-400, -31, -3, 1.9, 3, 31, 400]) {
      for (const lasting of [1, 30, 24 * 6]) {
        const { nights } = sweepsOf(24 * 60, (index) => (index > 24 * 20 && index <= 24 * 20 + lasting ? days * day : 0));
        expect(nights.length).toBeGreaterThan(20);
        // The age of what it deletes, by the true clock.
        for (const { ahead } of nights)
          expect(limits.changesetRetentionDays * day + sweepMarginMs - ahead).toBeGreaterThanOrEqual(30 * day);
      }
    }
  });

  test('RS3 nodes whose clocks are far apart sweep no history, and a clock that stays changed is trusted after a week', () => {
    expect(sweepsOf(24 * 60, (index) => (index % 2) * 31 * day).nights).toEqual([]);
    const [first] = sweepsOf(24 * 60, (index) => (index > 24 * 20 ? 31 * day : 0)).nights.filter(({ ahead }) => ahead > 0);
    expect(first!.at - 24 * 20).toBeGreaterThanOrEqual(7 * 24);
  });
});
