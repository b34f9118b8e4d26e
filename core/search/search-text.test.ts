import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { foldText, wordsOf } from './fold-text.ts';
import { gramsOf, gramsOfQuery } from './grams.ts';
import { excerptOf, markedParts } from './marked-text.ts';

const isPossible = (grams: ReadonlyMap<string, string>, words: readonly string[]): boolean =>
  gramsOfQuery(words).every(({ first, rest }) => grams.get(first)?.includes(`\n${rest}`) === true);

describe('folded text', () => {
  test('SE8 case, accents of European scripts and width do not matter, other marks do', () => {
    expect(foldText('  Zürich\n ＡＰＩ Ñandú İstanbul ')).toBe('zurich api nandu istanbul');
    expect(foldText('ｶﾞ')).toBe('ガ');
    expect(foldText('한국어')).toBe('한국어');
    expect(foldText('คำ')).not.toBe(foldText('คา'));
    expect(wordsOf(' Pay  pay SERVICE ')).toEqual(['pay', 'service']);
    expect(wordsOf('\u0301')).toEqual([]);
  });

  test('SE8 folding again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
      fuzz(5_000),
    );
  });
});

describe('grams', () => {
  test('SE8 a text that contains all words of a query has all grams of it', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '物', '流', '🚀', ' '), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 4 }), letters, (texts, query) => {
        const words = wordsOf(query);
        const grams = gramsOf(texts);
        if (words.length > 0 && texts.some((text) => words.every((word) => foldText(text).includes(word))))
          expect(isPossible(grams, words)).toBe(true);
      }),
      fuzz(20_000),
    );
  });

  test('SE8 two Chinese characters, and one letter, tell texts apart', () => {
    const grams = gramsOf(['物流中心', 'db']);
    for (const query of ['物流', '中', '流中心', 'd', 'db']) expect([query, isPossible(grams, [query])]).toEqual([query, true]);
    for (const query of ['流物', '物中', '心中', 'bd', 'x']) expect([query, isPossible(grams, [query])]).toEqual([query, false]);
  });
});

describe('matches in a text', () => {
  test('each word is marked where it is, as the text is written', () => {
    expect(markedParts('Zürich pays ﬁne', ['zurich', 'fi'])).toEqual([
      { text: 'Zürich', isMatch: true },
      { text: ' pays ', isMatch: false },
      { text: 'ﬁ', isMatch: true },
      { text: 'ne', isMatch: false },
    ]);
    expect(markedParts('', ['a'])).toEqual([]);
    expect(markedParts('🚀 b', ['b'])).toEqual([
      { text: '🚀 ', isMatch: false },
      { text: 'b', isMatch: true },
    ]);
  });

  test('an excerpt has the first word, on one line, and is no longer than allowed', () => {
    expect(excerptOf('a\n b', ['b'], 20)).toBe('a b');
    const long = `${'x '.repeat(200)}Treasure${' y'.repeat(200)}`;
    const excerpt = excerptOf(long, ['treasure'], 60);
    expect(excerpt).toMatch(/^….*Treasure.*…$/);
    expect(Array.from(excerpt).length).toBeLessThanOrEqual(60);
    expect(excerptOf(long, ['nothing'], 60)).toMatch(/^x x/);
    expect(excerptOf(`${'x '.repeat(200)}end`, ['end'], 60)).toMatch(/end$/);
  });
});
