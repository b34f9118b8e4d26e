import { expect, test } from 'vitest';

import { keepGrid, readGrid } from './grid.ts';

test('the choice is kept, and is off where nothing was kept or storage is disabled', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  expect(readGrid(storage)).toBe(false);
  keepGrid(storage, true);
  expect(readGrid(storage)).toBe(true);
  keepGrid(storage, false);
  expect(readGrid(storage)).toBe(false);
  const refuse = (): never => {
    throw new Error('disabled');
  };
  expect(readGrid({ getItem: refuse })).toBe(false);
  expect(() => keepGrid({ setItem: refuse }, true)).not.toThrow();
});
