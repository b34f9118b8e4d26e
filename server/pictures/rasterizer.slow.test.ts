import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { create } from 'fontkit';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Picture } from '#core/render/render-svg.ts';
import { renderWhile } from '#core/render/render-svg.ts';
import { drawn } from '#core/ops/drawn.test-support.ts';
import { fonts } from '#schema/style-fields.ts';
import { limits } from '#schema/limits.ts';

import { embeddedFonts } from './font-files.ts';
import { pixelsOf } from './pixels.test-support.ts';
import { Rasterizer } from './rasterizer.ts';
import { renamedFont } from './renamed-font.ts';

let rasterizer: Rasterizer;
beforeAll(async () => {
  rasterizer = await Rasterizer.load();
});

const pictureOf = (operations: string): Picture => renderWhile(() => true, drawn(operations), { foreign: rasterizer.foreign })!;
const pngOf = (picture: Picture): Uint8Array => {
  const answer = rasterizer.png(picture, { scale: 1 });
  if (answer.kind !== 'drawn') throw new Error(answer.kind);
  return answer.bytes;
};
/** The fraction of dark pixels. */
const inkOf = (operations: string): number => {
  const { rgba } = pixelsOf(pngOf(pictureOf(operations)));
  return rgba.filter((value, index) => index % 4 === 0 && value < 128).length / (rgba.length / 4);
};

describe('rasterizer', () => {
  test('every font and script is drawn with its own font file', () => {
    const seen = new Set<string>();
    for (const font of fonts) {
      for (const label of ['Quiet fox', 'Жук', 'Ωμέγα', 'Łąžę', 'ệẳỗ']) {
        const picture = pictureOf(`add text font=${font} label="${label}" at:0,0 width=200`);
        expect(picture.fonts.length, `${font} ${label}`).toBe(1);
        const bytes = Buffer.from(pngOf(picture)).toString('base64');
        // Kalam has Latin letters only; the others are drawn in Inter, as in sans.
        if (font !== 'hand' || picture.fonts[0]?.source === 'kalam') expect(seen.has(bytes), `${font} ${label}`).toBe(false);
        seen.add(bytes);
      }
    }
  });

  test('letters differ from each other and from the box of a missing character', () => {
    const boxed = inkOf('add text label="㐀㐀㐀㐀㐀㐀" at:0,0 width=200 height=20');
    for (const label of ['llllll', 'Жжжжжж', 'ωωωωωω']) {
      expect(inkOf(`add text label="${label}" at:0,0 width=200 height=20`)).not.toBeCloseTo(boxed, 6);
    }
  });

  test('code is drawn sign by sign, without ligatures', () => {
    const ink = (label: string): number => inkOf(`add text font=mono text=lg label="${label}" at:0,0 width=200 height=40`);
    for (const signs of ['===', '!=', '=>', '-->', '<=']) {
      const alone = Array.from(signs, (sign) => ink(sign)).reduce((sum, part) => sum + part, 0);
      expect(ink(signs) / alone, signs).toBeCloseTo(1, 1);
    }
    const svg = renderWhile(() => true, drawn('add text font=mono label="a => b"'), { fonts: embeddedFonts() })!.source;
    expect(svg).toContain('[font-family^=JetBrains]{font-variant-ligatures:none}');
    expect(svg).toContain('font-family="JetBrains Mono');
  });

  test('symbols differ from each other, in either weight, and from the box of a missing character', () => {
    const seen = new Set<string>();
    for (const text of ['md', 'lg']) {
      for (const sign of Array.from('㐀→←↔⇒✓✗≤≥≠≈∞●■▲★☐☑①∑∈│▶✅❌')) {
        const width = text === 'lg' ? 200 : 100;
        seen.add(Buffer.from(pngOf(pictureOf(`add text text=${text} label="${sign}" at:0,0 width=${width}`))).toString('base64'));
      }
    }
    expect(seen.size).toBe(2 * 25);
  });

  test('a symbol that Inter has, too, does not change the font of the letters beside it', () => {
    const [, ...files] = pictureOf('add text font=hand label="up ↑" at:0,0').fonts;
    expect(files.map(({ source }) => source)).toEqual(['signs']);
  });

  test('[PC7] files and addresses that an image refers to are not opened', () => {
    const png = Buffer.from(pngOf(pictureOf('add square at:0,0'))).toString('base64');
    const withHref = (href: string): Picture => {
      const source = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><image href="${href}" width="100" height="100"/></svg>`;
      return { source, width: 100, height: 100, fonts: [], foreign: [] };
    };
    const empty = pngOf(withHref(''));
    expect(pngOf(withHref(`data:image/png;base64,${png}`))).not.toEqual(empty);
    for (const href of ['/etc/passwd', 'file:///etc/passwd', 'http://127.0.0.1:9/x.png']) {
      expect(pngOf(withHref(href))).toEqual(empty);
    }
  });

  test('[PC8] a picture of the maximum size is drawn, a larger one is not', () => {
    const sized = (width: number, height: number): Picture => ({
      source: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"/>`,
      width,
      height,
      fonts: [],
      foreign: [],
    });
    const side = Math.sqrt(limits.picturePixels);
    expect(rasterizer.png(sized(side / 4, side / 4), { scale: 4 }).kind).toBe('drawn');
    expect(rasterizer.png(sized(side / 4 + 1, side / 4), { scale: 4 })).toEqual({
      kind: 'too-large',
      width: side + 4,
      height: side,
    });
    expect(rasterizer.png(sized(limits.pictureSidePixels + 1, 1), { scale: 1 }).kind).toBe('too-large');
    for (const [width, height] of [
      [1, 1],
      [20_000_000, 1],
      [3, 20_000_000],
      [1e7, 1e7],
      [4_097, 4_095],
    ] as const) {
      expect(rasterizer.png(sized(width, height), { maxPixels: 1_000_000 }).kind).toBe('drawn');
    }
  });

  test('an invalid SVG is reported as broken', () => {
    expect(rasterizer.png({ source: '<svg', width: 1, height: 1, fonts: [], foreign: [] }, { scale: 1 })).toEqual({
      kind: 'broken',
    });
  });
});

test('a renamed font has the same glyphs under the new name', () => {
  const { resolve } = createRequire(import.meta.url);
  const file = (format: string): Buffer => readFileSync(resolve(`@fontsource/kalam/files/kalam-latin-700-normal.${format}`));
  const renamed = create(renamedFont(file('woff'), 'Kalam of Ours'));
  const original = create(file('woff2'));
  expect(renamed.familyName).toBe('Kalam of Ours');
  expect(renamed.characterSet).toEqual(original.characterSet);
  expect(renamed.layout('Quiet fox').advanceWidth).toBe(original.layout('Quiet fox').advanceWidth);
  expect(() => renamedFont(file('woff2'), 'x')).toThrow();
});
