import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { textWidth } from './width.ts';
import { wrapLabel } from './wrap-lines.ts';

const label = fc.string({
  unit: fc.constantFrom('a', 'W', 'i', ' ', '-', '\n', '\t', '日', 'é', 'e\u0301', '👍🏽', '\u2028', '\r\n', '.'),
  maxLength: 80,
});

describe('wrap', () => {
  test('lines break at spaces and after hyphens, and spaces are dropped', () => {
    expect(wrapLabel('Customer  order service', 80, 16)).toEqual(['Customer', 'order', 'service']);
    expect(wrapLabel('long-running', 60, 16)).toEqual(['long-', 'running']);
    expect(wrapLabel('日本語の文', 33, 16)).toEqual(['日本', '語の', '文']);
    expect(wrapLabel('fits on one line', 400, 16)).toEqual(['fits on one line']);
  });

  test('as in UAX #14, no line begins with closing punctuation or a small kana, and none ends with an opening bracket', () => {
    expect(wrapLabel('日本語。文', 49, 16)).toEqual(['日本', '語。文']);
    expect(wrapLabel('日本「語」文', 49, 16)).toEqual(['日本', '「語」', '文']);
    expect(wrapLabel('キャッシュ', 49, 16)).toEqual(['キャッ', 'シュ']);
    expect(wrapLabel('サーバー', 33, 16)).toEqual(['サー', 'バー']);
    expect(wrapLabel('データ、処理', 49, 16)).toEqual(['デー', 'タ、処', '理']);
    expect(wrapLabel('売上 100%増', 60, 16)).toEqual(['売上', '100%増']);
    expect(wrapLabel('주문 처리', 33, 16)).toEqual(['주문', '처리']);
  });

  test('an emoji of several code points and a flag are not broken', () => {
    for (const emoji of ['👩‍🚀', '🇩🇪', '👍🏽', '✔️']) {
      expect(wrapLabel(emoji.repeat(3), 0, 16)).toEqual([emoji, emoji, emoji]);
      expect(wrapLabel(emoji.repeat(3), 41, 16)).toEqual([emoji.repeat(2), emoji]);
    }
  });

  test('a line of Thai breaks where it is full, but not between a vowel and the consonant that it belongs to', () => {
    const lines = wrapLabel('แผนกบริการลูกค้าและการขายสินค้าออนไลน์', 60, 16);
    expect(lines.join('')).toBe('แผนกบริการลูกค้าและการขายสินค้าออนไลน์');
    for (const line of lines) expect(line).toMatch(/^[^\p{M}ะาำฯๆ].*[^เแโใไ]$/u);
  });

  test('every kind of line break breaks; an empty line stays, one at the end does not', () => {
    expect(wrapLabel('a\nb\rc\r\nd\u000be\u000cf\u0085g\u2028h\u2029i', 400, 16)).toEqual('a b c d e f g h i'.split(' '));
    expect(wrapLabel('a\n\nb\n', 400, 16)).toEqual(['a', '', 'b']);
  });

  test('a word wider than the line is broken where the line is full', () => {
    const lines = wrapLabel('x'.repeat(40), 50, 16);
    expect(lines.join('')).toBe('x'.repeat(40));
    for (const line of lines) expect(textWidth(line, 16)).toBeLessThanOrEqual(50.01);
    expect(wrapLabel('abc', 0, 16)).toEqual(['a', 'b', 'c']);
    expect(wrapLabel('e\u0301👍🏽x', 1, 16)).toEqual(['e\u0301', '👍🏽', 'x']);
    expect(wrapLabel('ab', Number.NaN, 16)).toEqual(['a', 'b']);
  });

  test('a blank label has no lines', () => {
    expect(wrapLabel('', 100, 16)).toEqual([]);
    expect(wrapLabel(' \n\t ', 100, 16)).toEqual([]);
  });

  test('only white space is lost, and a line is too wide only if it is a single character', () => {
    fc.assert(
      fc.property(label, fc.integer({ min: 1, max: 200 }), (text, width) => {
        const lines = wrapLabel(text, width, 16);
        expect(lines.join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
        for (const line of lines) {
          if (textWidth(line.trim(), 16) > width + 0.011) expect(wrapLabel(line.trim(), 0, 16)).toHaveLength(1);
        }
      }),
      fuzz(),
    );
  });

  slowTest('hostile text of 200,000 characters is measured in seconds, not minutes, as nothing is measured repeatedly', () => {
    for (const text of ['x', 'x ', ' ', '-', '日', '\u0301', '\n', ' x'.repeat(30), 'x'.repeat(5_000) + ' ']) {
      const start = threadMs();
      const long = text.repeat(Math.ceil(200_000 / text.length));
      for (const width of [1, 90, 1e6]) wrapLabel(long, width, 16);
      expect(threadMs() - start).toBeLessThan(5_000);
    }
  });
});
