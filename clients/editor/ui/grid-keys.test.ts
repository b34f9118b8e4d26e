import { expect, test } from 'vitest';

import { nextPlace } from './grid-keys.ts';

test('arrow keys move in rows and columns, and stay within the grid', () => {
  const steps = (key: string): (number | null)[] => [0, 4, 7].map((at) => nextPlace(key, at, 3, 8));
  expect(steps('ArrowRight')).toEqual([1, 5, 7]);
  expect(steps('ArrowLeft')).toEqual([0, 3, 6]);
  expect(steps('ArrowDown')).toEqual([3, 7, 7]);
  expect(steps('ArrowUp')).toEqual([-3, 1, 4]);
  expect(steps('Home')).toEqual([0, 0, 0]);
  expect(steps('End')).toEqual([7, 7, 7]);
  expect(steps('a')).toEqual([null, null, null]);
});
