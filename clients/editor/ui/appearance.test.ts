import { describe, expect, test } from 'vitest';

import { keepAppearance, readAppearance } from './appearance.ts';

describe('the appearance', () => {
  test('is read as it was stored; anything else means the setting of the system', () => {
    let kept: string | null = null;
    const storage = { getItem: () => kept, setItem: (_key: string, value: string) => void (kept = value) };
    expect(readAppearance(storage)).toBe('system');
    keepAppearance(storage, 'dark');
    expect(readAppearance(storage)).toBe('dark');
    kept = 'purple';
    expect(readAppearance(storage)).toBe('system');
  });

  test('is the setting of the system if storage is disabled', () => {
    const denied = (): never => {
      throw new Error('denied');
    };
    keepAppearance({ setItem: denied }, 'dark');
    expect(readAppearance({ getItem: denied })).toBe('system');
  });
});
