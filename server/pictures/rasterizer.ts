/**
 * Turns a rendered SVG into a PNG with resvg, compiled to WebAssembly (SPEC.md, PC7 and PC8). It cannot be interrupted, so it runs in a
 * worker that can be terminated.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { initWasm, Resvg } from '@resvg/resvg-wasm';

import { boxes, type ForeignFamilies } from '#core/render/font-use.ts';
import type { Picture } from '#core/render/render-svg.ts';
import { limits } from '#schema/limits.ts';

import { boxFont } from './box-font.ts';
import { namedFonts } from './font-files.ts';
import { familiesIn, type ForeignFont } from './foreign-fonts.ts';
import type { InlinedImage, PainterReply, PngSize } from './messages.ts';

/** Red, green, blue and opacity of each pixel, row by row; the colors are multiplied by the opacity. */
export type Rgba = { readonly width: number; readonly height: number; readonly rgba: Uint8Array };

/** The program can be loaded only once per thread. */
let loaded: Promise<unknown> | undefined;

async function loadResvg(): Promise<unknown> {
  const { resolve } = createRequire(import.meta.url);
  return initWasm(await readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')));
}

export class Rasterizer {
  readonly #fontOf = namedFonts();
  /** Font files by family. */
  readonly #foreign: ReadonlyMap<string, Uint8Array>;
  /** The families available for foreign characters; render a picture with these before rasterizing it here. */
  readonly foreign: ForeignFamilies;

  private constructor(foreign: readonly ForeignFont[]) {
    this.foreign = familiesIn(foreign);
    this.#foreign = new Map([[boxes.family, boxFont()], ...foreign.map(({ family, file }) => [family, file] as const)]);
  }

  static async load(foreign: readonly ForeignFont[] = []): Promise<Rasterizer> {
    await (loaded ??= loadResvg());
    return new Rasterizer(foreign);
  }

  /** An image in this size; null if it cannot be decoded. */
  pixels({ contentType, bytes }: Pick<InlinedImage, 'contentType' | 'bytes'>, width: number, height: number): Rgba | null {
    const size = `width="${width}" height="${height}"`;
    const data = `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
    const image = `<image href="${data}" ${size} preserveAspectRatio="none"/>`;
    try {
      const drawing = new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${image}</svg>`, { font: { fontBuffers: [] } });
      const drawn = drawing.render();
      const rgba = Uint8Array.from(drawn.pixels);
      drawn.free();
      drawing.free();
      return { width, height, rgba };
    } catch {
      return null;
    }
  }

  png(picture: Picture, size: PngSize): PainterReply {
    const scale = scaleOf(picture, size);
    const [width, height] = [Math.ceil(picture.width * scale), Math.ceil(picture.height * scale)];
    if (!isDrawable(width, height)) return { kind: 'too-large', width, height };
    try {
      const foreign = picture.foreign.flatMap((family) => this.#foreign.get(family) ?? []);
      const fontBuffers = [...picture.fonts.map(this.#fontOf), ...foreign];
      const drawing = new Resvg(sized(picture.source, width, height), { font: { fontBuffers } });
      const image = drawing.render();
      const bytes = Uint8Array.from(image.asPng());
      image.free();
      drawing.free();
      return { kind: 'drawn', bytes, pixels: width * height };
    } catch {
      return { kind: 'broken' };
    }
  }
}

/** The SVG at exactly this size in pixels: the library's own scaling rounds a thin side to zero. */
const sized = (source: string, width: number, height: number): string =>
  source.replace(/ width="\d+" height="\d+"/, ` width="${width}" height="${height}" preserveAspectRatio="none"`);

/** [PC8] */
const isDrawable = (width: number, height: number): boolean =>
  width * height <= limits.picturePixels && Math.max(width, height) <= limits.pictureSidePixels;

function scaleOf({ width, height }: Picture, size: PngSize): number {
  if ('scale' in size) return size.scale;
  const fitting = Math.min(1, Math.sqrt(size.maxPixels / (width * height)), limits.pictureSidePixels / Math.max(width, height));
  // Rounding up each side could exceed the limit by a row of pixels; a picture has at least one.
  return fitting === 1 ? 1 : fitting * 0.99;
}
