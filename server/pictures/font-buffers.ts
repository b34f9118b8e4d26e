/** font-buffers: the font files of pictures as the rasteriser takes them, read when first used and kept. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { FontFile } from '#core/render/font-use.ts';

export class FontBuffers {
  readonly #kept = new Map<string, Uint8Array>();

  of(files: readonly FontFile[]): Uint8Array[] {
    // The file with the most letters first: text that asks for the family gets the first of its weight.
    return files.toReversed().map((file) => this.#read(file));
  }

  #read({ subset, weight }: FontFile): Uint8Array {
    const name = `inter-${subset}-${weight}-normal.woff2`;
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const { resolve } = createRequire(import.meta.url);
    const file = readFileSync(resolve(`@fontsource/inter/files/${name}`));
    this.#kept.set(name, file);
    return file;
  }
}
