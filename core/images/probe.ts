/**
 * probe: reads the type and size of an image file from its structure, without decoding a pixel.
 *
 * A file must be of the type that its first bytes indicate and complete to its end; a truncated file or one with trailing data
 * is refused, so that no file is an image and something else. Sizes are those of the decoded bitstream, not only of a container
 * around it. Time is linear in the bytes.
 */
import type { ImageType } from '#schema/image.ts';

import { ByteReader, CutOff } from './byte-reader.ts';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** `width` and `height` as displayed; `isTurned` if the stored sides are swapped. */
export type Probed = {
  readonly contentType: ImageType;
  readonly width: number;
  readonly height: number;
  readonly isTurned: boolean;
};

/** Stored pixels; `orientation` from EXIF, 1 to 8. */
export type ImageSize = { readonly width: number; readonly height: number; readonly orientation?: number };

/** CRC-32 as in PNG. */
export type Crc32 = (bytes: Uint8Array) => number;

type Format = {
  readonly contentType: ImageType;
  /** The first bytes of the file; null matches any byte. */
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

/** Null if the file is not a valid image of these types. */
export function probe(bytes: Uint8Array, crc32: Crc32): Probed | null {
  const format = formats.find(({ start }) => start.every((byte, index) => byte === null || bytes[index] === byte));
  const size = format === undefined ? null : sizeOf(format, bytes, crc32);
  if (format === undefined || size === null || size.width < 1 || size.height < 1) return null;
  const isTurned = (size.orientation ?? 1) >= 5;
  const [width, height] = isTurned ? [size.height, size.width] : [size.width, size.height];
  return { contentType: format.contentType, width, height, isTurned };
}

/** True if the file starts with these bytes. */
function sizeOf({ read }: Format, bytes: Uint8Array, crc32: Crc32): ImageSize | null {
  try {
    return read(new ByteReader(bytes), crc32);
  } catch (error) {
    if (error instanceof CutOff) return null;
    throw error;
  }
}
