/**
 * The operator's fonts, in which PNGs show the characters that no built-in font has. They are read once, and all threads share the bytes.
 *
 * Each file becomes a font with its own family name and only the characters that no built-in font and no earlier file has: a program that
 * shapes a line tries every font on the whole line, and would otherwise use a foreign font that has all of it.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { ForeignFamilies } from '#core/render/font-use.ts';
import { isInBasicFonts } from '#core/text/foreign-parts.ts';

import { readCharacterMap, writeCharacterMap } from './character-map.ts';
import { nameTable, readFont, withTables } from './plain-font.ts';

/** `characters` are ranges, one after the other: first, last, first, last. */
export type ForeignFont = { readonly family: string; readonly file: Uint8Array; readonly characters: Uint32Array };

/** A font with all of Chinese, Japanese and Korean has 20 megabytes, a color emoji font ten. */
const [filesMax, bytesMax] = [32, 64 * 1024 * 1024];

/** `onSkipped` is called for each file that is skipped, and for a folder that cannot be read. */
export async function readForeignFonts(
  folder: string,
  onSkipped: (file: string, reason: string) => void,
): Promise<readonly ForeignFont[]> {
  const fonts: ForeignFont[] = [];
  const taken = new Set<number>();
  let bytesLeft = bytesMax;
  for (const name of await filesIn(folder, onSkipped)) {
    const path = join(folder, name);
    try {
      const { size } = await stat(path);
      if (fonts.length === filesMax || size > bytesLeft) {
        onSkipped(path, `at most ${filesMax} files and ${bytesMax} bytes are used`);
        continue;
      }
      const font = foreignFont(await readFile(path), `Foreign f${fonts.length}`, taken);
      bytesLeft -= font.file.length;
      fonts.push(font);
    } catch (error) {
      onSkipped(path, error instanceof Error ? error.message : String(error));
    }
  }
  return fonts;
}

/** Adds the font's characters to `taken`. Throws if the file is not a font. */
export function foreignFont(file: Buffer, family: string, taken: Set<number>): ForeignFont {
  const font = readFont(file);
  const map = font.tables.find(({ tag }) => tag === 'cmap');
  if (map === undefined) throw new Error('a font without characters');
  const glyphs = new Map([...readCharacterMap(map.data)].filter(([point]) => !taken.has(point) && !isInBasicFonts(point)));
  const plain = withTables(font, { cmap: writeCharacterMap(glyphs), name: nameTable(family) });
  for (const point of glyphs.keys()) taken.add(point);
  const shared = new Uint8Array(new SharedArrayBuffer(plain.length));
  shared.set(plain);
  return { family, file: shared, characters: rangesOf(glyphs.keys()) };
}

/** Finds the family of these fonts that has a character. */
export function familiesIn(fonts: readonly ForeignFont[]): ForeignFamilies {
  return (codePoint) => fonts.find(({ characters }) => isWithin(characters, codePoint))?.family ?? null;
}

async function filesIn(folder: string, onSkipped: (file: string, reason: string) => void): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => /\.(?:ttf|otf|ttc|otc|woff)$/i.test(name)).toSorted();
  } catch (error) {
    onSkipped(folder, error instanceof Error ? error.message : String(error));
    return [];
  }
}

function rangesOf(points: Iterable<number>): Uint32Array {
  const ranges: number[] = [];
  for (const point of [...points].toSorted((a, b) => a - b)) {
    if (ranges.at(-1) === point - 1) ranges[ranges.length - 1] = point;
    else ranges.push(point, point);
  }
  return Uint32Array.from(ranges);
}

function isWithin(ranges: Uint32Array, point: number): boolean {
  let [low, high] = [0, ranges.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle * 2 + 1] ?? 0) < point) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length / 2 && (ranges[low * 2] ?? 0) <= point;
}
