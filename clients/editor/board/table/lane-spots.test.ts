import { expect, test } from 'vitest';

import { cardFor, groundOf } from './boards.test-support.ts';
import { cardCount, firstSpot, spotOfCard } from './lane-spots.ts';
import { lanesOf } from './lanes.ts';

const ground = groundOf();
const a = cardFor('a', { labels: ['x', 'y'] });
const b = cardFor('b', { labels: ['y'], status: 'done~1' });
const lanes = lanesOf('label', [a, b], ground);

test('a card keeps its place in its lane, and is found in another lane that it has been moved to', () => {
  expect(spotOfCard(lanes, { id: a.id, lane: 'y' })).toEqual({ id: a.id, lane: 'y' });
  expect(spotOfCard(lanes, { id: b.id, lane: 'x' })).toEqual({ id: b.id, lane: 'y' });
  expect(spotOfCard(lanes, { id: cardFor('c').id, lane: 'x' })).toBeNull();
});

test('the first card is in the first lane and column that have one', () => {
  expect(firstSpot(lanes, ground.columns)).toEqual({ id: a.id, lane: 'x' });
  expect(firstSpot(lanes, ground.columns.slice(1))).toEqual({ id: b.id, lane: 'y' });
  expect(firstSpot([], ground.columns)).toBeNull();
});

test('a card with several labels counts once', () => {
  expect([cardCount(lanes, 'todo~1'), cardCount(lanes, 'done~1'), cardCount(lanes, 'other~1')]).toEqual([1, 1, 0]);
});
