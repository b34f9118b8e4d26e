import { expect, test } from 'vitest';

import { cardFor } from './boards.test-support.ts';
import { filterCards, isFiltering, noFilter } from './card-filter.ts';

const ada = { id: 'user_ada', name: 'Ada', color: '#c2410c' };
const cards = [
  cardFor('a', { title: 'Pay the bill', labels: ['Money'], assignee: ada, key: 12 }),
  cardFor('b', { title: 'Ask the bank', description: 'About the BILL of May', key: 1 }),
];
const found = (filter: Partial<typeof noFilter>): number[] =>
  filterCards(cards, { ...noFilter, ...filter }).map(({ key }) => key);

test('cards are filtered by words, number, assignee and label', () => {
  expect(found({})).toEqual([12, 1]);
  expect(found({ text: ' BILL  the' })).toEqual([12, 1]);
  expect(found({ text: 'money' })).toEqual([12]);
  expect(found({ text: '#1' })).toEqual([1]);
  expect(found({ assignee: ada.id })).toEqual([12]);
  expect(found({ assignee: 'nobody' })).toEqual([1]);
  expect(found({ label: 'Money', text: 'bank' })).toEqual([]);
  expect([isFiltering(noFilter), isFiltering({ ...noFilter, text: ' ' }), isFiltering({ ...noFilter, label: 'x' })]).toEqual([
    false,
    false,
    true,
  ]);
});
