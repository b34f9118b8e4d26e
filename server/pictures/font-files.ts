/**
 * font-files: the files of the fonts that pictures are drawn in, read when first used and kept: of letters from their
 * packages, of signs from the folder fonts beside this file.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { FontFile, FontFiles } from '#core/render/font-use.ts';

import { renamedFont } from './renamed-font.ts';

const { resolve } = createRequire(import.meta.url);

const ourSources = ['signs', 'symbols', 'mono-signs'];

/** Throws when the package is not installed, which is a broken installation. */
function read({ source, subset, fileWeight }: FontFile, form: 'woff' | 'woff2'): Buffer {
  const name = `${source}-${subset}-${fileWeight}-normal.${form}`;
  if (ourSources.includes(source)) return readFileSync(new URL(`./fonts/${name}`, import.meta.url));
  return readFileSync(resolve(`@fontsource/${source}/files/${name}`));
}

/** For style sheets: WOFF2 in base64. All files together are two megabytes. */
export const embeddedFonts = (): FontFiles => memoByFile((file) => read(file, 'woff2').toString('base64'));

/** For the rasteriser, which knows a font by the name inside it. */
export const namedFonts = (): ((file: FontFile) => Uint8Array) =>
  memoByFile((file) => renamedFont(read(file, 'woff'), file.family));

function memoByFile<T>(make: (file: FontFile) => T): (file: FontFile) => T {
  const known = new Map<string, T>();
  return (file) => {
    const key = `${file.family} ${file.weight}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(file);
    known.set(key, made);
    return made;
  };
}
