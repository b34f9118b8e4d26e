/**
 * probe: what an image file says that it is: its type and size, read from its structure without decoding a pixel.
 *
 * I1  A file is of the one type that its first bytes say, whole to its end: one that is cut off, or goes on behind its end,
 *     is none. So no file is an image and something else.
 * I2  Sizes are those of the bitstream that is decoded, not only those of a container that wraps it.
 * I3  It takes time in proportion to the bytes, and memory for nothing but the answer.
 */
import type { ImageType } from '#schema/image.ts';

import { ByteReader, CutOff } from './byte-reader.ts';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** `width`, `height` as it is shown; `isTurned`: the stored sides are the other way round. */
export type Probed = {
  readonly contentType: ImageType;
  readonly width: number;
  readonly height: number;
  readonly isTurned: boolean;
};

/** Pixels as they are stored; `orientation` of EXIF, 1 to 8. */
export type ImageSize = { readonly width: number; readonly height: number; readonly orientation?: number };

/** CRC-32 as PNG has it. */
export type Crc32 = (bytes: Uint8Array) => number;

type Format = {
  readonly contentType: ImageType;
  /** What the file starts with; null: any byte. */
  readonly start: readonly (number | null)[];
  readonly read: (bytes: ByteReader, crc32: Crc32) => ImageSize | null;
};

const letters = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));

const formats: readonly Format[] = [
  { contentType: 'image/png', start: [0x89, ...letters('PNG\r\n\x1a\n')], read: readPng },
  { contentType: 'image/jpeg', start: [0xff, 0xd8, 0xff], read: readJpeg },
  { contentType: 'image/gif', start: letters('GIF8'), read: readGif },
  { contentType: 'image/webp', start: [...letters('RIFF'), null, null, null, null, ...letters('WEBP')], read: readWebp },
];

/** Null for what is no image of these types, or a broken one. */
export function probe(bytes: Uint8Array, crc32: Crc32): Probed | null {
  const format = formats.find(({ start }) => start.every((byte, index) => byte === null || bytes[index] === byte));
  const size = format === undefined ? null : sizeOf(format, bytes, crc32);
  if (format === undefined || size === null || size.width < 1 || size.height < 1) return null;
  const isTurned = (size.orientation ?? 1) >= 5;
  const [width, height] = isTurned ? [size.height, size.width] : [size.width, size.height];
  return { contentType: format.contentType, width, height, isTurned };
}

/** [I1] */
function sizeOf({ read }: Format, bytes: Uint8Array, crc32: Crc32): ImageSize | null {
  try {
    return read(new ByteReader(bytes), crc32);
  } catch (error) {
    if (error instanceof CutOff) return null;
    throw error;
  }
}
