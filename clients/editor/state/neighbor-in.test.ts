import { expect, test } from 'vitest';

import { neighborIn } from './neighbor-in.ts';

const row = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

test('the next of a row takes the place of a deleted one, and the one before takes that of the last', () => {
  expect(['a', 'b', 'c'].map((id) => neighborIn(row, id)?.id)).toEqual(['b', 'c', 'b']);
  expect(neighborIn([{ id: 'a' }], 'a')).toBeUndefined();
});
