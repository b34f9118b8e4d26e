import { describe, expect, test } from 'vitest';

import { keepAppearance, readAppearance } from './appearance.ts';

describe('appearance', () => {
  test('what is kept is read again; anything else is as the system has it', () => {
    let kept: string | null = null;
    const storage = { getItem: () => kept, setItem: (_key: string, value: string) => void (kept = value) };
    expect(readAppearance(storage)).toBe('system');
    keepAppearance(storage, 'dark');
    expect(readAppearance(storage)).toBe('dark');
    kept = 'purple';
    expect(readAppearance(storage)).toBe('system');
  });

  test('a browser that keeps nothing shows what the system has', () => {
    const denied = (): never => {
      throw new Error('denied');
    };
    keepAppearance({ setItem: denied }, 'dark');
    expect(readAppearance({ getItem: denied })).toBe('system');
  });
});
