/** pdf-images: the images of one PDF. Each is contained once: a JPEG as it is, any other as pixels. */
import { crc32, deflateSync } from 'node:zlib';

import { wholeImage } from '#core/images/image-part.ts';
import { probe } from '#core/images/probe.ts';
import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Size } from '#schema/tab.ts';

import type { InlinedImage } from '../messages.ts';
import type { Rasterizer, Rgba } from '../rasterizer.ts';
import type { PdfFile } from './pdf-file.ts';

export type PdfImage = Size & { readonly name: string; readonly object: PDFKit.PDFKitReference };

/** Pixels of an image for each pixel of the tab: 288 to the inch in print. */
const finest = 3;

export class PdfImages {
  readonly #images: ReadonlyMap<string, InlinedImage>;
  readonly #shownSizes: ReadonlyMap<string, Size>;
  readonly #rasterizer: Rasterizer;
  readonly #embedded = new Map<string, PdfImage | null>();
  readonly #counted = new Set<string>();
  #pixelsLeft: number = limits.pictureAllImagesPixels;

  constructor(images: ReadonlyMap<string, InlinedImage>, elements: Iterable<Element>, rasterizer: Rasterizer) {
    this.#images = images;
    this.#shownSizes = shownSizesOf(elements);
    this.#rasterizer = rasterizer;
  }

  /** The address by which a picture names the image; null if there is no such image, or it is one too many. */
  address(id: string): string | null {
    const image = this.#images.get(id);
    if (image === undefined) return null;
    if (!this.#counted.has(id)) {
      if (image.pixels > this.#pixelsLeft) return null;
      this.#pixelsLeft -= image.pixels;
      this.#counted.add(id);
    }
    return prefix + id;
  }

  /** The image with this address, which is added to the file when it is first drawn; null if it cannot be decoded. */
  at(address: string, file: PdfFile): PdfImage | null {
    const id = address.slice(prefix.length);
    const embedded = this.#embedded.get(id);
    if (embedded !== undefined) return embedded;
    const image = this.#images.get(id);
    const object = image === undefined ? null : this.#object(id, image, file);
    const added = object === null ? null : { ...object, name: `Im${this.#embedded.size + 1}` };
    this.#embedded.set(id, added);
    return added;
  }

  #object(id: string, { bytes, contentType }: InlinedImage, file: PdfFile): Omit<PdfImage, 'name'> | null {
    const probed = probe(bytes, crc32);
    if (probed === null) return null;
    const size = probed.isTurned ? { width: probed.height, height: probed.width } : probed;
    if (contentType === 'image/jpeg') {
      const space = probed.components === 1 ? 'DeviceGray' : 'DeviceRGB';
      return { ...sizeOf(size), object: file.image(size, space, { Filter: 'DCTDecode' }, bytes) };
    }
    const shown = this.#shownSizes.get(id) ?? size;
    const scale = Math.min(1, finest * Math.max(shown.width / size.width, shown.height / size.height));
    const pixels = this.#rasterizer.pixels({ bytes, contentType }, Math.ceil(size.width * scale), Math.ceil(size.height * scale));
    return pixels === null ? null : { ...sizeOf(pixels), object: objectOf(pixels, file) };
  }
}

/** As the rendering writes it (core/render/markup.ts). */
const prefix = '/api/v1/images/';

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

/** The largest size that an image is shown in, by its id. Turned images count as if they were square. */
function shownSizesOf(elements: Iterable<Element>): Map<string, Size> {
  const sizes = new Map<string, Size>();
  for (const element of elements) {
    if (element.type !== 'image') continue;
    const { width, height } = wholeImage(element);
    const side = Math.max(width, height, sizes.get(element.imageId)?.width ?? 0);
    sizes.set(element.imageId, { width: side, height: side });
  }
  return sizes;
}

function objectOf({ width, height, rgba }: Rgba, file: PdfFile): PDFKit.PDFKitReference {
  const [colors, alpha] = [Buffer.alloc(width * height * 3), Buffer.alloc(width * height)];
  let isOpaque = true;
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    const opacity = rgba[pixel * 4 + 3] ?? 0;
    alpha[pixel] = opacity;
    if (opacity !== 255) isOpaque = false;
    // The rasterizer answers colors that are multiplied by their opacity.
    const factor = opacity === 0 ? 0 : 255 / opacity;
    for (let part = 0; part < 3; part += 1) colors[pixel * 3 + part] = Math.round((rgba[pixel * 4 + part] ?? 0) * factor);
  }
  const deflated = { Filter: 'FlateDecode' };
  const mask = isOpaque ? {} : { SMask: file.image({ width, height }, 'DeviceGray', deflated, deflateSync(alpha)) };
  return file.image({ width, height }, 'DeviceRGB', { ...deflated, ...mask }, deflateSync(colors));
}
