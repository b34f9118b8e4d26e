import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { drawn } from '#core/ops/drawn.test-support.ts';
import { renderWhile } from '#core/render/render-svg.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { writeCharacterMap } from './character-map.ts';
import { familiesIn, readForeignFonts } from './foreign-fonts.ts';
import { pixelsOf } from './pixels.test-support.ts';
import { readFont, withTables } from './plain-font.ts';
import { Rasterizer } from './rasterizer.ts';

const kalam = (subset: string): Buffer =>
  readFileSync(new URL(`../../node_modules/@fontsource/kalam/files/kalam-${subset}-400-normal.woff`, import.meta.url));
const devanagari = kalam('devanagari');
/** A font that could draw a whole line: Latin letters, the space, and a Chinese character that is drawn as an X. */
const latin = readFont(kalam('latin'));
const glyphs = new Map([0x20, 0x61, 0x6d, 0x65e5].map((point, index) => [point, 40 + index]));
const chinese = withTables(latin, { cmap: writeCharacterMap(glyphs) });

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-fonts-'));
  const collection = Buffer.from('ttcf\0\x01\0\0\0\0\0\x01\0\0\0\x10', 'latin1');
  await writeFile(join(folder, 'a.ttc'), Buffer.concat([collection, moved(chinese, collection.length)]));
  await writeFile(join(folder, 'b.woff'), devanagari);
  await writeFile(join(folder, 'c.ttf'), chinese);
  await writeFile(join(folder, 'd.otf'), 'no font');
  await writeFile(join(folder, 'e.ttf'), chinese.subarray(0, 2_000));
  await writeFile(join(folder, 'readme.txt'), 'no font either');
});
afterAll(() => rm(folder, { recursive: true }));

/** A font whose table offsets count from the start of a collection. */
function moved(font: Buffer, by: number): Buffer {
  const bytes = Buffer.from(font);
  for (let at = 12 + 8; at < 12 + bytes.readUInt16BE(4) * 16; at += 16) bytes.writeUInt32BE(bytes.readUInt32BE(at) + by, at);
  return bytes;
}

describe('foreign-fonts', () => {
  test('[PC9] a foreign font has only the characters that no built-in font and no earlier file has', async () => {
    const fonts = await readForeignFonts(folder, () => undefined);
    const familyOf = familiesIn(fonts);
    expect(fonts.map(({ characters }) => characters.length > 0)).toEqual([true, true, false]);
    expect(Array.from('日नm → ж本').map((character) => familyOf(character.codePointAt(0)!))).toEqual(
      ['Foreign f0', 'Foreign f1', null, null, null, null, null, null],
    ); // prettier-ignore
  });

  test('[PC10] files that are not fonts and a missing folder are reported and skipped', async () => {
    const skipped: string[] = [];
    await readForeignFonts(folder, (file) => skipped.push(file.slice(folder.length)));
    expect(skipped).toEqual(['/d.otf', '/e.ttf']);
    expect(await readForeignFonts(join(folder, 'missing'), (file) => skipped.push(file))).toEqual([]);
    expect(skipped.at(-1)).toBe(join(folder, 'missing'));
  });

  test('[PC10] files beyond the maximum are skipped', async () => {
    const full = await mkdtemp(join(tmpdir(), 'atelier-fonts-'));
    for (let index = 0; index < 34; index += 1) await writeFile(join(full, `f${index}.ttf`), chinese);
    let skipped = 0;
    expect((await readForeignFonts(full, () => (skipped += 1))).length).toBe(32);
    expect(skipped).toBe(2);
    await rm(full, { recursive: true });
  });
});

describe('a PNG', () => {
  let rasterizer: Rasterizer;
  beforeAll(async () => {
    rasterizer = await Rasterizer.load(await readForeignFonts(folder, () => undefined));
  });
  const rgbaOf = (label: string, foreign: Rasterizer['foreign'] | null = rasterizer.foreign): Uint8Array => {
    const tab = drawn(`add text label="${label}" at:0,0 width=160 height=20`);
    const answer = rasterizer.png(
      renderWhile(() => true, tab, foreign === null ? {} : { foreign })!,
      { scale: 1 },
    );
    if (answer.kind !== 'drawn') throw new Error(answer.kind);
    return pixelsOf(answer.bytes).rgba;
  };
  const inkOf = (label: string): number => rgbaOf(label).filter((value, index) => index % 4 === 0 && value < 160).length;

  test('shows foreign characters in the font that has them or as boxes, and does not change other letters', () => {
    const boxed = rgbaOf('㐀', () => null);
    expect(rgbaOf('日')).not.toEqual(boxed);
    expect(rgbaOf('㐁', () => null)).toEqual(boxed);
    expect(rgbaOf('㐁')).toEqual(boxed);
    // The fonts of other scripts come after the operator's.
    expect(rgbaOf('日')).not.toEqual(rgbaOf('日', () => null));
    expect(rgbaOf('本')).toEqual(rgbaOf('本', () => null));
    expect(rgbaOf('नमस्ते')).not.toEqual(rgbaOf('नमस्ते', () => null));
    // The foreign font has the letter m, too, but is not used for it.
    const [alone, beside] = [rgbaOf('mmm'), rgbaOf('mmm日')];
    const width = 160 + 48;
    const start = (rgba: Uint8Array): number[] =>
      Array.from(rgba).filter((_, index) => (index / 4) % width < 24 + textEnd); // prettier-ignore
    expect(start(beside)).toEqual(start(alone));
  });

  test('shows the whole line if some of its characters are invisible', () => {
    for (const label of ['⚠\ufe0f x', 'a\u00ad→ x', 'Жук\u200d x', '日\ufe0f न x'])
      expect(inkOf(label), label).toBe(inkOf(label.replaceAll(/[\ufe0f\u00ad\u200d]/g, '')));
    expect(inkOf('⚠\ufe0f x')).toBeGreaterThan(50);
  });

  test('is drawn even with corrupt fonts', async () => {
    const broken = await mkdtemp(join(tmpdir(), 'atelier-fonts-'));
    const changes = fc.array(fc.tuple(fc.nat({ max: chinese.length - 1 }), fc.nat({ max: 255 })), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(changes, async (some) => {
        const bytes = Buffer.from(chinese);
        for (const [at, value] of some) bytes[at] = value;
        await writeFile(join(broken, 'x.ttf'), bytes);
        const fonts = await readForeignFonts(broken, () => undefined);
        const picture = renderWhile(() => true, drawn('add text label="m日" at:0,0'), { foreign: familiesIn(fonts) })!;
        expect((await Rasterizer.load(fonts)).png(picture, { scale: 1 }).kind).toBe('drawn');
      }),
      fuzz(60),
    );
    await rm(broken, { recursive: true });
  });
});

/** The right edge of three letters m, in pixels. */
const textEnd = 40;
