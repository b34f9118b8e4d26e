import { expect, test } from 'vitest';

import type { Vote } from '#schema/vote.ts';

import { withOwn } from './vote-store.ts';

const vote: Vote = {
  id: 'vote_1',
  votes: 3,
  private: false,
  startedBy: { name: 'Ada', color: '#c2410c' },
  own: true,
  startedAt: 1,
  endedAt: null,
  left: 2,
  mine: [{ element: 'a', votes: 1 }],
  totals: [{ element: 'b', votes: 2 }, { element: 'a', votes: 2 }], // prettier-ignore
  voters: 2,
};

test('a vote that is placed counts at once among the person’s own, in what is left and in the totals', () => {
  expect(withOwn(vote, 'a', 2)).toMatchObject({
    left: 1,
    mine: [{ element: 'a', votes: 2 }],
    totals: [{ element: 'a', votes: 3 }, { element: 'b', votes: 2 }], // prettier-ignore
  });
  expect(withOwn(vote, 'c', 1).totals?.map(({ element }) => element)).toEqual(['a', 'b', 'c']);
});

test('an element without votes is not listed, and of a private vote there are no totals', () => {
  const taken = withOwn({ ...vote, totals: [{ element: 'a', votes: 1 }] }, 'a', 0);
  expect(taken).toMatchObject({ left: 3, mine: [], totals: [] });
  expect(withOwn({ ...vote, totals: null }, 'b', 1)).toMatchObject({ left: 1, totals: null });
});
