import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Activity } from '#schema/history.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { type ActivityStep, activityOf, hourEnd, hourOf } from './activity.ts';

const minute = 60_000;
const ada = { name: 'Ada', color: '#c2410c' };
const bob = { name: 'Bob', color: '#1d4ed8' };

const edits = (rev: number, at: number, by: typeof ada, ...ids: string[]): ActivityStep => ({
  rev,
  at,
  editors: [{ by, ids }],
});
const changeset = (rev: number, at: number): ActivityStep => ({
  rev,
  at,
  entry: {
    tabId: 't',
    author: ada,
    agent: true,
    from: at,
    to: at,
    firstRev: rev,
    rev,
    elements: 3,
    changeset: { id: 'cs' } as NonNullable<Activity['changeset']>,
  },
});
const brief = (entries: readonly Activity[]) =>
  entries.map(({ author, agent, firstRev, rev, elements }) => [agent ? 'agent' : author.name, firstRev, rev, elements]);

test('RV40 the edits of a person are one entry across those of others and of agents, with the elements counted once', () => {
  const steps = [
    edits(6, 9 * minute, ada, 'a', 'c'),
    changeset(5, 8 * minute),
    edits(4, 7 * minute, bob, 'b'),
    edits(3, 6 * minute, ada, 'b'),
    edits(2, 5 * minute, ada, 'a'),
  ];
  expect(brief(activityOf('t', steps))).toEqual([
    ['Ada', 2, 6, 3],
    ['agent', 5, 5, 3],
    ['Bob', 4, 4, 1],
  ]);
});

test('RV40 a break of more than ten minutes begins another entry', () => {
  const steps = [edits(3, 25 * minute, ada, 'a'), edits(2, 15 * minute, ada, 'a'), edits(1, 15 * minute - 600_001, ada, 'a')];
  expect(brief(activityOf('t', steps))).toEqual([
    ['Ada', 2, 3, 1],
    ['Ada', 1, 1, 1],
  ]);
});

test('RV40 every step is in exactly one entry of its author, and the entries are in the order of their last steps', () => {
  const step = fc.record({ gap: fc.integer({ min: 0, max: 15 * minute }), by: fc.constantFrom('agent', ada, bob) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (drawn) => {
      let at = 100 * 60 * minute;
      const steps: ActivityStep[] = [];
      for (const [index, { gap, by }] of drawn.entries()) {
        at += gap;
        steps.unshift(by === 'agent' ? changeset(index + 1, at) : edits(index + 1, at, by as typeof ada, `e${index}`));
      }
      const entries = activityOf('t', steps);
      expect(entries.map(({ rev }) => rev)).toEqual(entries.map(({ rev }) => rev).toSorted((a, b) => b - a));
      const people = entries.filter(({ changeset: of }) => of === null);
      expect(people.reduce((sum, { elements }) => sum + elements, 0)).toBe(steps.filter((one) => 'editors' in one).length);
      expect(entries.length - people.length).toBe(steps.filter((one) => 'entry' in one).length);
      for (const one of steps) {
        if (!('editors' in one)) continue;
        const own = people.filter(
          ({ author, firstRev, rev }) => author === one.editors[0]?.by && firstRev <= one.rev && one.rev <= rev,
        );
        expect(own).toHaveLength(1);
      }
    }),
    fuzz(2_000),
  );
});

test('an hour begins at its first millisecond', () => {
  expect([hourOf(3_599_999), hourOf(3_600_000), hourEnd(3_599_999), hourEnd(3_600_000)]).toEqual([0, 1, 3_600_000, 7_200_000]);
});
