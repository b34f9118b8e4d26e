import { expect, test } from 'vitest';

import { habitsKey, keepHabits, readHabits } from './board-habits.ts';

const key = habitsKey('user_a', 'doc_b', 'sprint~abcd1234');
const read = (text: string | null) => readHabits({ getItem: () => text }, key);

test('board habits are read as they were stored, and anything else in the storage is ignored', () => {
  let kept = '';
  keepHabits({ setItem: (_key, value) => (kept = value) }, key, { by: 'f-size', folded: ['', 'L'] });
  expect(read(kept)).toEqual({ by: 'f-size', folded: ['', 'L'] });
  for (const text of [null, '', '{', '3', 'null', '{"by":"none"}', '{"by":"x","folded":[]}', '{"by":"none","folded":3}'])
    expect(read(text), String(text)).toEqual({ by: 'none', folded: [] });
  expect(read('{"by":"label","folded":[1,"a",null]}')).toEqual({ by: 'label', folded: ['a'] });
  expect(readHabits({ getItem: () => { throw new Error('refused'); } }, key).by).toBe('none'); // prettier-ignore
});
