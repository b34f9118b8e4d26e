import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { create } from 'fontkit';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';

import { textWidth } from './width.ts';

const fileOf = (subset: string, weight: number): string => `files/inter-${subset}-${weight}-normal.woff2`;
const fontOf = (subset: string, weight = 400) =>
  create(readFileSync(new URL(`../../node_modules/@fontsource/inter/${fileOf(subset, weight)}`, import.meta.url)));

const words = [
  'Approve order', 'Customer', 'AVATAR', 'Type & Token', 'Waiting…', 'Payment (retry)', 'v2.4.1', 'To Do', 'Yes', 'No',
  'Łódź', 'Zürich', 'façade', 'Straße', 'naïve', 'LTV/CAC', 'P&L 2024', '100%', 'a -> b', 'WAVE', 'Quality — first', '“Quoted”',
  'fi fl ffi', 'ill1I|', 'HTTP 404', 'user@example.org', 'x = y + z', 'Ångström', 'L’Été', 'rum, cola; lime!', 'Zip: 01234', '€ 9,99',
] as const; // prettier-ignore

describe('width', () => {
  test('200 strings are as wide as fontkit sets them in the same font', () => {
    const latin = fontOf('latin');
    const knownCharacters = new Set(latin.characterSet);
    const strings = words
      .flatMap((word, index) => [
        word,
        `${word} ${words[(index + 7) % words.length]}`,
        word.toUpperCase(),
        word.toLowerCase(),
        word.repeat(3),
        `${index}. ${word}`,
        `${word}?`,
      ])
      .filter((text) => Array.from(text).every((character) => knownCharacters.has(character.codePointAt(0) ?? 0)))
      .slice(0, 200);
    expect(strings.length).toBe(200);
    const exact = strings.map((text) => (latin.layout(text).advanceWidth / latin.unitsPerEm) * 16);
    const errors = strings.map((text, index) => Math.abs(textWidth(text, 16) - (exact[index] ?? 0)));
    // The remaining differences are alternates that depend on three characters, such as the point in 2.4.
    for (const [index, error] of errors.entries()) expect(error).toBeLessThan(0.05 * (exact[index] ?? 0));
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.2);
  });

  test.each([
    ['cyrillic', 'Привет мир ГЕТЬ'],
    ['greek', 'Καλημέρα ΤΟΥ Αθήνα'],
    ['latin-ext', 'Łąęžů'],
    ['vietnamese', 'ệẳỗ'],
  ])('%s text is as wide as its own font file sets it', (subset, text) => {
    for (const weight of [400, 600] as const) {
      const font = fontOf(subset, weight);
      const runs = text.split(' ').map((word) => font.layout(word).advanceWidth / font.unitsPerEm);
      const spaces = ((runs.length - 1) * fontOf('latin', weight).layout(' ').advanceWidth) / 2048;
      expect(textWidth(text, 20, 'sans', weight)).toBeCloseTo(20 * (spaces + runs.reduce((sum, run) => sum + run, 0)), 4);
    }
  });

  test('every character of mono is 0.6 em wide, including ligatures', () => {
    expect(textWidth('iW.Я=>Ω', 10, 'mono')).toBeCloseTo(42, 1);
  });

  test('a character that a font lacks is as wide as in Inter', () => {
    expect(textWidth('Жук', 16, 'hand')).toBe(textWidth('Жук', 16));
    expect(textWidth('日本', 16, 'serif')).toBe(32);
  });

  test('a symbol is as wide as in the file that it is drawn in; in mono as wide as a letter', () => {
    const file = new URL('../../server/pictures/fonts/signs-signs-600-normal.woff2', import.meta.url);
    const exact = create(readFileSync(file)).layout('→✓').advanceWidth / 2048;
    for (const font of ['sans', 'serif', 'hand'] as const) expect(textWidth('→✓', 10, font, 600)).toBeCloseTo(10 * exact, 3);
    expect(textWidth('├─→≤✓', 10, 'mono')).toBeCloseTo(30, 1);
  });

  test('of an emoji of several code points only the first counts', () => {
    expect(textWidth('⛹🏽\u200d♀\ufe0f', 16)).toBe(textWidth('⛹', 16));
    expect(textWidth('a\u200db', 16)).toBe(textWidth('a', 16) + textWidth('b', 16));
  });

  test('marks, controls and line breaks have no width, wide characters one em, emoji the width of their font', () => {
    expect(textWidth('e\u0301\u0000\n\u0007', 16)).toBeCloseTo(textWidth('e', 16));
    expect(textWidth('日本', 16)).toBe(32);
    const emoji = (16 * 2600) / 2048;
    for (const one of ['👨‍👩‍👧‍👦', '👍🏽', '🇩🇪', '🚀']) expect(textWidth(one, 16)).toBe(emoji);
    expect(textWidth('㐀', 16)).toBe(16);
  });

  slowTest('any text has a finite width that is at least 0 and grows with the size', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom('sans', 'serif', 'mono', 'hand'),
        (text, font) => {
          const width = textWidth(text, 16, font);
          expect(Number.isFinite(width)).toBe(true);
          expect(width).toBeGreaterThanOrEqual(0);
          expect(textWidth(text, 32, font)).toBeCloseTo(2 * width, 6);
        },
      ),
      fuzz(),
    );
  });
});
