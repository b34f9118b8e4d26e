/**
 * foreign-fonts: the operator's fonts, in which PNGs show what no font of ours has.
 *
 * O1  A file is a font of its own name here, which has only the characters that neither a font of ours nor a file before it
 *     has: a program that shapes a line tries every font on all of it, and takes one that has all.
 * O2  Files are taken by name, at most `filesMax` of them and `bytesMax` bytes together. What is more, or is no font, is
 *     told and left out; a folder that cannot be read as well.
 * O3  Read once; the bytes are shared by all threads.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { ForeignFamilies } from '#core/render/font-use.ts';
import { isInOurFonts } from '#core/text/foreign-parts.ts';

import { readCharacterMap, writeCharacterMap } from './character-map.ts';
import { nameTable, readFont, withTables } from './plain-font.ts';

/** `characters` are ranges, one after the other: first, last, first, last. */
export type ForeignFont = { readonly family: string; readonly file: Uint8Array; readonly characters: Uint32Array };

/** A font of all of Chinese, Japanese and Korean has 20 megabytes, one of coloured pictures ten. */
const [filesMax, bytesMax] = [32, 64 * 1024 * 1024];

/** `onSkipped` hears of each file that is not taken, and why. */
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
        onSkipped(path, `there is room for ${filesMax} files and ${bytesMax} bytes`);
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

/** [O1] The characters that it is taken for are added to `taken`. Throws when the file is no font. */
export function foreignFont(file: Buffer, family: string, taken: Set<number>): ForeignFont {
  const font = readFont(file);
  const map = font.tables.find(({ tag }) => tag === 'cmap');
  if (map === undefined) throw new Error('a font without characters');
  const glyphs = new Map([...readCharacterMap(map.data)].filter(([point]) => !taken.has(point) && !isInOurFonts(point)));
  const plain = withTables(font, { cmap: writeCharacterMap(glyphs), name: nameTable(family) });
  for (const point of glyphs.keys()) taken.add(point);
  const shared = new Uint8Array(new SharedArrayBuffer(plain.length));
  shared.set(plain);
  return { family, file: shared, characters: rangesOf(glyphs.keys()) };
}

/** The families in which these fonts have a character. */
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
