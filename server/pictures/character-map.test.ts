import { readdirSync, readFileSync } from 'node:fs';

import fc from 'fast-check';
import { create } from 'fontkit';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';
import { slowTest } from '#test/harness/slow-test.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { readCharacterMap, writeCharacterMap } from './character-map.ts';
import { readFont, withTables } from './plain-font.ts';

const folder = new URL('./fonts/', import.meta.url);
const kalam = new URL('../../node_modules/@fontsource/kalam/files/', import.meta.url);
const files = [
  ...readdirSync(folder).flatMap((name) => (name.endsWith('.woff') ? [new URL(name, folder)] : [])),
  ...['devanagari', 'latin'].map((subset) => new URL(`kalam-${subset}-400-normal.woff`, kalam)),
];
const mapOf = (file: Buffer): Buffer => readFont(file).tables.find(({ tag }) => tag === 'cmap')!.data;

describe('character-map', () => {
  slowTest.each(files.map((url) => [url.pathname.split('/').at(-1)!, url] as const))('%s has the same characters and glyphs as in fontkit', (_, url) => {
    const file = readFileSync(url);
    const glyphs = readCharacterMap(mapOf(file));
    const font = create(file);
    const expected = font.characterSet.filter((point) => point !== 0xffff);
    expect([...glyphs.keys()].toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
    for (const [point, glyph] of glyphs) expect(font.glyphForCodePoint(point).id).toBe(glyph);
  }); // prettier-ignore

  test('a written map is read back unchanged, also by fontkit', () => {
    const glyphs = fc.array(fc.tuple(fc.nat({ max: 0x2ffff }), fc.integer({ min: 1, max: 100 }))).map((pairs) => new Map(pairs));
    fc.assert(
      fc.property(glyphs, (map) => {
        expect(readCharacterMap(writeCharacterMap(map))).toEqual(map);
      }),
      fuzz(),
    );
    const file = readFileSync(files[0]!);
    const other = create(withTables(readFont(file), { cmap: writeCharacterMap(new Map([[0x65e5, 3], [0x1f600, 4]])) })); // prettier-ignore
    expect([0x65e5, 0x1f600, 0x41].map((point) => other.glyphForCodePoint(point).id)).toEqual([3, 4, 0]);
  });

  test('invalid bytes are read or refused quickly', () => {
    const whole = mapOf(readFileSync(files.at(-1)!));
    const read = (bytes: Buffer): void => {
      try {
        readCharacterMap(bytes);
      } catch {
        // Refused.
      }
    };
    const startedAt = threadMs();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => read(Buffer.from(bytes))),
      fuzz(),
    );
    const changes = fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(changes, (some) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of some) bytes[at] = value;
        read(bytes);
      }),
      fuzz(),
    );
    expect(threadMs() - startedAt).toBeLessThan(5_000);
  });
});
