/**
 * The files of the fonts that pictures are drawn in, read on first use and cached: letters from their packages, symbols from the folder
 * `fonts` beside this file.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { FontFile, FontFiles } from '#core/render/font-use.ts';

import { renamedFont } from './renamed-font.ts';

const { resolve } = createRequire(import.meta.url);

const ourSources = ['signs', 'symbols', 'mono-signs'];

/** Throws if the package is missing, that is, if the installation is broken. */
function read({ source, subset, fileWeight }: FontFile, form: 'woff' | 'woff2'): Buffer {
  const name = `${source}-${subset}-${fileWeight}-normal.${form}`;
  if (ourSources.includes(source)) return readFileSync(new URL(`./fonts/${name}`, import.meta.url));
  return readFileSync(resolve(`@fontsource/${source}/files/${name}`));
}

/** For style sheets: WOFF2 in base64. All files together have two megabytes. */
export const embeddedFonts = (): FontFiles => memoByFile((file) => read(file, 'woff2').toString('base64'));

/** For the rasterizer, which identifies a font by the name inside the file. */
export const namedFonts = (): ((file: FontFile) => Uint8Array) =>
  memoByFile((file) => renamedFont(read(file, 'woff'), file.family));

function memoByFile<T>(load: (file: FontFile) => T): (file: FontFile) => T {
  const cache = new Map<string, T>();
  return (file) => {
    const key = `${file.family} ${file.weight}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const loaded = load(file);
    cache.set(key, loaded);
    return loaded;
  };
}
