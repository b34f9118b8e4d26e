import { expect, test } from 'vitest';

import { dropPlace } from './drop-place.ts';

const row = [
  { left: 0, right: 100 },
  { left: 100, right: 160 },
  { left: 160, right: 260 },
];

test.each([
  [0, 50, 0],
  [0, 131, 1],
  [0, 500, 2],
  [2, 129, 1],
  [2, -20, 0],
  [1, 130, 1],
])('tab %i dropped with its center at %i lands at %i', (from, middle, place) => {
  expect(dropPlace(row, from, middle)).toBe(place);
});
