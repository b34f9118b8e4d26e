import { describe, expect, test } from 'vitest';

import { readLanguage } from './language.ts';
import { pseudoLocalized, pseudoText } from './pseudo.ts';

describe('the pseudo-locale', () => {
  test('gives every letter an accent, lengthens a text and puts brackets around it', () => {
    expect(pseudoText('Save as')).toBe('⟦Šáṽé áš···⟧');
    expect(pseudoText('ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz')).not.toMatch(/[A-Za-z]/);
    expect(pseudoText('')).toBe('');
  });

  test('keeps the arguments of a text', () => {
    const texts = pseudoLocalized({ remove: (name: string) => `Remove ${name}?`, of: (a: number, b: number) => `${a} of ${b}` });
    expect(texts.remove('A (1) note')).toBe('⟦Řéṁóṽé A (1) note?········⟧');
    expect(texts.of(1, 2)).toBe('⟦1 óƒ 2···⟧');
  });

  test('translates lists and objects, and leaves everything else', () => {
    expect(pseudoLocalized({ a: { b: 'Up' }, c: ['Up'], d: 1, e: null, f: (): number => 2 })).toMatchObject({
      a: { b: '⟦Úƥ·⟧' },
      c: ['⟦Úƥ·⟧'],
      d: 1,
      e: null,
    });
    expect(pseudoLocalized({ f: (): number => 2 }).f()).toBe(2);
  });
});

describe('the language', () => {
  test('is English unless this browser has chosen one with a catalogue', () => {
    expect(readLanguage(() => undefined)).toBe('en');
    expect(readLanguage(() => ({ getItem: () => 'en-XA' }))).toBe('en-XA');
    expect(readLanguage(() => ({ getItem: () => 'tlh' }))).toBe('en');
    expect(
      readLanguage(() => {
        throw new Error('SecurityError');
      }),
    ).toBe('en');
  });
});
