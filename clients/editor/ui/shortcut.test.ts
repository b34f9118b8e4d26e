import { describe, expect, test } from 'vitest';

import { ariaKeys, isApple, keySigns } from './shortcut.ts';

describe('shortcut', () => {
  test('Mod is Command on a Mac and Ctrl elsewhere', () => {
    expect(keySigns('Mod+Shift+k', true)).toEqual(['⌘', '⇧', 'K']);
    expect(keySigns('Mod+Shift+k', false)).toEqual(['Ctrl', 'Shift', 'K']);
    expect(ariaKeys('Mod+K', true)).toBe('Meta+K');
    expect(ariaKeys('Mod+K', false)).toBe('Control+K');
  });

  test('the plus sign may be the key', () => {
    expect(keySigns('+', false)).toEqual(['+']);
    expect(keySigns('Mod++', false)).toEqual(['Ctrl', '+']);
    expect(ariaKeys('Mod++', false)).toBe('Control+Plus');
  });

  test('keys with a name are shown by their sign', () => {
    expect(keySigns('Alt+ArrowLeft', false)).toEqual(['Alt', '←']);
    expect(keySigns('Escape', false)).toEqual(['Esc']);
  });

  test('a machine is an Apple by its platform', () => {
    expect([isApple('MacIntel'), isApple('iPhone'), isApple('Linux x86_64'), isApple('Win32')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
