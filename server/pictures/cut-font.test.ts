import { readFileSync } from 'node:fs';

import { create } from 'fontkit';
import { describe, expect, test } from 'vitest';

import { CuttableFont } from './cut-font.ts';
import { readFont, writeFont, writeWoff } from './plain-font.ts';

const fontOf = (subset: string) => readFont(readFileSync(new URL(`fonts/scripts-${subset}-400-normal.woff`, import.meta.url)));
const pointsOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0)!);
type Outlined = { readonly path: { toSVG(): string } };
const outlinesOf = (font: ReturnType<typeof create>, text: string): string[] =>
  pointsOf(text).map((point) => (font.glyphForCodePoint(point) as unknown as Outlined).path.toSVG());

describe('cut-font', () => {
  test('a cut font has the outlines and widths of its characters, and no others', () => {
    for (const [subset, text, other] of [['simplified', '订单处理', '数'], ['hangul', '주문', '처'], ['emoji', '🚀😀', '🎉'], ['hebrew', 'שלום', 'ת']] as const) {
      const whole = create(writeFont(fontOf(subset)));
      const cut = new CuttableFont(fontOf(subset)).cut(pointsOf(text), 'A Cut');
      for (const font of [create(writeFont(cut)), create(writeWoff(cut))]) {
        expect(font.familyName).toBe('A Cut');
        expect(outlinesOf(font, text)).toEqual(outlinesOf(whole, text));
        expect(new Set(outlinesOf(font, text)).size).toBe(pointsOf(text).length);
        expect(font.layout(text).advanceWidth).toBe(whole.layout(text).advanceWidth);
        expect(font.characterSet).not.toContain(other.codePointAt(0));
      }
    }
  }); // prettier-ignore

  test('[PC15] a font of a few characters of thousands is small', () => {
    const whole = readFileSync(new URL('fonts/scripts-simplified-400-normal.woff', import.meta.url)).length;
    const few = writeWoff(new CuttableFont(fontOf('simplified')).cut(pointsOf('订单处理系统'), 'A Cut')).length;
    expect(few).toBeLessThan(whole / 200);
  });

  test('letters that rules of shaping put in the place of others stay', () => {
    const whole = create(writeFont(fontOf('arabic')));
    const cut = create(writeFont(new CuttableFont(fontOf('arabic')).cut(pointsOf('مرحبا بالعالم'), 'A Cut')));
    type Shaped = { readonly glyphs: readonly Outlined[] };
    const shapesIn = (font: typeof cut): string[] =>
      (font.layout('مرحبا') as unknown as Shaped).glyphs.map(({ path }) => path.toSVG());
    expect(shapesIn(cut)).toEqual(shapesIn(whole));
    expect(shapesIn(cut).every((path) => path !== '')).toBe(true);
  });

  test('a font without outlines of TrueType throws', () => {
    const { tables, flavor } = fontOf('hebrew');
    const font = new CuttableFont({ flavor, tables: tables.filter(({ tag }) => tag !== 'glyf') });
    expect(() => font.cut(pointsOf('ש'), 'A Cut')).toThrow('glyf');
  });
});
