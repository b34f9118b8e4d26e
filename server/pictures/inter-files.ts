/**
 * inter-files: the files of Inter that pictures embed, read when first used and kept: half a megabyte for all of them.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { FontFiles } from '#core/render/font-use.ts';

/** Throws when the package is not installed, which is a broken installation. */
export function interFiles(): FontFiles {
  const { resolve } = createRequire(import.meta.url);
  const kept = new Map<string, string>();
  return (subset, weight) => {
    const name = `inter-${subset}-${weight}-normal.woff2`;
    let file = kept.get(name);
    if (file === undefined) {
      file = readFileSync(resolve(`@fontsource/inter/files/${name}`)).toString('base64');
      kept.set(name, file);
    }
    return file;
  };
}
