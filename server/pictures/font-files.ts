/**
 * The files of the fonts that pictures are drawn in, read on first use and cached: Latin letters from their packages, symbols and the
 * letters of other scripts from the folder `fonts` beside this file. Of large files a picture gets a font of the glyphs that it uses.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { FontFile, FontFiles, UsedFontFile } from '#core/render/font-use.ts';
import { typefaceTables } from '#core/text/metrics.ts';

import { CuttableFont } from './cut-font.ts';
import { readFont, writeFont, writeWoff } from './plain-font.ts';
import { renamedFont } from './renamed-font.ts';

const { resolve } = createRequire(import.meta.url);

const ourSources = ['signs', 'symbols', 'mono-signs', 'scripts'];

/** Throws if the package is missing, that is, if the installation is broken. */
function read({ source, subset, fileWeight }: FontFile, form: 'woff' | 'woff2'): Buffer {
  const name = `${source}-${subset}-${fileWeight}-normal.${source === 'scripts' ? 'woff' : form}`;
  if (ourSources.includes(source)) return readFileSync(new URL(`./fonts/${name}`, import.meta.url));
  return readFileSync(resolve(`@fontsource/${source}/files/${name}`));
}

/** For style sheets, in base64: WOFF2, or WOFF with glyphs of a large file. */
export function embeddedFonts(): FontFiles {
  const whole = memoByFile((file) => read(file, 'woff2').toString('base64'));
  const large = memoByFile(readCuttable);
  return (file) =>
    file.embeds === 'file' ? whole(file) : writeWoff(large(file).cut(file.characters, file.family)).toString('base64');
}

/** For the rasterizer, which identifies a font by the name inside the file. */
export function namedFonts(): (file: UsedFontFile) => Uint8Array {
  const whole = memoByFile((file) => renamedFont(read(file, 'woff'), file.family, file.source === codeSource ? ['GSUB'] : []));
  const large = memoByFile(readCuttable);
  return (file) => (file.embeds === 'file' ? whole(file) : writeFont(large(file).cut(file.characters, file.family)));
}

/** Its only shaping rules are ligatures such as that of `=>`. */
const codeSource = typefaceTables.mono.source;

const readCuttable = (file: FontFile): CuttableFont => new CuttableFont(readFont(read(file, 'woff')));

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
