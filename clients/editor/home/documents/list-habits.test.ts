import { expect, test } from 'vitest';

import { keepIsStarred, keepSort, readIsStarred, readSort } from './list-habits.ts';

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const values = new Map<string, string>();
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value) };
}
const disabled: Pick<Storage, 'getItem' | 'setItem'> = {
  getItem: () => {
    throw new Error('disabled');
  },
  setItem: () => {
    throw new Error('disabled');
  },
};

test('the order and the filter are read as they were kept', () => {
  const storage = memory();
  expect([readSort(storage), readIsStarred(storage)]).toEqual(['changed', false]);
  keepSort(storage, 'name');
  keepIsStarred(storage, true);
  expect([readSort(storage), readIsStarred(storage)]).toEqual(['name', true]);
  keepIsStarred(storage, false);
  expect(readIsStarred(storage)).toBe(false);
});

test('an order of another release, and a browser without storage, are the default', () => {
  const storage = memory();
  storage.setItem('atelier.documents.sort', 'size');
  expect(readSort(storage)).toBe('changed');
  keepSort(disabled, 'name');
  expect([readSort(disabled), readIsStarred(disabled)]).toEqual(['changed', false]);
});
