import { expect, test } from 'vitest';

import { edgeScroll, indexBelow } from './lane-drag.ts';

test('a dragged card goes above the first card whose middle is below the pointer', () => {
  const middles = [10, 30, 50];
  const at = (y: number): number => indexBelow(y, middles.length, (index) => middles[index] ?? 0);
  expect([0, 10, 29, 30, 49, 51].map(at)).toEqual([0, 1, 1, 2, 2, 3]);
  expect(indexBelow(5, 0, () => 0)).toBe(0);
});

test('the table scrolls while a card is dragged near its edge', () => {
  const box = { left: 0, right: 1_000, top: 100, bottom: 700 };
  expect(edgeScroll(box, { x: 500, y: 400 })).toEqual({ x: 0, y: 0 });
  expect(edgeScroll(box, { x: 10, y: 690 })).toEqual({ x: -14, y: 14 });
  expect(edgeScroll(box, { x: 990, y: 110 })).toEqual({ x: 14, y: -14 });
});
