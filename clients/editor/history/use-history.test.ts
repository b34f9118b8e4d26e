import { expect, test } from 'vitest';

import type { ElementChange, ElementHistory } from '#schema/history.ts';

import { withNewest } from './use-history.ts';

const history = (revs: readonly number[], next: number | null): ElementHistory => ({
  element: 'box~00000000',
  changes: revs.map((rev): ElementChange => ({
    rev,
    at: rev,
    changeset: null,
    author: { name: 'Ada', color: '#1d4ed8' },
    agent: false,
    revertOf: null,
    results: [],
  })),
  next,
});
const shown = ({ changes, next }: ElementHistory) => ({ revs: changes.map(({ rev }) => rev), next });

test('the newest changes go before those that are loaded, which stay', () => {
  const known = history([5, 4, 3, 2], 2);
  expect(shown(withNewest(known, history([6, 5], 5)))).toEqual({ revs: [6, 5, 4, 3, 2], next: 2 });
  expect(shown(withNewest(known, history([5, 4], 4)))).toEqual({ revs: [5, 4, 3, 2], next: 2 });
});

test('changes that are loaded are dropped where others between them and the newest are not', () => {
  expect(shown(withNewest(history([3, 2, 1], null), history([9, 8], 8)))).toEqual({ revs: [9, 8], next: 8 });
});

test('the whole history replaces what is loaded', () => {
  expect(shown(withNewest(history([1], 1), history([2, 1], null)))).toEqual({ revs: [2, 1], next: null });
});
