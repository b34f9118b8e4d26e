import { describe, expect, test } from 'vitest';

import { fonts } from '#schema/style-fields.ts';

import { fontRuns } from './font-runs.ts';
import { type Font, metricsOf, typefacesOf } from './metrics.ts';

const typefacesIn = (line: string, font: Font): string[] => fontRuns(line, font).map((run) => run.font);

/** The characters of a Unicode block that no font has. */
const missing = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
    .filter((point) => !/^\p{Cn}$/u.test(String.fromCodePoint(point)))
    .filter((point) => typefacesOf.sans.every((typeface) => (metricsOf(typeface).glyphs[point] ?? 0) === 0))
    .map((point) => String.fromCodePoint(point));

describe('font-runs', () => {
  test('a letter is drawn in its font, otherwise in Inter, a symbol in a symbol font; in mono, symbols are as wide as letters', () => {
    expect(typefacesIn('ab → ☐', 'serif')).toEqual(['serif', 'signs', 'serif', 'symbols']);
    expect(typefacesIn('aЖ', 'hand')).toEqual(['hand', 'sans']);
    expect(typefacesIn('├── →', 'mono')).toEqual(['mono-signs', 'mono', 'mono-signs']);
    expect(typefacesIn('│', 'sans')).toEqual(['mono-signs']);
  });

  test.each([
    ['arrows', 0x2190, 0x21ff],
    ['mathematical operators', 0x2200, 0x22ff],
    ['enclosed alphanumerics', 0x2460, 0x24ff],
    ['box drawing, block elements and geometric shapes', 0x2500, 0x25ff],
    ['miscellaneous symbols and dingbats', 0x2600, 0x27bf],
    ['more arrows and mathematics', 0x27c0, 0x2aff],
    ['fractions and Roman numerals', 0x2150, 0x2189],
    ['superscripts and subscripts', 0x2070, 0x209c],
  ])('the fonts have all %s', (_name, from, to) => {
    expect(missing(from, to)).toEqual([]);
  });

  test('the fonts have all currency signs except four historical ones', () => {
    expect(missing(0x20a0, 0x20c0)).toEqual(['₰', '₶', '₷', '₻']);
  });

  test.each(fonts)('characters without a font and parts of one emoji stay in the run in %s', (font) => {
    expect(fontRuns('a㐀b', font).length).toBe(1);
    const [, picture] = fontRuns('a⛹🏽\u200d♀\ufe0fb', font);
    expect(picture?.text).toBe('⛹🏽\u200d♀\ufe0f');
  });

  test('the runs together are the line', () => {
    const line = 'a → b ✓ Жук 日本 㐀 नमस्ते ⛹🏽\u200d♀ │ 🄰𝒜\ud800';
    for (const font of fonts) expect(fontRuns(line, font).map(({ text }) => text).join('')).toBe(line); // prettier-ignore
  });
});
