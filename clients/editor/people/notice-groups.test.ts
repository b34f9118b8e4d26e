import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import type { ChangesetNotice } from '../live/notices.ts';
import {
  countsText,
  groupingMs,
  type NoticeGroup,
  shownAtOnce,
  revertibleChangesets,
  withNotice,
  withoutGroup,
} from './notice-groups.ts';

const notice = (id: string, values: Partial<ChangesetNotice> = {}): ChangesetNotice => ({
  type: 'changeset',
  id,
  tab: 'tab_a',
  rev: 2,
  author: { name: 'Ada', color: '#c2410c' },
  agent: true,
  group: 'one',
  counts: { added: 1, changed: 0, removed: 0 },
  summary: null,
  added: [`${id}~00000000`],
  changed: [],
  removed: [],
  revertOf: null,
  at: 1_000,
  ...values,
});

const after = (...notices: ChangesetNotice[]): readonly NoticeGroup[] => notices.reduce(withNotice, []);

describe('notice groups', () => {
  test('join a run of one author on one tab, with summed counts and the latest summary', () => {
    const [group, ...others] = after(
      notice('a', { summary: 'first', at: 1_000 }),
      notice('b', { summary: null, counts: { added: 0, changed: 2, removed: 1 }, changed: ['x~00000000'], at: 11_000 }),
      notice('c', { summary: 'last', removed: ['x~00000000'], at: 21_000 }),
    );
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      changesets: ['c', 'b', 'a'],
      summary: 'last',
      counts: { added: 2, changed: 2, removed: 1 },
      elements: ['a~00000000', 'b~00000000', 'c~00000000'],
      at: 21_000,
    });
  });

  test('are separate for another author, another tab, or after more than 10 seconds', () => {
    const groups = after(
      notice('a'),
      notice('b', { group: 'two' }),
      notice('c', { tab: 'tab_b' }),
      notice('d', { at: 1_000 + groupingMs + 1 }),
    );
    expect(groups.map(({ changesets }) => changesets)).toEqual([['b'], ['c'], ['d']]);
  });

  test('count a message that is delivered twice once', () => {
    expect(after(notice('a'), notice('b'), notice('a'))).toHaveLength(1);
    expect(after(notice('a'), notice('b'), notice('a'))[0]?.counts.added).toBe(2);
  });

  test('begin again after one was dismissed', () => {
    const groups = withNotice(withoutGroup(after(notice('a')), 'a'), notice('b', { at: 2_000 }));
    expect(groups.map(({ changesets }) => changesets)).toEqual([['b']]);
  });

  test('include the revert of a changeset that they show; other reverts are separate', () => {
    const two = after(notice('a'), notice('b'));
    const groups = [
      notice('r', { revertOf: 'b', group: 'me', author: { name: 'Ben', color: '#1d4ed8' } }),
      notice('s', { revertOf: 'x', group: 'me', at: 90_000 }),
    ].reduce(withNotice, two);
    expect(groups).toHaveLength(2);
    expect(groups[0]).toMatchObject({ changesets: ['b', 'a'], takenBack: ['b'], takenBackBy: 'Ben' });
    expect(revertibleChangesets(groups[0]!)).toEqual(['a']);
    expect(withNotice(groups, notice('r', { revertOf: 'b', group: 'me' }))).toBe(groups);
  });

  test('are limited in number, and have each changeset once', () => {
    const times = fc.array(fc.record({ group: fc.constantFrom('a', 'b', 'c', 'd', 'e'), at: fc.nat(60_000) }), { maxLength: 60 });
    fc.assert(
      fc.property(times, (told) => {
        const groups = after(...told.map((values, index) => notice(`cs${index}`, values)));
        const all = groups.flatMap(({ changesets }) => changesets);
        expect(groups.length).toBeLessThanOrEqual(shownAtOnce);
        expect(new Set(all).size).toBe(all.length);
        for (const { counts, changesets } of groups) expect(counts.added).toBe(changesets.length);
      }),
      fuzz(),
    );
  });

  test('have their counts in words', () => {
    expect(countsText({ added: 0, changed: 1, removed: 0 })).toBe('1 element changed');
    expect(countsText({ added: 2, changed: 1, removed: 3 })).toBe('6 elements changed (2 added, 3 removed)');
    expect(countsText({ added: 0, changed: 0, removed: 0 })).toBe('Pages changed');
  });
});
