import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Activity } from '#schema/history.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { stopAt, stopsOf } from './past-stops.ts';

const entry = (firstRev: number, rev: number): Activity => ({
  tabId: 't',
  author: { name: 'Ada', color: '#1d4ed8' },
  agent: false,
  from: firstRev,
  to: rev,
  firstRev,
  rev,
  elements: 1,
  changeset: null,
});

test('each entry ends at a stop, and a long one has ten', () => {
  const stops = stopsOf([entry(3, 102), entry(2, 2), entry(1, 1)]);
  expect(stops.map(({ rev }) => rev)).toEqual([1, 2, 12, 22, 32, 42, 52, 62, 72, 82, 92, 102]);
  expect(stops.filter(({ isLast }) => isLast).map(({ rev }) => rev)).toEqual([1, 2, 102]);
});

test('the end of an entry is a stop of its own also within a longer one', () => {
  const stops = stopsOf([entry(1, 5), entry(3, 3)]);
  expect(stops.map(({ rev, entry: of }) => [rev, of.rev])).toEqual([
    [1, 5],
    [2, 5],
    [3, 3],
    [4, 5],
    [5, 5],
  ]);
});

test('the stop of a revision is the last one that it has reached', () => {
  const stops = stopsOf([entry(5, 5), entry(2, 2)]);
  expect([1, 2, 4, 5, 9].map((rev) => stopAt(stops, rev))).toEqual([0, 0, 0, 1, 1]);
});

test('stops rise, and lie within their entries', () => {
  const entries = fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 200 })), { maxLength: 20 });
  fc.assert(
    fc.property(entries, (drawn) => {
      const activity = drawn.map(([first, more]) => entry(first, first + more)).toSorted((a, b) => b.rev - a.rev);
      const stops = stopsOf(activity);
      for (const [index, stop] of stops.entries()) {
        expect(stop.rev).toBeGreaterThan(stops[index - 1]?.rev ?? 0);
        expect(stop.rev).toBeGreaterThanOrEqual(stop.entry.firstRev);
        expect(stop.rev).toBeLessThanOrEqual(stop.entry.rev);
      }
      expect(new Set(activity.map(({ rev }) => rev))).toEqual(
        new Set(stops.filter(({ isLast }) => isLast).map(({ rev }) => rev)),
      );
    }),
    fuzz(1_000),
  );
});
