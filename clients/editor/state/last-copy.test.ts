import { expect, test } from 'vitest';

import { nextShift } from './last-copy.ts';

const last = { ids: new Set(['b']), from: [100, 200] as [number, number] };
const beside = { dx: 24, dy: 24 };

test('copies go beside what they are copies of', () => {
  expect(nextShift(null, new Set(['a']), { x: 0, y: 0 })).toEqual(beside);
});

test('copies of the last copies go on by the distance by which these were moved', () => {
  expect(nextShift(last, new Set(['b']), { x: 124, y: 224 })).toEqual(beside);
  expect(nextShift(last, new Set(['b']), { x: 300.1, y: 200 })).toEqual({ dx: 200.1, dy: 0 });
});

test('other elements, and copies that were moved back, have no distance to go on by', () => {
  expect(nextShift(last, new Set(['a']), { x: 300, y: 200 })).toEqual(beside);
  expect(nextShift(last, new Set(['a', 'b']), { x: 300, y: 200 })).toEqual(beside);
  expect(nextShift(last, new Set(['b']), { x: 100, y: 200 })).toEqual(beside);
});
