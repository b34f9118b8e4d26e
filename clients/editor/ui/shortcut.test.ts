import { describe, expect, test } from 'vitest';

import { ariaKeys, isApple, keySigns } from './shortcut.ts';

describe('a shortcut', () => {
  test('has Command for Mod on a Mac, and Ctrl elsewhere', () => {
    expect(keySigns('Mod+Shift+k', true)).toEqual(['⌘', '⇧', 'K']);
    expect(keySigns('Mod+Shift+k', false)).toEqual(['Ctrl', 'Shift', 'K']);
    expect(ariaKeys('Mod+K', true)).toBe('Meta+K');
    expect(ariaKeys('Mod+K', false)).toBe('Control+K');
  });

  test('can have the plus sign as its key', () => {
    expect(keySigns('+', false)).toEqual(['+']);
    expect(keySigns('Mod++', false)).toEqual(['Ctrl', '+']);
    expect(ariaKeys('Mod++', false)).toBe('Control+Plus');
  });

  test('shows keys with names as symbols', () => {
    expect(keySigns('Alt+ArrowLeft', false)).toEqual(['Alt', '←']);
    expect(keySigns('Escape', false)).toEqual(['Esc']);
  });

  test('is one of Apple by the platform of the browser', () => {
    expect([isApple('MacIntel'), isApple('iPhone'), isApple('Linux x86_64'), isApple('Win32')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
